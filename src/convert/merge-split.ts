/**
 * A hook that needs several entries in an agent's file is one hook in a manifest: where each kind of tool has its own event, and where
 * an entry can name one tool only. Entries that differ in nothing but their tools are merged, and the order of every event stays.
 */

import { elementsOf, type ManifestHook, type ManifestMatcher, type MatcherElement } from "../canonical/hook-manifest.ts";
import { matcherOf } from "./matcher-elements.ts";
import type { Target } from "./target.ts";

export interface DecodedEntry {
  readonly native: string;
  readonly hook: ManifestHook;
  /** Its matcher is tested by our shim, and so is not what its events say. */
  readonly isFiltered?: boolean;
}

interface Merged {
  readonly natives: string[];
  readonly isFiltered: boolean;
  hook: ManifestHook;
}

export function mergeSplit(entries: readonly DecodedEntry[], { files }: Target): ManifestHook[] {
  const encoded = (files.split ?? []).filter(({ isEncoded }) => isEncoded === true);
  const merged: Merged[] = [];
  const next = new Map<string, number>();
  for (const { native, hook, isFiltered = false } of entries) {
    const isSplit = encoded.some((one) => one.native === native);
    const at = isSplit
      ? splitPartner(merged, native, hook, next.get(native) ?? 0)
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

function splitPartner(merged: readonly Merged[], native: string, hook: ManifestHook, from: number): number {
  const key = keyOf(hook);
  return merged.findIndex((one, at) => at >= from && !one.natives.includes(native) && keyOf(one.hook) === key);
}

/** The entry before it in the same event. */
function lastPartner(merged: readonly Merged[], native: string, hook: ManifestHook): number {
  const at = merged.findLastIndex((one) => one.natives.includes(native));
  const before = merged[at]?.hook;
  if (before?.matcher === undefined || hook.matcher === undefined || keyOf(before) !== keyOf(hook)) return -1;
  return sharesElement(before.matcher, hook.matcher) ? -1 : at;
}

/** Of two entries for the same tool both run. */
function sharesElement(first: ManifestMatcher, second: ManifestMatcher): boolean {
  const texts = new Set(elementsOf(first).map((element) => JSON.stringify(element)));
  return elementsOf(second).some((element) => texts.has(JSON.stringify(element)));
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
