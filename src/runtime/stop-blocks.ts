/** Counts how often the end of a turn was blocked (RT-20), for the agent itself and for each subagent separately. */

import { meaningOf } from "../canonical/event.ts";
import type { HookInput } from "../canonical/input.ts";
import type { SessionChange, SessionState } from "./session-state.ts";
import { lookUp } from "../lookup.ts";

/** The limit that several agents have themselves; without one a stop hook loops forever. */
export const MOST_STOP_BLOCKS = 8;

/** How often this stop was blocked before; without a session the agent's own flag must do. */
export function stopBlocksOf(input: HookInput, session: SessionState): number {
  const active = input.details["stop_hook_active"];
  if (active === false) return 0;
  if (input.sessionId === null) return active === true ? MOST_STOP_BLOCKS : 0;
  return lookUp(session.stopBlocks, counterOf(input)) ?? 0;
}

/** The input of a stop, with `stop_hook_active` computed where the agent does not send it. */
export function withStopActive(input: HookInput, session: SessionState): HookInput {
  if (!isStop(input) || input.details["stop_hook_active"] !== undefined) return input;
  return { ...input, details: { ...input.details, stop_hook_active: stopBlocksOf(input, session) > 0 } };
}

/** What to remember after a stop was answered; a prompt starts a new turn. */
export function stopChange(
  input: HookInput,
  session: SessionState,
  blockedWith: string | undefined,
): Pick<SessionChange, "stopBlocks" | "stopReason"> {
  if (meaningOf(input.event)?.turn === "start") return Object.keys(session.stopBlocks).length === 0 ? {} : { stopBlocks: {} };
  if (!isStop(input) || blockedWith === undefined) return {};
  const count = stopBlocksOf(input, session) + 1;
  return { stopBlocks: { ...session.stopBlocks, [counterOf(input)]: count }, stopReason: blockedWith };
}

function isStop({ event }: HookInput): boolean {
  return meaningOf(event)?.turn === "end";
}

function counterOf({ event, details }: HookInput): string {
  return meaningOf(event)?.ofSubagent === true ? `subagent ${String(details["agent_id"] ?? "")}` : "turn";
}
