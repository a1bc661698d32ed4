/** Reads an agent's hooks as a manifest (IX-4, IX-5). What has no neutral place goes into `provider_data` of that agent. */

import { hasShim } from "../agents/find-agent.ts";
import { decodeHandler, isUnreadable, type NativeHook } from "../agents/hook-files.ts";
import { readShimEntry } from "../agents/shim-entry.ts";
import {
  dialectData,
  elementsOf,
  HANDLER_TYPES,
  hasTool,
  type HookManifest,
  type ManifestHandler,
  type ManifestHook,
  type ManifestMatcher,
  type MatcherElement,
} from "../model/hook-manifest.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { INTERCHANGE_SOURCE, readShimmedHook, type ShimmedHook } from "../model/shimmed-hook.ts";
import { hookLabel } from "../plugins/hook-manifest/hook-manifest-text.ts";
import type { NativeNotes } from "../plugins/hook-manifest/native-filter.ts";
import { contractOf, present, restored } from "./encode-shim.ts";
import type { ConversionLoss } from "./losses.ts";
import { fromAtoms, matcherOf, nativeMatcher } from "./matchers.ts";
import { blocksAsRead, eventIn, nativeEvent, type Target } from "./target.ts";

type DecodeResult =
  | { readonly ok: true; readonly manifest: HookManifest; readonly losses: readonly ConversionLoss[] }
  | { readonly ok: false; readonly place: readonly (string | number)[]; readonly message: string };

export function decodeHooks(document: Json, source: Target): DecodeResult {
  const read = source.form.read(document);
  if (isUnreadable(read)) return { ok: false, ...read };
  const losses: ConversionLoss[] = [];
  const hooks: ManifestHook[] = [];
  const decoded = read.map((native) => ({ native: native.event, ...decodedHook(native, source) }));
  for (const hook of mergeSplit(decoded, source)) {
    const loss = lossOf(hook, hooks.length, source);
    if (loss === undefined) hooks.push(hook);
    else losses.push(loss);
  }
  return { ok: true, manifest: { spec: "hooks/1.0", hooks }, losses };
}

function decodedHook(native: NativeHook, source: Target): Omit<DecodedEntry, "native"> {
  const split = source.files.split?.find((one) => one.native === native.event);
  const event = split?.event ?? eventIn(native.event, source) ?? native.event;
  const decoded = decodeHandler(native.entry, source.form.fields);
  // As it was before it was converted, where our shim calls it.
  const shimmed = restoredHook(decoded.handler, native.event, source);
  const given = shimmed?.hook;
  const handler = shimmed?.handler ?? decoded.handler;
  const hook: ManifestHook = {
    name: decoded.name ?? given?.name,
    event,
    matcher: given?.matcher ?? split?.matcher ?? decodedMatcher(native, event, source),
    handler,
    degradation: given?.degradation,
    capabilities: given?.capabilities,
    blocking: given?.blocking ?? decoded.blocking ?? blocksAsRead(event, native.event, handler.async === true, source),
  };
  const isUsualEvent = split === undefined ? nativeEvent(event, source) === native.event : split.isEncoded === true;
  const notes = set<NativeNotes>({
    event: shimmed !== undefined || isUsualEvent ? undefined : native.event,
    matcher: shimmed !== undefined || native.matcher === nativeMatcher(hook, source) ? undefined : native.matcher,
    group: native.group,
    with_previous: native.withPrevious,
  });
  const data = set({
    ...(shimmed && { [shimmed.source]: shimmed.hook.data }),
    [source.agent]: set({ ...decoded.rest, native: notes }),
    ...spoken(shimmed?.source ?? contractOf(source)),
  });
  return { isFiltered: given?.matcher !== undefined, hook: { ...hook, provider_data: data as ManifestHook["provider_data"] } };
}

function set<T extends object>(fields: T): JsonObject | undefined {
  const kept = present(fields);
  return Object.keys(kept).length === 0 ? undefined : (kept as JsonObject);
}

/** So that the next reader of the manifest gives the command what it was written for. */
function spoken(contract: string): NonNullable<ManifestHook["provider_data"]> {
  return contract === INTERCHANGE_SOURCE ? {} : dialectData(contract);
}

function decodedMatcher({ matcher }: NativeHook, event: string, source: Target): ManifestMatcher | undefined {
  const atoms = matcher === undefined || !hasTool(event) ? undefined : source.files.matcher?.read(matcher);
  return atoms === undefined || atoms.length === 0 ? undefined : matcherOf(fromAtoms(atoms, source));
}

