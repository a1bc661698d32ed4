/** Everything that needs consent, each in a home of its own with as many covered files as a test wants. */

import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { ours, packageText } from "../support/agent-plugin.ts";
import { answer, CLOSED, subjectIn } from "../support/consented.ts";
import { createHome, type Home } from "../support/home.ts";
import { commandHook, hooksText } from "../support/hook-manifest.ts";
import { hook, says } from "../support/plugin.ts";
import { recordDecision } from "../../src/consent/decide.ts";
import { snapshotOf } from "../../src/consent/snapshot.ts";
import { serversHere } from "../../src/index/lists-here.ts";
import { importHooks } from "../../src/interchange/import.ts";
import { settings } from "../plugins/imported/stage.ts";
import { capturedPayload } from "../support/payloads.ts";

type Files = Readonly<Record<string, string>>;

export interface Kind {
  /** Files of the project, given the names of those that fill the coverage. */
  readonly files: (fill: readonly string[]) => Files;
  /** The folder of those, from the project's. */
  readonly folder: string;
  /** A file that appears in that folder is covered as well. */
  readonly isWhole: boolean;
  /** It has a server beside the hook. */
  readonly hasServer: boolean;
  /** The hooks are those of Claude's files, imported. */
  readonly isImported?: true;
}

/** Leaves a mark, then denies. */
const GUARD = `#!/bin/sh\ntouch "$SYMPOSIUM_HOME/ran"\n${says({ decision: "deny", reason: "Not here." })}`;
/** The same where a handler speaks by its exit code. */
const EXITING = '#!/bin/sh\ntouch "$SYMPOSIUM_HOME/ran"\necho "Not here." >&2\nexit 2\n';

const PLUGIN = `name = "widget"\n${hook("deny", "PreToolUse", CLOSED)}\n[[mcp_servers]]\nname = "docs"\ncommand = "true"\n`;
const inFolder = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
const WIDGET = { "SYMPOSIUM.toml": PLUGIN, "deny.sh": GUARD };

const repository = (globs: string) => `files = ["${globs}"]\n${PLUGIN}`;
const MEMBERS = {
  "Cargo.toml": '[workspace]\nmembers = ["a"]\n',
  "Cargo.lock": 'version = 4\n[[package]]\nname = "a"\nversion = "0.1.0"\n',
  "a/Cargo.toml": '[package]\nname = "a"\nversion = "0.1.0"\n',
};

const CARGO = {
  "Cargo.toml":
    '[package]\nname = "app"\nversion = "0.1.0"\n[dependencies]\nwidget = { path = "widget" }\n[workspace]\nexclude = ["widget"]\n',
  "Cargo.lock":
    'version = 4\n[[package]]\nname = "app"\nversion = "0.1.0"\ndependencies = ["widget"]\n[[package]]\nname = "widget"\nversion = "1.0.0"\n',
  "widget/Cargo.toml": '[package]\nname = "widget"\nversion = "1.0.0"\n',
};
const NPM = {
  "package.json": JSON.stringify({ name: "app", version: "1.0.0", dependencies: { widget: "^1.0.0" } }),
  "package-lock.json": JSON.stringify({
    name: "app",
    lockfileVersion: 3,
    packages: {
      "": { name: "app", version: "1.0.0", dependencies: { widget: "^1.0.0" } },
      "node_modules/widget": { version: "1.0.0", resolved: "https://registry.example/widget.tgz" },
    },
  }),
  "node_modules/widget/package.json": '{ "name": "widget", "version": "1.0.0" }',
};
const GO = {
  "go.mod": "module example.test/app\n\ngo 1.24\n\nrequire example.test/widget v1.0.0\n\nreplace example.test/widget => ./widget\n",
  "widget/go.mod": "module example.test/widget\n\ngo 1.24\n",
};
const PYPI = {
  "pyproject.toml":
    '[project]\nname = "app"\nversion = "1.0.0"\ndependencies = ["widget"]\n\n[tool.uv.sources]\nwidget = { path = "widget" }\n',
  "uv.lock":
    'version = 1\nrequires-python = ">=3.11"\n\n[[package]]\nname = "app"\nversion = "1.0.0"\nsource = { virtual = "." }\ndependencies = [\n    { name = "widget" },\n]\n\n[[package]]\nname = "widget"\nversion = "1.0.0"\nsource = { directory = "widget" }\n',
  "widget/pyproject.toml": '[project]\nname = "widget"\nversion = "1.0.0"\n',
};

const ofPackage = (files: Files, folder: string): Kind => ({
  files: () => ({ ...files, ...inFolder(folder, WIDGET) }),
  folder: `${folder}/fill`,
  isWhole: true,
  hasServer: true,
});

