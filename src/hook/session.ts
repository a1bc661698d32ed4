/**
 * The session of a call, and what is remembered between two of its calls (RT-24): one small private file per agent and session. No valid
 * answer depends on it: an unreadable state counts as empty, and a failed write is ignored.
 */

import type { HookTime } from "../agents/agent.ts";
import { shortHash } from "../host/bytes.ts";
import { exists } from "../host/files.ts";
import type { Places } from "../host/places.ts";
import { readRegularTextIfAny } from "../host/read-file.ts";
import { lookUp } from "../lookup.ts";
import { meaningOf } from "../model/event.ts";
import type { HookInput } from "../model/input.ts";
import { isObject, isText, type Json, type JsonObject, parseJson } from "../model/json.ts";
import type { HookServices } from "./services.ts";

export interface OpenSession {
  /** Absent where the agent names no session: then nothing is remembered. */
  readonly file: string | undefined;
  readonly state: SessionState;
  readonly input: HookInput;
}

function openSession(services: HookServices, caller: HookTime, input: HookInput): OpenSession {
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

/** Only agents that join the names of MCP server and tool need this, so only they load it. */
function withMcpName(input: HookInput, caller: HookTime, services: HookServices): HookInput | Promise<HookInput> {
  if (caller.mcpServerFiles === undefined || input.tool?.also === undefined) return input;
  return import("./settle-mcp-name.ts").then(({ settleMcpName }) => settleMcpName(input, caller, services));
}

/** Fields that a hook wants changed on an agent that cannot rewrite: the call was denied with them. */
export interface WantedInput {
  readonly hook: string;
  readonly tool: string;
  readonly fields: Json;
}

export interface SessionState {
  /** Context that no event could deliver so far. */
  readonly waiting: readonly string[];
  readonly wanted: readonly WantedInput[];
  /** How often a stop was blocked in this turn: the agent's own, and that of each subagent. */
  readonly stopBlocks: Readonly<Record<string, number>>;
  /** The last reason for blocking a stop: an agent may send it back as if the user had typed it. */
  readonly stopReason?: string;
  /** What has already been reported to the user. */
  readonly reported: readonly string[];
}

/** Changes are applied to the current file, so that two calls at once do not undo each other. */
export interface SessionChange {
  readonly delivered: readonly string[];
  readonly held: readonly string[];
  readonly wanted: readonly WantedInput[];
  readonly reported: readonly string[];
  readonly stopBlocks?: Readonly<Record<string, number>>;
  readonly stopReason?: string;
}

export const FRESH_SESSION: SessionState = { waiting: [], wanted: [], stopBlocks: {}, reported: [] };

const MOST_WAITING_CHARACTERS = 100_000;
const MOST_REMEMBERED = 200;
const MOST_BYTES = 16 * 1024 * 1024;

/** Named by a hash alone: an agent may call its session anything. */
export function sessionFile(places: Pick<Places, "sessions">, agent: string, sessionId: string): string {
  return `${places.sessions}/${agent}/${shortHash(sessionId)}.json`;
}

/** The file that says which calls of the session were answered, by which entry. */
export function answeredFile(session: string): string {
  return session.replace(/\.json$/, ".answered");
}

/** The folder of the variables that hooks leave for later hooks of the session. */
export function variablesFolder(session: string): string {
  return session.replace(/\.json$/, ".env");
}

export function readSession(file: string): SessionState {
  // Checking first is much cheaper than an error where, as usual, there is nothing to remember.
  if (!exists(file)) return FRESH_SESSION;
  const value = parseJson(readRegularTextIfAny(file, { maxBytes: MOST_BYTES, isOurs: true }) ?? "");
  if (!isObject(value)) return FRESH_SESSION;
  const { waiting, wanted, stopBlocks, stopReason, reported }: Record<string, unknown> = value;
  return {
    waiting: Array.isArray(waiting) ? waiting.filter((text) => typeof text === "string") : [],
    wanted: Array.isArray(wanted) ? wanted.filter(isWanted) : [],
    stopBlocks: isObject(stopBlocks) ? (stopBlocks as Record<string, number>) : {},
    stopReason: typeof stopReason === "string" ? stopReason : undefined,
    reported: Array.isArray(reported) ? reported.filter((text) => typeof text === "string") : [],
  };
}

function isWanted(value: unknown): value is WantedInput {
  return isObject(value) && isText(value["hook"]) && isText(value["tool"]) && value["fields"] !== undefined;
}

export function isChange({ delivered, held, wanted, reported, stopBlocks }: SessionChange): boolean {
  return delivered.length + held.length + wanted.length + reported.length > 0 || stopBlocks !== undefined;
}

export function changed(state: SessionState, change: SessionChange): SessionState {
  const waiting = state.waiting.filter((text) => !change.delivered.includes(text));
  const stopReason = change.stopReason ?? state.stopReason;
  return {
    waiting: withinBounds([...waiting, ...change.held]),
    wanted: [...state.wanted, ...change.wanted].slice(-MOST_REMEMBERED),
    stopBlocks: change.stopBlocks ?? state.stopBlocks,
    stopReason,
    reported: [...new Set([...state.reported, ...change.reported])].slice(-MOST_REMEMBERED),
  };
}

function withinBounds(waiting: readonly string[]): readonly string[] {
  let characters = 0;
  return waiting.filter((text) => (characters += text.length) <= MOST_WAITING_CHARACTERS);
}

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
function withStopActive(input: HookInput, session: SessionState): HookInput {
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
