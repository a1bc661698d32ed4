/** Hook calls in a house, in this process and with the real parts; a process of its own is noted, and run when it is asked for. */

import { loadHookTime, readersOf, resolveAgent } from "../../src/agents/find-agent.ts";
import { READ_FILES } from "../../src/agents/hook-list.ts";
import { BUILD, type Context } from "../../src/context.ts";
import { recordState } from "../../src/files/state-file.ts";
import { answerCall } from "../../src/hook/answer-call.ts";
import type { HookServices } from "../../src/hook/services.ts";
import type { TraceLine } from "../../src/hook/trace.ts";
import { placesOf } from "../../src/host/places.ts";
import { runHandler } from "../../src/host/run-handler.ts";
import { rebuildIndex } from "../../src/index/rebuild.ts";
import { lookUp } from "../../src/lookup.ts";
import { refreshWorkspace } from "../../src/setup/workspace/refresh.ts";
import { syncInCall } from "../../src/setup/workspace/sync-in-call.ts";
import type { House } from "./cargo-house.ts";

export interface HookCall {
  readonly agent?: string;
  readonly cwd?: string;
  readonly session?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly now?: () => number;
  /** In place of the agent's own part. */
  readonly loadHookTime?: HookServices["loadHookTime"];
  /** In place of the payload's fields. */
  readonly payload?: Readonly<Record<string, unknown>>;
  /** All of the payload. */
  readonly whole?: Readonly<Record<string, unknown>>;
}

export interface Called {
  readonly stdout: string;
  readonly stderr: string;
  /** What a model is told, as Claude Code and agents with its format get it. */
  readonly context: string;
  /** Folders for which a process of its own was started. */
  readonly refreshes: readonly string[];
  /** The call looked at the skills itself. */
  readonly hasSynced: boolean;
  /** The last line of the trace. */
  readonly trace: TraceLine;
}

/** By default of Claude Code, in the project. */
export async function callHook(there: House, event: string, options: HookCall = {}): Promise<Called> {
  const { agent = "claude", cwd = there.project, session = "s1", env = {}, now = Date.now } = options;
  const context = contextOf(there, cwd, env, now);
  const places = placesOf(context);
  const refreshes: string[] = [];
  let hasSynced = false;
  const services: HookServices = {
    context,
    places,
    build: BUILD,
    resolveAgent,
    loadHookTime: options.loadHookTime ?? loadHookTime,
    readersOf,
    hookFilesOf: (name) => Promise.resolve(lookUp(READ_FILES, name)),
    runHandler,
    ownProgram: [process.execPath],
    deniedConverted: async () => undefined,
    rebuildIndex: (folder) => rebuildIndex({ context, places, folder, program: BUILD }),
    // Long enough for a busy machine.
    syncSkills: (folder, _, reading) => {
      hasSynced = true;
      return syncInCall({ context, places }, folder, { milliseconds: 60_000, reading });
    },
    recordedEnv: () => Promise.resolve(context.env),
    switchedOff: () => Promise.resolve([]),
    startRefresh: (folder) => Promise.resolve(void refreshes.push(folder)),
    noteUpdateTold: () => Promise.resolve(void recordState(places.state, { lastUpdateHint: now() })),
    signal: () => undefined,
    elapsed: () => 0,
  };
  const usual = { session_id: session, cwd, hook_event_name: event, tool_name: "Bash", tool_input: { command: "ls" }, prompt: "hello" };
  const payload = options.whole ?? { ...usual, ...options.payload };
  const { reply, record } = await answerCall({ agent, event, payload: { text: JSON.stringify(payload) } }, services);
  await record();
  const lines = there.read("home/.symposium/trace/trace.jsonl").trimEnd().split("\n");
  return { ...reply, context: contextIn(reply.stdout), refreshes, hasSynced, trace: JSON.parse(lines.at(-1) ?? "") as TraceLine };
}

/** What the process does that a hook call starts. */
export function refresh(there: House, now: () => number = Date.now, folder = there.project): Promise<void> {
  const context = contextOf(there, folder, {}, now);
  return refreshWorkspace({ context, places: placesOf(context) }, folder);
}

function contextOf(there: House, cwd: string, env: HookCall["env"], now: () => number): Context {
  return { os: "linux", home: there.home, cwd, env: { ...there.env, ...env }, now };
}

function contextIn(stdout: string): string {
  if (stdout === "") return "";
  const answer = JSON.parse(stdout) as { hookSpecificOutput?: { additionalContext?: string } };
  return answer.hookSpecificOutput?.additionalContext ?? "";
}