const manifestHook = (fill: readonly string[], script: string, folder = "") =>
  hooksText([commandHook(`${script} ${fill.map((name) => folder + name).join(" ")}`, { name: "deny", blocking: true, matcher: "shell" })]);

export const KINDS: Readonly<Record<string, Kind>> = {
  "a repository's own plugin": {
    files: () => ({ "SYMPOSIUM.toml": repository("fill/**"), "deny.sh": GUARD }),
    folder: "fill",
    isWhole: true,
    hasServer: true,
  },
  "a member's own plugin": {
    files: () => ({ ...MEMBERS, "a/SYMPOSIUM.toml": repository("a/fill/**"), "a/deny.sh": GUARD }),
    folder: "a/fill",
    isWhole: true,
    hasServer: true,
  },
  "a crate": ofPackage(CARGO, "widget"),
  "a package of npm": ofPackage(NPM, "node_modules/widget"),
  "a Go module": ofPackage(GO, "widget"),
  "a package of PyPI": ofPackage(PYPI, "widget"),
  "a hook manifest": {
    files: (fill) => ({ "hooks.json": manifestHook(fill, "./deny.sh", "fill/"), "deny.sh": EXITING }),
    folder: "fill",
    isWhole: false,
    hasServer: false,
  },
  "an Agent Plugin": {
    files: (fill) => ({
      "plugin.json": packageText(ours({ hooks: "dev.symposium/hooks.json" })),
      "dev.symposium/hooks.json": manifestHook(fill, "../deny.sh", "fill/"),
      "deny.sh": EXITING,
    }),
    folder: "fill",
    isWhole: false,
    hasServer: false,
  },
  "hooks imported from an agent's files": {
    files: (fill) => ({
      ".claude/settings.json": settings("PreToolUse", [
        { matcher: "Bash", command: `./deny.sh ${fill.map((name) => `fill/${name}`).join(" ")}`, onFailure: "block" },
      ]),
      "deny.sh": EXITING,
    }),
    folder: "fill",
    isWhole: false,
    hasServer: false,
    isImported: true,
  },
};

export interface SubjectHome extends Home {
  /** Absolute paths of the files that fill the coverage, sorted. */
  readonly filling: readonly string[];
  readonly accept: () => void;
  readonly answer: () => Promise<string>;
  /** The names of servers that may start now. */
  readonly servers: () => Promise<readonly string[]>;
  /** Whether the hook ran since this was last asked. */
  readonly hasRun: () => boolean;
}

export async function subjectHome({ files, folder, isImported }: Kind, count: number): Promise<SubjectHome> {
  const fill = (many: number) => Array.from({ length: many }, (_, at) => `f${String(at).padStart(4, "0")}.txt`);
  const home = await createHome({}, { "config.toml": CONFIG, work: { ".git": { HEAD: "ref: refs/heads/main\n" } } });
  const work = (path: string) => home.getPath("work", path);
  const write = (names: readonly string[]) => {
    for (const [path, text] of Object.entries(files(names))) {
      mkdirSync(dirname(work(path)), { recursive: true });
      writeFileSync(work(path), text);
      if (path.endsWith(".sh")) chmodSync(work(path), 0o755);
    }
    mkdirSync(work(folder), { recursive: true });
    for (const name of names) writeFileSync(join(work(folder), name), "old bytes\n");
  };
  write(fill(1));
  const { context, places } = home.services();
  const app = { context: { ...context, cwd: home.getPath("work") }, places, dist: "", calledAs: "symposium" } as const;
  if (isImported === true) await importHooks(app, { from: "claude-code" });
  const isFile = (digest: string) => !digest.startsWith("folder:");
  const rest = snapshotOf(subjectIn(home).subject).files.filter(([, , digest]) => isFile(digest)).length - 1;
  const names = fill(Math.max(1, count - rest));
  write(names);
  // The stamp of a file that was just written is not trusted.
  await setTimeout(100);
  return {
    ...home,
    filling: names.map((name) => join(work(folder), name)),
    accept: () => {
      const { subject, ...where } = subjectIn(home);
      recordDecision(where, subject, { decision: "accepted", scope: "workspace", digest: snapshotOf(subject).digest });
    },
    // Claude runs its own hooks itself.
    answer: () => (isImported === true ? answer(home, "work", { agent: "codex", payload: CODEX }) : answer(home)),
    servers: async () => (await serversHere(app)).map(({ name }) => name),
    hasRun: () => {
      const isThere = existsSync(home.getPath("ran"));
      rmSync(home.getPath("ran"), { force: true });
      return isThere;
    },
  };
}

const CONFIG = '[defaults]\nsymposium-recommendations = false\n[plugins]\nuse = ["widget", "example.test/widget"]\n';
const CODEX = capturedPayload("codex", "PreToolUse.shell");
