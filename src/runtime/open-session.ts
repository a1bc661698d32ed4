/** The session of a call, and the call's input in view of the session's history. */

import type { HookTime } from "../agents/agent.ts";
import { meaningOf } from "../canonical/event.ts";
import type { HookInput } from "../canonical/input.ts";
import type { JsonObject } from "../canonical/json.ts";
import { lookUp } from "../lookup.ts";
import { nativeEventOf } from "./native-event.ts";
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

/** The call as this agent means it. */
export function openAs(
  agent: HookTime,
  nativeEvent: string,
  payload: JsonObject,
  services: HookServices,
): OpenSession | Promise<OpenSession> {
  const input = withMcpName(agent.read(payload, nativeEvent), agent, services);
  return input instanceof Promise ? input.then((named) => openSession(services, agent, named)) : openSession(services, agent, input);
}

/** Another agent that reads this entry's file names the event in its own way. */
export function eventOf(caller: HookTime, entry: HookTime, event: string): string {
  return caller.name === entry.name ? event : (nativeEventOf(caller, lookUp(entry.events, event)?.event ?? event) ?? event);
}

/** Only agents that join the names of MCP server and tool need this, so only they load it. */
export function withMcpName(input: HookInput, caller: HookTime, services: HookServices): HookInput | Promise<HookInput> {
  if (caller.mcpServerFiles === undefined || input.tool?.also === undefined) return input;
  return import("./settle-mcp-name.ts").then(({ settleMcpName }) => settleMcpName(input, caller, services));
}
