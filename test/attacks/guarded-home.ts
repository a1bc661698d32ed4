/**
 * A home in which `init` has set up agents, with a guard: a plugin that denies every tool call and is closed on failure.
 * Calls are made as the agents make them, through the text in their own files, and judged by their oracles.
 */

import { spawn } from "node:child_process";
import { join } from "node:path";

import type { FileTree } from "fs-fixture";
import { expect } from "vitest";

import { ownHookFile } from "../../src/agents/agents-by-name.ts";
import { AGENTS } from "../../src/agents/list.ts";
import { agentsUnderTest, inFolder } from "../conformance/agents.ts";
import type { HookAnswer, Payload } from "../oracles/oracle.ts";
import { shellCall } from "../program/shell-call.ts";
import { commandsIn, type RegisteredHome, registeredHome, shellOf } from "../setup/registered-home.ts";
import { hook, manifest } from "../support/plugin.ts";
import { removeBusy } from "../support/remove-busy.ts";
import { times } from "../support/thoroughness.ts";

export type GuardForm = "native" | "node";

export const FORMS = ["native", "node"] as const;

const UNDER_TEST = new Map((await agentsUnderTest()).map((agent) => [agent.oracle.agent, agent]));

/** Every agent that can be set up. */
export const GUARDED: readonly string[] = AGENTS.map(({ name }) => name);

/** JSON by `sh`, JSON by `bash`, exit code 2, and a plugin file. */
const STANDING_FOR_ALL = ["claude-code", "gemini-cli", "kiro", "opencode"];

/** Those of `GUARDED` that stand for all where a case is slow; in a sample JSON and exit code 2. */
export const SOME: readonly string[] = times({ sample: ["claude-code", "kiro"], all: STANDING_FOR_ALL, proof: STANDING_FOR_ALL });

/** Every agent where a case is worth it, in a sample those that stand for all. */
export const MOST: readonly string[] = times({ sample: SOME, all: GUARDED, proof: GUARDED });

/** The reason in the guard's own denial. What only the closed policy denies says something else. */
export const GUARD_REASON = "the guard says no";

export const DENIES = `cat >/dev/null; echo '${GUARD_REASON}' >&2; exit 2\n`;
/** With this handler nothing but the closed policy can deny. */
export const ALLOWS = "cat >/dev/null\n";

/** The guard's manifest and script, as the tree of its folder. */
export function guard(script: string | null = DENIES, more = ""): FileTree {
  const events = ["PreToolUse", "PermissionRequest", "UserPromptSubmit"];
  const hooks = events.map((event) => hook(`at-${event}`, event, 'on-failure = "closed"', "guard"));
  return { ...manifest("guard", more + hooks.join("")), ...(script === null ? {} : { "guard.sh": script }) };
}

export interface GuardedOptions {
  readonly form?: GuardForm;
  /** The guard's script; `null` leaves it out. */
  readonly script?: string | null;
  /** More plugins, by folder; those whose name comes before `guard` run before it. */
  readonly plugins?: FileTree;
  /** More files of the home. */
  readonly files?: FileTree;
  /** Who runs everything, where the tests run as root. */
  readonly user?: number;
  /** Those that are set up, which takes a while for each; `SOME` by default. */
  readonly agents?: readonly string[];
}

export interface GuardedCall {
  /** The text in place of the captured payload's. */
  readonly payload?: string | ((sent: Payload) => string);
  readonly changePayload?: (payload: Payload) => Payload;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly shell?: string;
  /** A line of `sh` around the call, which is `"$@"` there. */
  readonly arrange?: string;
  /** Starts the placed program itself, without the registered text. */
  readonly direct?: true;
  /** Who calls, where it is not the user of the home. */
  readonly by?: number;
}

export interface Called extends HookAnswer {
  readonly ms: number;
  readonly event: string;
  readonly sent: Payload;
}

export interface GuardedHome extends AsyncDisposable {
  readonly path: string;
  /** A repository, in which calls are made. */
  readonly project: string;
  readonly symposium: RegisteredHome["symposium"];
  /** The same in this process. */
  readonly inProcess: (...args: readonly string[]) => ReturnType<RegisteredHome["inProcess"]>;
  readonly form: GuardForm;
  /** A path below our own directory. */
  readonly ours: (...parts: string[]) => string;
  readonly call: (agent: string, options?: GuardedCall) => Promise<Called>;
}

/** A refresh in the background would ask the host of the recommendations, and npm for a newer version. */
const ASKS_NOBODY = 'auto-update = "off"\n\n[defaults]\nsymposium-recommendations = false\n';

