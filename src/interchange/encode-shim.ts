/** Hooks that are written as calls of our shim (IX-12): which these are, what the shim must know besides the command, and their entries. */

import { hasShim } from "../agents/find-agent.ts";
import { shimEntryText } from "../agents/shim-entry.ts";
import { lookUp } from "../lookup.ts";
import { budgetOf } from "../model/event.ts";
import {
  DEFAULT_SECONDS,
  dialectOf,
  elementsOf,
  hasTool,
  type ManifestHandler,
  type ManifestHook,
  neutralEvent,
} from "../model/hook-manifest.ts";
import type { NativeFilter } from "../model/manifest-matcher.ts";
import { parsePattern } from "../model/pattern.ts";
import { INTERCHANGE_SOURCE, type ShimmedHook } from "../model/shimmed-hook.ts";
import { dataOf, notesOf, splitFor } from "../plugins/hook-manifest/native-filter.ts";
import { asCommand, type CommandPlace, commandText, type EncodedHandler, encodeHandler } from "./encode-handler.ts";
import { leftOut, type Lose } from "./losses.ts";
import { toAtoms } from "./matchers.ts";
import type { NativePlace } from "./native-events.ts";
import { eventIn, nativeEvent, type Target, targetFor } from "./target.ts";

/** One for each place; `undefined` where the command could never work. */
export function encodeShimmed(
  hook: ManifestHook,
  places: readonly NativePlace[],
  target: Target,
  { source, shim, base = "" }: CommandPlace & { readonly source: Target | undefined; readonly shim: ShimOptions },
  lose: Lose,
): readonly EncodedHandler[] | undefined {
  const handler = hook.handler.type === "http" ? asCommand(hook.handler) : hook.handler;
  const commands = placedCommands(handler, target, { base, isSet: source?.files.projectVariables ?? [] });
  if (commands.broken !== undefined) return lose("handler.command", commands.broken, leftOut(hook));
  for (const change of commands.changes) lose("handler.command", change, "adapted");
  const isFiltered = places.some((place) => place.isFiltered === true);
  const passed = shimmedHook({ ...hook, handler: { ...handler, ...commands.placed } }, source, target, isFiltered, lose);
  const { command = "" } = commands.placed;
  const encoded: EncodedHandler[] = [];
  const isJson = target.readsJson || target.files.speaksInterchange === true;
  for (const { native } of places) {
    const text = shimEntryText({
      source: dialectOf(hook) ?? INTERCHANGE_SOURCE,
      on: target.agent,
      event: native,
      denies: isJson && lookUp(target.facts.events, native)?.byExitCode !== true ? "json" : "exit-code",
      inEnvelope: target.files.speaksInterchange === true ? (true as const) : undefined,
      hook: passed,
      command,
      ...shim,
    });
    // What is lost is told once.
    const one = encodeHandler(calling(hook, handler, passed, text, target), target, {}, encoded.length === 0 ? lose : () => {});
    if (one === undefined) return undefined;
    encoded.push({ entry: one.entry, reduced: { ...one.reduced, ...restored(passed, command) } });
  }
  return encoded;
}

/** What the entry of our shim says of a handler: reading it again gives the same. */
export function restored({ platform, env, cwd, timeout, timeout_action, async: isAsync }: ShimmedHook, command: string) {
  return present({ command, platform, cwd, env, timeout, timeout_action, async: isAsync });
}

/** Without the fields that have no value: they would hide those that they are spread over. */
export function present<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/** The hook as the agent sees it: what the shim does itself is not in its fields. */
function calling(hook: ManifestHook, handler: ManifestHandler, { timeout = 0 }: ShimmedHook, command: string, { form }: Target) {
  const { platform: _platform, env: _env, cwd: _cwd, timeout: _timeout, timeout_action: _action, ...rest } = handler;
  // Beyond the handler's own time the agent waits for the shim's answer.
  const waits = form.fields.timeout === undefined ? undefined : Math.ceil(timeout) + 2;
  return { ...hook, name: form.fields.name && hook.name, handler: { ...rest, command, timeout: waits } };
}

function placedCommands({ command = "", platform }: ManifestHandler, target: Target, place: CommandPlace) {
  const usual = commandText(command.replaceAll("\0", ""), target, place);
  if (usual.broken !== undefined) return { broken: usual.broken };
  const changes = new Set(usual.changes);
  const others = Object.entries(platform ?? {}).map(([name, one]) => {
    const text = commandText(one, target, place);
    for (const change of text.changes) changes.add(change);
    return [name, text.command];
  });
  return { placed: { command: usual.command, platform: platform && (Object.fromEntries(others) as Record<string, string>) }, changes };
}

export interface ShimOptions {
  /** Our directory, absolute, where the user moved it. */
  readonly place?: string;
}

/** What a plan must know for a shim; nothing where commands are to be called directly. */
export function shimming(noShim: boolean | undefined, place?: string): { readonly shim?: ShimOptions } {
  return noShim === true ? {} : { shim: place === undefined ? {} : { place } };
}

