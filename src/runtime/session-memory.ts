/** The session's memory around one call: what it starts from, what the user has not been told yet, what is kept. */

import type { HookTime } from "../agents/agent.ts";
import type { HookInput } from "../canonical/input.ts";
import type { Loss } from "../canonical/loss.ts";
import type { Degraded } from "./degrade.ts";
import { FRESH_SESSION, isChange, readSession, type SessionState, sessionFile, type WantedInput } from "./session-state.ts";
import { stopChange, withStopActive } from "./stop-blocks.ts";
import type { World } from "./world.ts";

export interface OpenSession {
  /** Absent where the agent names no session: then nothing is remembered. */
  readonly file: string | undefined;
  readonly state: SessionState;
  /** The input as the session's history shows it. */
  readonly input: HookInput;
  readonly tell: (notices: readonly Notice[], problems: readonly string[]) => Told;
}

export interface Notice {
  readonly hook: string;
  readonly text: string;
}

export interface Told {
  readonly message?: string;
  readonly keys: readonly string[];
}

export const NOTHING_TOLD: Told = { keys: [] };

export function openSession(world: World, caller: HookTime, input: HookInput): OpenSession {
  const file = input.sessionId === null ? undefined : sessionFile(world.places, caller.name, input.sessionId);
  const state = file === undefined ? FRESH_SESSION : readSession(file);
  // Gemini CLI runs the reason of a stop block as the next prompt; nobody typed it, and the turn goes on.
  const isOwnReason = input.event === "UserPromptSubmit" && state.stopReason !== undefined && input.prompt === state.stopReason;
  const seen = isOwnReason ? { ...input, event: null } : withStopActive(input, state);
  return { file, state, input: seen, tell: (notices, problems) => whatToTell(state, seen, notices, problems) };
}

/** Each failure once per hook and session; what is wrong with the plugins once, when the user is there to read it. */
function whatToTell({ told }: SessionState, input: HookInput, notices: readonly Notice[], problems: readonly string[]): Told {
  const isReader = input.event === "SessionStart" || input.event === "UserPromptSubmit";
  const about = isReader ? problems.map((problem) => ({ key: `problem:${problem}`, text: `symposium: ${problem}` })) : [];
  const news = [...notices.map(({ hook, text }) => ({ key: hook, text })), ...about].filter(({ key }) => !told.includes(key));
  const lines = [...new Set(news.map(({ text }) => text))];
  return { keys: news.map(({ key }) => key), ...(lines.length === 0 ? {} : { message: lines.join("\n") }) };
}

export interface CallResult {
  readonly degraded: Degraded;
  readonly wanted: readonly WantedInput[];
  readonly told: readonly string[];
}

/** Keeps what the next call needs. At the end of the session waiting context is lost, and said to be. */
export async function closeSession({ file, state, input }: OpenSession, { degraded, wanted, told }: CallResult, world: World): Promise<readonly Loss[]> {
  if (file === undefined) return [];
  if (input.event === "SessionStart") (await import("./change-session.ts")).pruneSessions(world.places, input.agent, world.context.now());
  if (input.event === "SessionEnd") {
    (await import("./change-session.ts")).endSession(file);
    return state.waiting.map(() => ({ code: "context-lost" as const }));
  }
  const { answer, delivered, held } = degraded;
  const stop = stopChange(input, state, answer.decision === "deny" ? answer.reason : undefined);
  const change = { delivered, held, wanted, told, ...stop };
  if (isChange(change)) (await import("./change-session.ts")).changeSession(file, change, world.context.now);
  return [];
}
