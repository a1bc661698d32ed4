/** A project, and the library that it depends on in a folder beside it: for each ecosystem, as its package manager names such a folder. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { FileTree } from "fs-fixture";

import { answerCall } from "../../src/hook/answer-call.ts";
import { rebuildIndex } from "../../src/index/rebuild.ts";
import { createSandbox, type Sandbox } from "../setup/faults/sandbox.ts";
import { atTerminal, type Step } from "./at-terminal.ts";
import { pack } from "./cargo-workspace.ts";
import { createHome } from "./home.ts";
import { capturedPayload } from "./payloads.ts";
import { hook, says, skillText } from "./plugin.ts";

const SHELL = capturedPayload("claude-code", "PreToolUse.shell");
const lines = (...all: readonly string[]) => `${all.join("\n")}\n`;
const json = (value: object) => JSON.stringify(value);

export interface Beside {
  /** Its atom's name. */
  readonly name: string;
  readonly project: Readonly<Record<string, string>>;
  readonly library: Readonly<Record<string, string>>;
}

const npm = (range: string, more: Readonly<Record<string, string>> = {}): Beside => ({
  name: "widget",
  project: { "package.json": json({ name: "app", version: "1.0.0", dependencies: { widget: range } }), ...more },
  library: { "package.json": json({ name: "widget", version: "1.2.3" }) },
});

const cargo = (manifest: string): Beside => ({
  name: "widget",
  project: { "Cargo.toml": manifest },
  library: { "Cargo.toml": pack("widget", "", "1.2.3") },
});

const uv = (files: Readonly<Record<string, string>>): Beside => ({
  name: "widget",
  project: files,
  library: { "pyproject.toml": lines("[project]", 'name = "widget"', 'version = "1.2.3"') },
});

/** What the real uv writes for `uv add ../lib`, with `--editable` and without. */
export const UV_FIXTURES = join(import.meta.dirname, "../packages/pypi/fixtures/beside");

function writtenByUv(form: string): Readonly<Record<string, string>> {
  return Object.fromEntries(["pyproject.toml", "uv.lock"].map((name) => [name, readFileSync(join(UV_FIXTURES, form, name), "utf8")]));
}

const PROJECT = lines("[project]", 'name = "app"', 'version = "1"', 'dependencies = ["widget"]');

/** Every way to name a folder: by what is written. A new one is tested by being added. */
export const BESIDE: Readonly<Record<string, Beside>> = {
  "npm file:": npm("file:../lib"),
  "npm path": npm("../lib"),
  "pnpm link:": npm("link:../lib"),
  "Yarn portal:": npm("portal:../lib"),
  "npm lock": npm("^1.0.0", {
    "package-lock.json": json({
      lockfileVersion: 3,
      packages: {
        "": { dependencies: { widget: "^1.0.0" } },
        "../lib": { version: "1.2.3" },
        "node_modules/widget": { resolved: "../lib", link: true },
      },
    }),
  }),
  "Cargo path": cargo(pack("app", '[dependencies]\nwidget = { path = "../lib" }\n')),
  "Cargo workspace path": cargo(
    `${pack("app")}[dependencies]\nwidget.workspace = true\n[workspace.dependencies]\nwidget = { path = "../lib" }\n`,
  ),
  "uv path": uv({ "pyproject.toml": `${PROJECT}[tool.uv.sources]\nwidget = { path = "../lib", editable = true }\n` }),
  "uv lock, editable": uv(writtenByUv("editable")),
  "uv lock": uv(writtenByUv("directory")),
  "poetry path": uv({ "pyproject.toml": '[tool.poetry]\nname = "app"\n[tool.poetry.dependencies]\nwidget = { path = "../lib" }\n' }),
  ...Object.fromEntries(
    ["widget @ file:../lib", "-e widget @ file:../lib", "-e ../lib#egg=widget"].map((line) => [
      `requirements ${line}`,
      uv({ "requirements.txt": `${line}\n` }),
    ]),
  ),
  "Go replace": {
    name: "a.test/widget",
    project: { "go.mod": lines("module a.test/app", "require a.test/widget v1.2.3", "replace a.test/widget => ../lib") },
    library: { "go.mod": "module a.test/widget\n" },
  },
};