export function writtenFor(hook: ManifestHook): Target | undefined {
  return targetFor(dialectOf(hook) ?? INTERCHANGE_SOURCE);
}

export function contractOf({ agent, files }: Target): string {
  return files.speaksInterchange === true ? INTERCHANGE_SOURCE : agent;
}

/** The agent sends a program something else than it was written for. */
export function isForeign(hook: ManifestHook, target: Target): boolean {
  return ["command", "http"].includes(hook.handler.type) && (dialectOf(hook) ?? INTERCHANGE_SOURCE) !== contractOf(target);
}

/** For a command with another agent's payload, the event needs a neutral meaning; the format's own payload can name any event. */
export function canShim(hook: ManifestHook, target: Target, source: Target | undefined): boolean {
  if (!isForeign(hook, target) || !isReadEvent(hook, target)) return false;
  if (source === undefined) return dialectOf(hook) === undefined;
  return neutralEvent(hook.event) !== undefined && hasShim(source.agent) && isServed(hook, source);
}

/** The hook's own agent has the event that it is for, and that agent's shim can make it of a neutral one. */
function isServed(hook: ManifestHook, source: Target): boolean {
  const native = notesOf(hook, source.agent).event ?? nativeEvent(hook.event, source);
  if (native === undefined) return false;
  return splitFor(hook, source.files, native) !== undefined || eventIn(native, source) === hook.event;
}

/** The hook program knows the native event to which it is written. */
function isReadEvent(hook: ManifestHook, target: Target): boolean {
  const { event: noted } = notesOf(hook, target.agent);
  const native = noted !== undefined && eventIn(noted, target) === hook.event ? noted : nativeEvent(hook.event, target);
  const known = native === undefined ? undefined : lookUp(target.facts.events, native);
  return target.form.sendsOther !== true && known !== undefined && known.event === neutralEvent(hook.event);
}

/** The runtime answers before any agent stops waiting. */
const LONGEST_SECONDS = 57;

/** `isFiltered`: the agent cannot express the hook's matcher, so our shim tests it. */
function shimmedHook(hook: ManifestHook, source: Target | undefined, target: Target, isFiltered: boolean, lose: Lose) {
  const { handler, name, blocking, matcher, degradation, capabilities } = hook;
  const { platform, env, cwd, timeout_action } = handler;
  const filter = source === undefined ? undefined : filterOf(hook, source, isFiltered);
  const data = source === undefined ? {} : dataOf(hook, source.agent);
  return {
    name,
    event: neutralEvent(hook.event) === undefined ? hook.event : undefined,
    blocking: blocking === true,
    matcher: isFiltered && matcher !== undefined && hasTool(hook.event) ? matcher : undefined,
    filter,
    platform: isEmpty(platform) ? undefined : platform,
    env: isEmpty(env) ? undefined : env,
    cwd,
    timeout: secondsFor(hook, source, lose),
    timeout_action,
    async: handler.async === true && target.form.fields.async === undefined ? true : undefined,
    degradation,
    capabilities,
    data: isEmpty(data) ? undefined : data,
  };
}

function secondsFor({ handler: { timeout = 0 }, event }: ManifestHook, source: Target | undefined, lose: Lose): number {
  const neutral = neutralEvent(event);
  const most = Math.min(LONGEST_SECONDS, budgetOf(neutral ?? null).answerMs / 1000);
  if (timeout > most) lose("handler.timeout", `Symposium ends a hook of this event after ${most} s`, "changed");
  const usual = source?.facts.timeout.value ?? { unit: "seconds", default: DEFAULT_SECONDS };
  const seconds = usual.unit === "milliseconds" ? usual.default / 1000 : usual.default;
  return Math.min(timeout > 0 ? timeout : seconds, most);
}

/** The shim can test the hook's matcher: it has no pattern that we cannot read, such as one with a lookaround. */
export function canTest(hook: ManifestHook, source: Target | undefined): boolean {
  const own = (source === undefined ? undefined : atomsOf(hook, source)) ?? [];
  const texts = [
    ...own.flatMap((atom) => (atom.kind === "pattern" ? [atom.text] : [])),
    ...elementsOf(hook.matcher ?? []).flatMap((element) => (typeof element === "object" && "pattern" in element ? [element.pattern] : [])),
  ];
  return texts.every((text) => parsePattern(text).ok);
}

/** In the source's own names. The source's condition counts wherever the hook runs, and so does its event, where several mean the same. */
function filterOf(hook: ManifestHook, source: Target, isFiltered: boolean): NativeFilter | undefined {
  const { event } = notesOf(hook, source.agent);
  const condition = source.files.condition === undefined ? undefined : lookUp(dataOf(hook, source.agent), source.files.condition);
  // The event itself is for one kind of tool.
  const isSplit = event !== undefined && splitFor(hook, source.files, event) !== undefined;
  const atoms = isFiltered && !isSplit ? atomsOf(hook, source) : undefined;
  const filter = present({ event, atoms, condition: typeof condition === "string" ? condition : undefined });
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
