/** Whether a hook is written as a call of our shim (IX-12), and what the shim must know besides the command. */

import { HOOK_FILES } from "../agents/hook-file-list.ts";
import { hasShim } from "../agents/shims.ts";
import { budgetOf } from "../canonical/event.ts";
import { DEFAULT_SECONDS, elementsOf, type ManifestHook } from "../canonical/hook-manifest.ts";
import { hasTool, neutralEvent } from "../canonical/manifest-events.ts";
import type { NativeFilter } from "../canonical/native-filter.ts";
import { INTERCHANGE_SOURCE, type ShimmedHook } from "../canonical/shimmed-hook.ts";
import { lookUp } from "../lookup.ts";
import type { Lose } from "./lose.ts";
import { toAtoms } from "./matcher-elements.ts";
import { dataOf, notesOf } from "./native-notes.ts";
import { writesHttp } from "./support.ts";
import { eventIn, nativeEvent, type Target, targetFor } from "./target.ts";

export interface ShimOptions {
  /** Our directory, absolute, where the user moved it. */
  readonly place?: string;
}

/** What a plan must know for a shim; nothing where commands are to be called directly. */
export function shimming(noShim: boolean | undefined, place?: string): { readonly shim?: ShimOptions } {
  return noShim === true ? {} : { shim: place === undefined ? {} : { place } };
}

/** The agent that a hook was written for; `undefined` for the format. A hook that was read from a call of our shim says it itself. */
export function writtenFor(hook: ManifestHook, source: Target | undefined): Target | undefined {
  for (const { agent } of HOOK_FILES) {
    const { shim } = notesOf(hook, agent);
    if (shim !== undefined) return shim === INTERCHANGE_SOURCE ? undefined : targetFor(shim);
  }
  return source;
}

/** Whose contract a command follows. */
export function contractOf(source: Target | undefined): string {
  return source === undefined || source.files.speaksInterchange === true ? INTERCHANGE_SOURCE : source.agent;
}

/** An agent's own hooks need no shim, and events without a neutral meaning have none. */
export function canShim(hook: ManifestHook, target: Target, source: Target | undefined): boolean {
  const { handler, event } = hook;
  const isCommand = handler.type === "command" || (handler.type === "http" && !writesHttp(handler, target));
  if (!isCommand || contractOf(source) === contractOf(target) || source?.agent === target.agent) return false;
  if (neutralEvent(event) === undefined || !isReadEvent(hook, target)) return false;
  // At another of its events the agent would have sent something else.
  return source === undefined || (hasShim(source.agent) && notesOf(hook, source.agent).event === undefined);
}

/** The hook program knows the native event to which it is written. */
function isReadEvent(hook: ManifestHook, target: Target): boolean {
  const { event: noted } = notesOf(hook, target.agent);
  const native = noted !== undefined && eventIn(noted, target) === hook.event ? noted : nativeEvent(hook.event, target);
  return target.form.sendsOther !== true && native !== undefined && lookUp(target.facts.events, native)?.event === neutralEvent(hook.event);
}

/** The runtime answers before any agent stops waiting. */
const LONGEST_SECONDS = 57;

/** `isFiltered`: the agent's matcher does not say it. */
export function shimmedHook(
  hook: ManifestHook,
  source: Target | undefined,
  target: Target,
  isFiltered: boolean,
  lose: Lose,
): ShimmedHook & { readonly timeout: number } {
  const { handler, name, blocking, matcher, degradation, capabilities } = hook;
  const { platform, env, cwd, timeout_action } = handler;
  const filter = source === undefined ? undefined : filterOf(hook, source, isFiltered);
  const data = source === undefined ? {} : dataOf(hook, source.agent);
  return {
    ...(name === undefined ? {} : { name }),
    blocking: blocking === true,
    ...(isFiltered && matcher !== undefined && hasTool(hook.event) ? { matcher } : {}),
    ...(filter === undefined ? {} : { filter }),
    ...(isEmpty(platform) ? {} : { platform }),
    ...(isEmpty(env) ? {} : { env }),
    ...(cwd === undefined ? {} : { cwd }),
    timeout: secondsFor(hook, source, lose),
    ...(timeout_action === undefined ? {} : { timeout_action }),
    ...(handler.async === true && target.form.fields.async === undefined ? { async: true } : {}),
    ...(degradation === undefined ? {} : { degradation }),
    ...(capabilities === undefined ? {} : { capabilities }),
    ...(isEmpty(data) ? {} : { data }),
  };
}

/** Beyond the handler's own time the agent waits for the shim's answer. */
export function waitingSeconds(seconds: number): number {
  return Math.ceil(seconds) + 2;
}

function secondsFor({ handler: { timeout = 0 }, event }: ManifestHook, source: Target | undefined, lose: Lose): number {
  const neutral = neutralEvent(event);
  const most = Math.min(LONGEST_SECONDS, budgetOf(neutral ?? null).answerMs / 1000);
  if (timeout > most) lose("handler.timeout", `Symposium ends a hook of this event after ${most} s`, "changed");
  return Math.min(timeout > 0 ? timeout : defaultSeconds(source), most);
}

function defaultSeconds(source: Target | undefined): number {
  const time = source?.facts.timeout.value;
  if (time === undefined || time === null) return DEFAULT_SECONDS;
  return time.unit === "milliseconds" ? time.default / 1000 : time.default;
}

/** In the source's own names; its condition counts wherever the hook runs. */
function filterOf(hook: ManifestHook, source: Target, isFiltered: boolean): NativeFilter | undefined {
  const condition = source.files.condition === undefined ? undefined : lookUp(dataOf(hook, source.agent), source.files.condition);
  const atoms = isFiltered ? atomsOf(hook, source) : undefined;
  const filter = { ...(atoms === undefined ? {} : { atoms }), ...(typeof condition === "string" ? { condition } : {}) };
  return isEmpty(filter) ? undefined : filter;
}

function atomsOf(hook: ManifestHook, source: Target): NativeFilter["atoms"] {
  const { matcher: own } = notesOf(hook, source.agent);
  if (!hasTool(hook.event)) return own === undefined ? undefined : source.files.matcher?.read(own);
  return elementsOf(hook.matcher ?? []).flatMap((element) => {
    const translated = toAtoms(element, source, source);
    return translated.kind === "atoms" ? translated.atoms : [];
  });
}

function isEmpty(value: object | undefined): boolean {
  return value === undefined || Object.keys(value).length === 0;
}
