/**
 * What must be remembered between two calls of one session (RT-24): one small private file per agent and session. No
 * valid answer depends on it; an unreadable state counts as empty, a failed write is ignored.
 */

import { existsSync } from "node:fs";

import { isObject, isText, type Json, parseJson } from "../canonical/json.ts";
import type { Places } from "../platform/places.ts";
import { readRegularTextIfAny } from "../platform/read-regular.ts";
import { shortHash } from "../platform/short-hash.ts";

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
  /** What the user has already been told. */
  readonly told: readonly string[];
}

/** Changes are applied to the current file, so that two calls at once do not undo each other. */
export interface SessionChange {
  readonly delivered: readonly string[];
  readonly held: readonly string[];
  readonly wanted: readonly WantedInput[];
  readonly told: readonly string[];
  readonly stopBlocks?: Readonly<Record<string, number>>;
  readonly stopReason?: string;
}

export const FRESH_SESSION: SessionState = { waiting: [], wanted: [], stopBlocks: {}, told: [] };

const MOST_WAITING_CHARACTERS = 100_000;
const MOST_REMEMBERED = 200;
const MOST_BYTES = 16 * 1024 * 1024;

/** Named by a hash alone: an agent may call its session anything. */
export function sessionFile(places: Pick<Places, "sessions">, agent: string, sessionId: string): string {
  return `${places.sessions}/${agent}/${shortHash(sessionId)}.json`;
}

/** Which of its calls were answered, by which entry. */
export function answeredFile(session: string): string {
  return session.replace(/\.json$/, ".answered");
}

/** What hooks left there for later ones of the session. */
export function variablesFolder(session: string): string {
  return session.replace(/\.json$/, ".env");
}

export function readSession(file: string): SessionState {
  // Checking first is much cheaper than an error where, as usual, there is nothing to remember.
  if (!existsSync(file)) return FRESH_SESSION;
  const value = parseJson(readRegularTextIfAny(file, { maxBytes: MOST_BYTES, isOurs: true }) ?? "");
  if (!isObject(value)) return FRESH_SESSION;
  const { waiting, wanted, stopBlocks, stopReason, told }: Record<string, unknown> = value;
  return {
    waiting: Array.isArray(waiting) ? waiting.filter((text) => typeof text === "string") : [],
    wanted: Array.isArray(wanted) ? wanted.filter(isWanted) : [],
    stopBlocks: isObject(stopBlocks) ? (stopBlocks as Record<string, number>) : {},
    ...(typeof stopReason === "string" ? { stopReason } : {}),
    told: Array.isArray(told) ? told.filter((text) => typeof text === "string") : [],
  };
}

function isWanted(value: unknown): value is WantedInput {
  return isObject(value) && isText(value["hook"]) && isText(value["tool"]) && value["fields"] !== undefined;
}

export function isChange({ delivered, held, wanted, told, stopBlocks }: SessionChange): boolean {
  return delivered.length + held.length + wanted.length + told.length > 0 || stopBlocks !== undefined;
}

export function changed(state: SessionState, change: SessionChange): SessionState {
  const waiting = state.waiting.filter((text) => !change.delivered.includes(text));
  const stopReason = change.stopReason ?? state.stopReason;
  return {
    waiting: withinBounds([...waiting, ...change.held]),
    wanted: [...state.wanted, ...change.wanted].slice(-MOST_REMEMBERED),
    stopBlocks: change.stopBlocks ?? state.stopBlocks,
    ...(stopReason === undefined ? {} : { stopReason }),
    told: [...new Set([...state.told, ...change.told])].slice(-MOST_REMEMBERED),
  };
}

function withinBounds(waiting: readonly string[]): readonly string[] {
  let characters = 0;
  return waiting.filter((text) => (characters += text.length) <= MOST_WAITING_CHARACTERS);
}