/** Forms in which only the folder has the package's name. */
export const UNNAMED: Readonly<Record<string, Beside>> = {
  "Go use": {
    name: "a.test/widget",
    project: { "go.mod": "module a.test/app\n", "go.work": lines("go 1.24", "use (", "\t.", "\t../lib", ")") },
    library: { "go.mod": "module a.test/widget\n" },
  },
  "Go use, and required": {
    name: "a.test/widget",
    project: { "go.mod": lines("module a.test/app", "require a.test/widget v1.2.3"), "go.work": lines("use .", "use ../lib") },
    library: { "go.mod": "module a.test/widget\n" },
  },
  ...Object.fromEntries(
    [
      "-e ../lib",
      "../lib",
      "--editable=../lib",
      "-e file:../lib",
      "file:../lib",
      "-e ../lib[extra]",
      '-e ../lib ; python_version > "3"',
    ].map((line) => [`requirements ${line}`, uv({ "requirements.txt": `${line}\n` })]),
  ),
};

export const GUARD = hook("guard", "PreToolUse", 'on-failure = "closed"\n');

export const PLUGIN: Readonly<Record<string, string>> = {
  "SYMPOSIUM.toml": GUARD,
  "guard.sh": says({ decision: "deny", reason: "Not here." }),
  "skills/spin/SKILL.md": skillText("spin"),
};

export const CONFIG = '[[agent]]\nname = "claude"\n[defaults]\nsymposium-recommendations = false\n';

export interface BesideHome extends Sandbox {
  /** In the project; the steps are answers at a terminal. */
  readonly use: (args: readonly string[], steps?: readonly Step[], options?: UseOptions) => Promise<Used>;
  /** What a shell call gets: the decision and the reason, or nothing. */
  readonly answer: (options?: AnswerOptions) => Promise<string>;
}

interface AnswerOptions {
  readonly cwd?: string;
  readonly now?: number;
  /** What the agent would run. */
  readonly command?: string;
}

interface UseOptions {
  readonly cwd?: string;
  readonly now?: number;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Used {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly unasked: readonly string[];
}

const below = (folder: string, files: Readonly<Record<string, string>>): FileTree =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

export const NOW = Date.UTC(2026, 10, 18, 9);

/** `work` depends on `lib`; both are in the home folder. */
export async function besideHome({ project, library }: Beside = BESIDE["npm file:"]!, more: FileTree = {}): Promise<BesideHome> {
  const files = {
    ".symposium/config.toml": CONFIG,
    ".claude/x": "",
    ...below("work", project),
    ...below("lib", { ...library, ...PLUGIN }),
  };
  const sandbox = await createSandbox({ ...files, ...more });
  const services = await createHome();
  const use: BesideHome["use"] = async (args, steps = [], { cwd = sandbox.project, now = NOW, env = {} } = {}) => {
    const { terminal, unasked } = atTerminal(steps);
    return { ...(await sandbox.run(args, { terminal, cwd, env, now: () => now })), unasked: unasked() };
  };
  const answer: BesideHome["answer"] = async ({ cwd = sandbox.project, now = NOW, command } = {}) => {
    const context = { ...sandbox.context, cwd, now: () => now };
    const { places } = sandbox;
    const rebuild = (folder: string | null) => rebuildIndex({ context, places, folder, program: "0.0.0-test" });
    const input = command === undefined ? {} : { tool_input: { command } };
    const called = { agent: "claude", event: "PreToolUse", payload: { text: JSON.stringify({ ...SHELL, cwd, ...input }) } };
    const { reply, record } = await answerCall(called, services.services({ context, places, rebuildIndex: rebuild }));
    await record();
    if (reply.stdout === "") return "";
    const output = (JSON.parse(reply.stdout) as { hookSpecificOutput?: Record<string, string> }).hookSpecificOutput;
    return output?.["permissionDecision"] === undefined ? "" : `${output["permissionDecision"]}: ${output["permissionDecisionReason"]}`;
  };
  const dispose = async () => {
    await services[Symbol.asyncDispose]();
    await sandbox[Symbol.asyncDispose]();
  };
  return { ...sandbox, use, answer, [Symbol.asyncDispose]: dispose };
}
