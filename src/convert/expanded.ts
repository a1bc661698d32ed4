/** Hooks as a set of event, one tool and handler: two files that give the same set do the same (IX-8). */

import { elementsOf, type ManifestHook, type MatcherElement } from "../canonical/hook-manifest.ts";
import { isObject } from "../canonical/json.ts";
import { hasTool } from "../canonical/manifest-events.ts";
import type { ExpectedHook } from "./plan-hook.ts";
import type { Target } from "./target.ts";

export function expanded(hooks: readonly ManifestHook[], { files }: Target): ExpectedHook[] {
  return hooks.flatMap(({ event, matcher, handler }) =>
    elementsFor(event, matcher, files.split ?? []).map((element) => ({ event, ...(element === undefined ? {} : { element }), handler })),
  );
}

/** Where each kind of tool has its own event, all of them are every tool. */
function elementsFor(
  event: string,
  matcher: ManifestHook["matcher"],
  split: NonNullable<Target["files"]["split"]>,
): readonly (MatcherElement | undefined)[] {
  if (!hasTool(event)) return [undefined];
  if (matcher !== undefined) return elementsOf(matcher);
  const all = split.filter((one) => one.event === event && one.isEncoded === true);
  return all.length === 0 ? [undefined] : all.flatMap((one) => elementsOf(one.matcher));
}

/** What is in one set and not in the other, as text; duplicates count. */
export function difference(left: readonly ExpectedHook[], right: readonly ExpectedHook[]): string | undefined {
  const counts = new Map<string, number>();
  for (const one of left) count(counts, textOf(one), 1);
  for (const one of right) count(counts, textOf(one), -1);
  for (const [text, number] of counts) if (number !== 0) return text;
  return undefined;
}

function count(counts: Map<string, number>, text: string, by: number): void {
  counts.set(text, (counts.get(text) ?? 0) + by);
}

function textOf(hook: ExpectedHook): string {
  return JSON.stringify(ordered(hook));
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isObject(value)) return value ?? null;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, one]) => [key, ordered(one)]),
  );
}
