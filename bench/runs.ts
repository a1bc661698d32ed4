/** What is started, by name: each program with the home it finds and the payload it gets. */

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { commandTexts } from "../src/agents/registered-text.ts";
import { type CommandRunName, prepareCommandRuns } from "./command-runs.ts";
import { type ConsentRunName, prepareConsentRuns } from "./consent-runs.ts";
import { type EcosystemRunName, prepareEcosystemRuns, type UvRunName } from "./ecosystem-runs.ts";
import { createHome, type Home, type HomeWish, makeIdle } from "./homes.ts";
import type { Programs } from "./programs.ts";
import type { Run, Starter } from "./starter.ts";
import { prepareRivalRuns, type RivalRunName } from "./rival-runs.ts";
import { prepareShimRuns, type ShimRunName } from "./shim-runs.ts";
import { type CargoRunName, prepareWorkspaceRuns, type WorkspaceRunName } from "./workspace-runs.ts";

export type RunName = OwnRunName | ShimRunName | CommandRunName | WorkspaceRunName | ConsentRunName | EcosystemRunName;

/** Some need a program that may be missing. */
export type Runs = Record<RunName, Run> & Partial<Record<OptionalName, Run>>;
export type OptionalName = UvRunName | RivalRunName | CargoRunName;

type OwnRunName =
  | "true"
  | "idle"
  | "idle-socket"
  | "idle-megabyte"
  | "idle-500"
  | "one"
  | "five"
  | "one-of-500"
  | `handler-${1 | 2 | 3 | 4 | 5}`
  | "node-empty"
  | "node-idle"
  | "node-idle-socket"
  | "node-launcher"
  | "module-empty"
  | "module-sdk"
  | "shell"
  | "text-idle"
  | "text-none"
  | "text-one"
  | "text-five";

const CAPTURED = join(dirname(fileURLToPath(import.meta.url)), "..", "test", "agents", "claude-code", "payloads", "PreToolUse.shell.json");

/** `texts` makes the registered text: another checkout has its own. */
export function prepareRuns(folder: string, programs: Programs, texts = commandTexts): Runs {
  const home = (name: string, matching: number, others: number) => createHome(join(folder, name), { matching, others });
  const idle = home("idle", 0, 1);
  const one = home("one", 1, 0);
  const five = home("five", 5, 0);
  const idle500 = home("idle-500", 0, 500);
  const oneOf500 = home("one-of-500", 1, 499);

  const run = (place: Home, command: Run["command"], changes: Partial<Run> = {}): Run => ({
    command,
    cwd: place.project,
    env: { HOME: place.path, PATH: process.env["PATH"] ?? "" },
    stdin: "pipe",
    payload: shellPayload(place),
    ...changes,
  });
  const hook = [programs.native, "claude-code", "PreToolUse"] as const;
  const nodeHook = [programs.node, programs.script, "claude-code", "PreToolUse"] as const;
  // The registered text, as an agent starts it: through its shell, which finds the program in our directory.
  const placed = (name: string, wish: HomeWish) => createHome(join(folder, name), { program: programs.native, ...wish });
  const textIdle = placed("text-idle", { matching: 0, others: 1 });
  makeIdle(textIdle, "claude-code.PreToolUse");
  const shell = (text: string) => ["/bin/sh", "-c", text] as const;
  const text = shell(texts({ agent: "claude-code", event: "PreToolUse", scope: "user", denies: "json" }).posix);
  const handler = (at: number) => run(five, ["/bin/sh", five.handlers[at] ?? ""], { stdin: "file" });
  return {
    ...prepareWorkspaceRuns(folder, programs, shellPayload),
    ...prepareCommandRuns(folder, programs, shellPayload),
    ...prepareConsentRuns(folder, programs, shellPayload),
    ...prepareEcosystemRuns(folder, programs, shellPayload),
    ...prepareShimRuns(folder, programs),
    ...prepareRivalRuns(folder, programs.rival, shellPayload),
    true: run(idle, ["/bin/true"]),
    idle: run(idle, hook),
    "idle-socket": run(idle, hook, { stdin: "socket" }),
    // A pipe does not hold it until a process reads it.
    "idle-megabyte": run(idle, hook, { payload: megabytePayload(idle), stdin: "socket" }),
    "idle-500": run(idle500, hook),
    one: run(one, hook),
    five: run(five, hook),
    "one-of-500": run(oneOf500, hook),
    "handler-1": handler(0),
    "handler-2": handler(1),
    "handler-3": handler(2),
    "handler-4": handler(3),
    "handler-5": handler(4),
    "node-empty": run(idle, [programs.node, programs.emptyScript]),
    "node-idle": run(idle, nodeHook),
    "node-idle-socket": run(idle, nodeHook, { stdin: "socket" }),
    "node-launcher": run(idle, [programs.launcher, "claude-code", "PreToolUse"]),
    "module-empty": run(idle, [programs.node, programs.emptyModule]),
    "module-sdk": run(idle, [programs.node, programs.sdkModule]),
    shell: run(idle, shell(":")),
    "text-idle": run(textIdle, text),
    "text-none": run(placed("text-none", { matching: 0, others: 1 }), text),
    "text-one": run(placed("text-one", { matching: 1, others: 0, plain: true }), text),
    "text-five": run(placed("text-five", { matching: 5, others: 0, plain: true }), text),
  };
}

