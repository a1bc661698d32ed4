/** The native events to which a hook is written, with its matcher for each: one, or one for each kind of tool. */

import { hasWord } from "../lookup.ts";
import { elementsOf, hasTool, type ManifestHook, type MatcherElement } from "../model/hook-manifest.ts";
import { NEUTRAL_TOOLS } from "../model/tool.ts";
import { notesOf, splitFor } from "../plugins/hook-manifest/native-filter.ts";
import { leftOut, type Lose } from "./losses.ts";
import { type MatcherNote, type MatcherPlan, planMatcher } from "./matchers.ts";
import { eventIn, nativeEvent, type Target } from "./target.ts";

export interface NativePlace {
  readonly native: string;
  readonly matcher?: string;
  /** What it selects; absent: every tool. */
  readonly elements?: readonly MatcherElement[];
  readonly isFiltered?: true;
}

/** `undefined` where the hook has no place; the loss says why. `canFilter` as in `planMatcher`. */
export function planEvents(
  hook: ManifestHook,
  target: Target,
  { source, canFilter }: { readonly source: Target | undefined; readonly canFilter: boolean },
  lose: Lose,
): readonly NativePlace[] | undefined {
  const { event: noted, matcher: own } = notesOf(hook, target.agent);
  const split = noted === undefined ? undefined : splitFor(hook, target.files, noted);
  if (split !== undefined) return [{ native: split.native, matcher: own, elements: elementsOf(split.matcher) }];
  if (target.files.split?.some(({ event, isEncoded }) => event === hook.event && isEncoded === true) === true)
    return splitPlaces(hook, target, { source, canFilter }, lose);
  const native = noted !== undefined && (eventIn(noted, target) ?? noted) === hook.event ? noted : nativeEvent(hook.event, target);
  if (native === undefined) return lose("event", `${target.title} has no event ${hook.event}`, "excluded");
  if (hook.matcher !== undefined && !hasTool(hook.event)) lose("matcher", "the event has no tool", "unwritten");
  const plan = planMatcher(hook, native, target, source, canFilter);
  if (plan.kind === "filtered") return filtered(hook, [{ native, matcher: plan.text }]);
  if (plan.kind !== "written") return unwritten(plan, hook, target, lose);
  tellNotes(plan.notes, target, lose);
  return plan.texts.map((matcher, at) => ({ native, matcher, elements: plan.elements && (plan.elements[at] ?? []) }));
}

/** All places together decode as one hook with its own matcher. */
function filtered({ matcher, event }: ManifestHook, places: readonly NativePlace[]): readonly NativePlace[] {
  const all = matcher === undefined || !hasTool(event) ? undefined : elementsOf(matcher);
  return places.map(({ native, matcher: text }, at) => ({ native, matcher: text, isFiltered: true, elements: at === 0 ? all : [] }));
}

function splitPlaces(
  hook: ManifestHook,
  target: Target,
  { source, canFilter }: { readonly source: Target | undefined; readonly canFilter: boolean },
  lose: Lose,
): readonly NativePlace[] | undefined {
  const splits = (target.files.split ?? []).filter(({ event, isEncoded }) => event === hook.event && isEncoded === true);
  const places = splits.map(({ native, matcher }) => ({ native, elements: elementsOf(matcher) }));
  if (hook.matcher === undefined) return places;
  const named = elementsOf(hook.matcher);
  const wanted = new Set<(typeof places)[number]>();
  const notes: MatcherNote[] = [];
  for (const element of named) {
    const text = JSON.stringify(element);
    const found = places.filter(({ elements }) => elements.some((one) => JSON.stringify(one) === text));
    for (const place of found) wanted.add(place);
    if (found.length > 0) continue;
    if (typeof element === "string" && (source === undefined || hasWord(NEUTRAL_TOOLS, element))) notes.push({ element, note: "missing" });
    else if (canFilter) return filtered(hook, places);
    else return lose("matcher", `${target.title} has an event for each kind of tool, and no matcher`, leftOut(hook));
  }
  if (wanted.size === 0) return unwritten({ kind: "nothing" }, hook, target, lose);
  for (const { elements } of wanted) {
    const [element] = elements.filter((one) => named.includes(one));
    if (element !== undefined && elements.some((one) => !named.includes(one))) notes.push({ element, note: "covered" });
  }
  const chosen = places.filter((place) => wanted.has(place));
  if (canFilter && notes.some(({ note }) => note === "covered")) return filtered(hook, chosen);
  tellNotes(notes, target, lose);
  return chosen;
}

function unwritten(
  plan: Extract<MatcherPlan, { kind: "nothing" | "inexpressible" }>,
  hook: ManifestHook,
  target: Target,
  lose: Lose,
): undefined {
  // Without the tool there is nothing to guard.
  if (plan.kind === "nothing") lose("matcher", `${target.title} has no such tool`, "excluded", { severity: "warning" });
  else lose("matcher", plan.why, leftOut(hook));
}

function tellNotes(notes: readonly MatcherNote[], { title }: Target, lose: Lose): void {
  for (const { element, note } of notes) {
    const text = JSON.stringify(element);
    if (note === "missing") lose("matcher", `${title} has no tool ${text}`, "adapted");
    else if (note === "covered") lose("matcher", `${title} has one tool for ${text} and something else`, "changed");
    else if (note === "unknown-name")
      lose("matcher", `${text} is not a neutral name, and is compared with the names of ${title}`, "adapted");
    else lose("matcher", `the pattern ${text} is compared with the tool names of ${title}`, "changed");
  }
}