function lossOf(hook: ManifestHook, index: number, { agent, title, form }: Target): ConversionLoss | undefined {
  const about = { hook: hookLabel(hook, index), index, agent, strategy: "none", blocking: hook.blocking === true } as const;
  const excluded = { effect: "excluded", severity: "warning" } as const;
  if (hook.handler.type === "command" && hook.handler.command === undefined)
    return { ...about, field: "handler.command", reason: `${title} has an entry without a command`, ...excluded };
  const type = HANDLER_TYPES.find((one) => one === hook.handler.type);
  // The agent itself skips it.
  if (type !== undefined && form.fields.type !== undefined && form.fields.type.words[type] === undefined)
    return { ...about, field: "handler.type", reason: `${title} has no ${type} hooks`, ...excluded };
  return undefined;
}

/** A hook that is called through our shim is the hook that it was before the conversion (IX-5, IX-8). */
interface RestoredHook {
  readonly source: string;
  readonly handler: ManifestHandler;
  readonly hook: ShimmedHook;
}

/** `undefined` for any other entry, for one that was moved to another event or agent, and for one of an agent that we do not know. */
function restoredHook(handler: ManifestHandler, native: string, { agent }: Target): RestoredHook | undefined {
  const entry = handler.command === undefined ? undefined : readShimEntry(handler.command);
  if (entry === undefined || entry.on !== agent || entry.event !== native) return undefined;
  if (entry.source !== INTERCHANGE_SOURCE && !hasShim(entry.source)) return undefined;
  const hook = readShimmedHook(entry.hook);
  const { timeout: _timeout, ...rest } = handler;
  return { source: entry.source, handler: { ...rest, ...restored(hook, entry.command) }, hook };
}

interface DecodedEntry {
  readonly native: string;
  readonly hook: ManifestHook;
  /** Its matcher is tested by our shim, and so is not what its events say. */
  readonly isFiltered: boolean;
}

interface Merged {
  readonly natives: string[];
  readonly isFiltered: boolean;
  hook: ManifestHook;
}

/**
 * A hook that needs several entries in an agent's file is one hook in a manifest: where each kind of tool has its own event, and where
 * an entry can name one tool only. Entries that differ in nothing but their tools are merged, and the order of every event stays.
 */
function mergeSplit(entries: readonly DecodedEntry[], { files }: Target): ManifestHook[] {
  const encoded = (files.split ?? []).filter(({ isEncoded }) => isEncoded === true);
  const merged: Merged[] = [];
  const next = new Map<string, number>();
  for (const { native, hook, isFiltered } of entries) {
    const isSplit = encoded.some((one) => one.native === native);
    const key = keyOf(hook);
    const at = isSplit
      ? merged.findIndex((one, at) => at >= (next.get(native) ?? 0) && !one.natives.includes(native) && keyOf(one.hook) === key)
      : files.matcher?.single === true
        ? lastPartner(merged, native, hook)
        : -1;
    const partner = merged[at];
    if (partner === undefined) merged.push({ natives: [native], isFiltered, hook });
    else {
      partner.natives.push(native);
      partner.hook = { ...partner.hook, matcher: joined(partner.hook.matcher, hook.matcher) };
    }
    next.set(native, (partner === undefined ? merged.length - 1 : at) + 1);
  }
  return merged.map(({ natives, hook, isFiltered }) => {
    if (isFiltered) return hook;
    const all = encoded.filter(({ event }) => event === hook.event);
    return all.length > 0 && all.every((one) => natives.includes(one.native)) ? withoutMatcher(hook) : hook;
  });
}

function lastPartner(merged: readonly Merged[], native: string, hook: ManifestHook): number {
  const at = merged.findLastIndex((one) => one.natives.includes(native));
  const before = merged[at]?.hook;
  if (before?.matcher === undefined || hook.matcher === undefined || keyOf(before) !== keyOf(hook)) return -1;
  // Of two entries for the same tool both run.
  const texts = new Set(elementsOf(before.matcher).map((element) => JSON.stringify(element)));
  return elementsOf(hook.matcher).some((element) => texts.has(JSON.stringify(element))) ? -1 : at;
}

function keyOf(hook: ManifestHook): string {
  return JSON.stringify(withoutMatcher(hook));
}

function withoutMatcher(hook: ManifestHook): ManifestHook {
  const { matcher: _matcher, ...rest } = hook;
  return rest;
}

/** The elements of both, each once; the first matcher itself where the second adds none. */
function joined(first: ManifestMatcher | undefined, second: ManifestMatcher | undefined): ManifestMatcher {
  const elements: MatcherElement[] = first === undefined ? [] : [...elementsOf(first)];
  const texts = new Set(elements.map((element) => JSON.stringify(element)));
  const added = (second === undefined ? [] : elementsOf(second)).filter((element) => !texts.has(JSON.stringify(element)));
  return added.length === 0 && first !== undefined ? first : matcherOf([...elements, ...added]);
}