export async function guardedHome(options: GuardedOptions = {}): Promise<GuardedHome> {
  const { form = "native", script, plugins = {}, files = {}, user, agents = SOME } = options;
  const tree: FileTree = { ".symposium": { "config.toml": ASKS_NOBODY, plugins: { guard: guard(script), ...plugins } }, ...files };
  const home = await registeredHome(tree, user);
  const symposium = form === "native" ? home.symposium : home.symposiumWithoutNative;
  const init = ["init", ...agents.flatMap((agent) => ["--add-agent", agent])];
  const { exitCode, stderr } = user === undefined ? await home.inProcess(init, { native: form === "native" }) : symposium(...init);
  if (exitCode !== 0) throw new Error(`init failed: ${stderr}`);
  return {
    path: home.path,
    project: home.project,
    form,
    symposium,
    inProcess: (...args) => home.inProcess(args, { native: form === "native" }),
    ours: (...parts) => join(home.path, ".symposium", ...parts),
    call: (agent, call = {}) => callThrough(home, agent, call, user),
    // A refresh that a call started may still be writing.
    [Symbol.asyncDispose]: () => removeBusy(home.path),
  };
}

async function callThrough(home: RegisteredHome, agent: string, call: GuardedCall, owner: number | undefined): Promise<Called> {
  const user = call.by ?? owner;
  const under = UNDER_TEST.get(agent);
  if (under === undefined) throw new Error(`no oracle for ${agent}`);
  const { event, payload } = shellCall(under, "ls");
  const sent = (call.changePayload ?? ((same) => same))(inFolder(payload, call.cwd ?? home.project));
  const words = call.direct === true ? [programIn(home), agent, event] : registeredWords(home, agent, event, call.shell);
  const [file = "", ...args] = call.arrange === undefined ? words : ["/bin/sh", "-c", call.arrange, "sh", ...words];
  const began = performance.now();
  const text = typeof call.payload === "function" ? call.payload(sent) : (call.payload ?? JSON.stringify(sent));
  const answer = await run(file, args, text, {
    cwd: call.cwd ?? home.project,
    env: { ...home.env, ...call.env },
    ...(user === undefined ? {} : { uid: user, gid: user }),
  });
  return { ...answer, ms: performance.now() - began, event, sent };
}

function programIn(home: RegisteredHome): string {
  return join(home.path, ".symposium", "bin", "symposium-hook");
}

/** The registered text in the agent's shell. OpenCode's plugin starts the program itself; its oracle runs that plugin. */
function registeredWords(home: RegisteredHome, agent: string, event: string, shell = shellOf(agent)): readonly string[] {
  const entry = AGENTS.find(({ name }) => name === agent)?.registration;
  const via = entry !== undefined && "via" in entry ? entry.via : agent;
  const { registration } = ownHookFile(via);
  if (registration.content.kind === "plugin-file") return [programIn(home), agent, event];
  const commands = commandsIn(home.text(registration.file.user));
  const command = commands.find((one) => one.event.toLowerCase() === event.toLowerCase())?.command;
  if (command === undefined) throw new Error(`${via} has no entry for ${event}`);
  return [shell, "-c", command];
}

interface RunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly uid?: number;
  readonly gid?: number;
}

/** Longer than any of our deadlines: what takes this long hangs. */
const HANGS_MS = 75_000;

/** An answer is complete when the process has ended; what it left running may hold the pipes. */
function run(file: string, args: readonly string[], input: string, options: RunOptions): Promise<HookAnswer> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...options, timeout: HANGS_MS, killSignal: "SIGKILL" });
    const texts = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) child[name].setEncoding("utf8").on("data", (text: string) => (texts[name] += text));
    child.on("error", reject);
    const end = (code: number | null) => resolve({ ...texts, exitCode: code ?? -1 });
    child.on("close", end);
    child.on("exit", (code) => setTimeout(end, 5_000, code));
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

export interface Denial {
  /** Part of what is told as the reason. */
  readonly reason?: string | RegExp;
}

/** The agent does not run the tool because of this answer. One that never came is none. */
export async function expectDenied(agent: string, called: Called, { reason }: Denial = {}): Promise<void> {
  const reading = await readingOf(agent, called);
  const told = `${agent}: ${JSON.stringify({ ...called, sent: undefined })}`.slice(0, 4000);
  expect(reading.void, told).toBeUndefined();
  expect(reading.blocked, told).toBe(true);
  if (reason !== undefined) expect(reading.reason ?? "", told).toMatch(reason);
}

/** The agent goes on, and was not told anything it cannot read. */
export async function expectOpen(agent: string, called: Called): Promise<void> {
  const told = `${agent}: ${JSON.stringify({ ...called, sent: undefined })}`.slice(0, 4000);
  expect((await readingOf(agent, called)).blocked, told).toBe(false);
  expect(called.exitCode, told).toBe(0);
}

async function readingOf(agent: string, { event, sent, stdout, stderr, exitCode }: Called) {
  const under = UNDER_TEST.get(agent);
  if (under === undefined) throw new Error(`no oracle for ${agent}`);
  return under.oracle.read(event, sent, { stdout, stderr, exitCode });
}
