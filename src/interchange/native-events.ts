/** The native events to which a hook is written, with its matcher for each: one, or one for each kind of tool. */

import { hasWord } from "../lookup.ts";
import { elementsOf, hasTool, type ManifestHook, type MatcherElement } from "../model/hook-manifest.ts";
import { NEUTRAL_TOOLS } from "../model/tool.ts";
import { notesOf, splitFor } from "../plugins/hook-manifest/native-filter.ts";
import { leftOut, type Lose } from "./losses.ts";
import { type MatcherPlan, planMatcher } from "./matchers.ts";
import { eventIn, nativeEvent, type Target } from "./target.ts";

export interface NativePlace {
  readonly native: string;
  readonly matcher?: string;
  /** What it selects; absent: every tool. */
  readonly elements?: readonly MatcherElement[];
  /** Our shim tests the hook's matcher. */
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
  if (native === undefined) {
    lose("event", `${target.title} has no event ${hook.event}`, "excluded");
    return undefined;
  }
  if (hook.matcher !== undefined && !hasTool(hook.event)) lose("matcher", "the event has no tool", "unwritten");
  const plan = planMatcher(hook, native, target, source, canFilter);
  if (plan.kind === "filtered") return filtered(hook, [{ native, matcher: plan.text }]);
  if (!isWritten(plan, hook, target, lose)) return undefined;
  return plan.texts.map((matcher, at) => ({
    native,
    matcher,
    elements: plan.elements === undefined ? undefined : (plan.elements[at] ?? []),
  }));
}

/** They decode as one hook with its own matcher. */
function filtered({ matcher, event }: ManifestHook, places: readonly NativePlace[]): readonly NativePlace[] {
  const elements = matcher === undefined || !hasTool(event) ? {} : { elements: elementsOf(matcher) };
  return places.map((place, at) => ({ ...place, isFiltered: true, ...(at === 0 ? elements : { elements: [] }) }));
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
  const wanted = new Set<(typeof places)[number]>();
  const notes: TranslatedNote[] = [];
  for (const element of elementsOf(hook.matcher)) {
    const found = placeOf(element, places);
    for (const place of found) wanted.add(place);
    if (found.length > 0) continue;
    if (typeof element === "string" && (source === undefined || hasWord(NEUTRAL_TOOLS, element))) notes.push({ element, note: "missing" });
    else if (canFilter) return filtered(hook, places.map(withoutElements));
    else
      return unwritten(
        { kind: "inexpressible", why: `${target.title} has an event for each kind of tool, and no matcher` },
        hook,
        target,
        lose,
      );
  }
  if (wanted.size === 0) return unwritten({ kind: "nothing" }, hook, target, lose);
  for (const { elements } of wanted) {
    const [named] = elements.filter((one) => elementsOf(hook.matcher ?? []).includes(one));
    if (named !== undefined && elements.some((one) => !elementsOf(hook.matcher ?? []).includes(one)))
      notes.push({ element: named, note: "covered" });
  }
  const chosen = places.filter((place) => wanted.has(place));
  if (canFilter && notes.some(({ note }) => note === "covered")) return filtered(hook, chosen.map(withoutElements));
  tellNotes(notes, target, lose);
  return chosen;
}

function withoutElements({ native }: NativePlace): NativePlace {
  return { native };
}

function placeOf<P extends Required<Pick<NativePlace, "elements">>>(element: MatcherElement, places: readonly P[]): readonly P[] {
  const text = JSON.stringify(element);
  return places.filter(({ elements }) => elements.some((one) => JSON.stringify(one) === text));
}

type Written = Extract<MatcherPlan, { kind: "written" }>;
type Unwritten = Extract<MatcherPlan, { kind: "nothing" | "inexpressible" }>;

function isWritten(plan: Written | Unwritten, hook: ManifestHook, target: Target, lose: Lose): plan is Written {
  if (plan.kind !== "written") unwritten(plan, hook, target, lose);
  else tellNotes(plan.notes, target, lose);
  return plan.kind === "written";
}

function unwritten(plan: Unwritten, hook: ManifestHook, target: Target, lose: Lose): undefined {
  // Without the tool there is nothing to guard.
  if (plan.kind === "nothing") lose("matcher", `${target.title} has no such tool`, "excluded", { severity: "warning" });
  else lose("matcher", plan.why, leftOut(hook));
}

type TranslatedNote = Extract<MatcherPlan, { kind: "written" }>["notes"][number];

function tellNotes(notes: readonly TranslatedNote[], { title }: Target, lose: Lose): void {
  for (const { element, note } of notes) {
    const text = JSON.stringify(element);
    if (note === "missing") lose("matcher", `${title} has no tool ${text}`, "adapted");
    else if (note === "covered") lose("matcher", `${title} has one tool for ${text} and something else`, "changed");
    else if (note === "unknown-name")
      lose("matcher", `${text} is not a neutral name, and is compared with the names of ${title}`, "adapted");
    else lose("matcher", `the pattern ${text} is compared with the tool names of ${title}`, "changed");
  }
}
