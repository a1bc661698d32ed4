/** The session of a call, and the call's input in view of the session's history. */

import type { HookTime } from "../agents/agent.ts";
import { meaningOf } from "../canonical/event.ts";
import type { HookInput } from "../canonical/input.ts";
import { FRESH_SESSION, readSession, type SessionState, sessionFile } from "./session-state.ts";
import { withStopActive } from "./stop-blocks.ts";
import type { HookServices } from "./hook-services.ts";

export interface OpenSession {
  /** Absent where the agent names no session: then nothing is remembered. */
  readonly file: string | undefined;
  readonly state: SessionState;
  readonly input: HookInput;
}

export function openSession(services: HookServices, caller: HookTime, input: HookInput): OpenSession {
  const file = input.sessionId === null ? undefined : sessionFile(services.places, caller.name, input.sessionId);
  const state = file === undefined ? FRESH_SESSION : readSession(file);
  // Gemini CLI runs the reason of a stop block as the next prompt; the user did not type it, and the turn continues.
  const isOwnReason = meaningOf(input.event)?.turn === "start" && state.stopReason !== undefined && input.prompt === state.stopReason;
  return { file, state, input: isOwnReason ? { ...input, event: null } : withStopActive(input, state) };
}