/** Handlers that must have run, and hooks that must have been skipped; all other names are not our hook program. */
const MUST: Partial<Record<RunName, readonly [ran: number, skipped: number, index?: "rebuilt" | "none"]>> = {
  idle: [0, 1],
  "idle-socket": [0, 1],
  "idle-megabyte": [0, 1],
  "idle-500": [0, 500],
  one: [1, 0],
  shim: [1, 0, "none"],
  imported: [1, 0],
  five: [5, 0],
  "one-of-500": [1, 499],
  "node-idle": [0, 1],
  "node-idle-socket": [0, 1],
  "node-launcher": [0, 1],
  "text-none": [0, 1],
  "text-one": [1, 0],
  "text-five": [5, 0],
  away: [0, 1],
  "away-one": [1, 0],
  "here-1": [0, 1],
  "here-500": [0, 500],
  "here-one-of-1": [1, 0],
  "here-one-of-500": [1, 499],
  "sourced-20": [20, 0],
  "consented-1": [1, 0],
  "covered-2000": [1, 0],
  "consented-20": [20, 0],
  "consented-idle-1": [0, 1],
  "consented-idle-20": [0, 20],
  "lock-changed-1": [0, 1, "rebuilt"],
  "lock-changed-20": [0, 20, "rebuilt"],
  four: [0, 1],
  "changing-npm": [0, 1],
  "changing-pypi": [0, 1],
  "changing-go": [0, 1],
  "changed-npm": [0, 1, "rebuilt"],
  "changed-pypi": [0, 1, "rebuilt"],
  "changed-go": [0, 1, "rebuilt"],
};

/** What must be among the words of a command. */
const SAYS: Partial<Record<RunName, string>> = {
  "sync-warm": "2 skills are in place",
  "sync-warm-500": "2 skills are in place",
  "sync-programs": "2 skills are in place",
  "sync-scripts": "2 skills are in place",
  "sync-cold": "installed ",
};

/** Starts everything once, so that indexes are built and files are warm, and then sees that each does what it is measured for. */
export async function rehearse(runs: Partial<Runs>, starter: Starter): Promise<void> {
  for (const [name, run] of Object.entries(runs) as [RunName, Run][]) {
    await starter.start(run);
    const { exitCode, stdout } = await starter.start(run);
    const must = MUST[name];
    const said = must === undefined ? undefined : lastTrace(run);
    const isRight =
      must === undefined ||
      (said?.index === (must[2] ?? "fresh") && said.ran.length === must[0] && skippedIn(said) === must[1] && stdout === "");
    const isSaid = stdout.includes(SAYS[name] ?? "");
    if (exitCode !== 0 || !isRight || !isSaid)
      throw new Error(`${name} did not do its work: ${JSON.stringify({ exitCode, stdout, said })}`);
  }
}

interface TraceLine {
  readonly index: string;
  readonly ran: readonly { readonly exit: number | string }[];
  readonly skipped: Readonly<Record<string, readonly string[]>>;
}

function skippedIn({ skipped }: TraceLine): number {
  return Object.values(skipped).flat().length;
}

function lastTrace({ env }: Run): TraceLine {
  const lines = readFileSync(join(env["HOME"] ?? "", ".symposium", "trace", "trace.jsonl"), "utf8")
    .trimEnd()
    .split("\n");
  return JSON.parse(lines.at(-1) ?? "null") as TraceLine;
}

/** A captured shell call, made from this home's project. */
export function shellPayload(home: Pick<Home, "path" | "project">, name = "payload", toolInput?: object): string {
  const captured = JSON.parse(readFileSync(CAPTURED, "utf8")) as object;
  const payload = { ...captured, cwd: home.project, ...(toolInput === undefined ? {} : { tool_input: toolInput }) };
  const file = join(home.path, `${name}.json`);
  writeFileSync(file, JSON.stringify(payload));
  return file;
}

function megabytePayload(home: Home): string {
  return shellPayload(home, "megabyte", { command: "a line of a long script\n".repeat(41_943) });
}
