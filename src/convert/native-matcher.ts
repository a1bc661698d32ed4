/** A hook's matcher in an agent's own words (IX-6): what cannot be said exactly is never said roughly. */

import { HOOK_FILES } from "../agents/native-list.ts";
import type { NativeAtom } from "../canonical/native-filter.ts";
import { elementsOf, type ManifestHook, type MatcherElement } from "../canonical/hook-manifest.ts";
import { hasTool } from "../canonical/manifest-events.ts";
import { lookUp } from "../lookup.ts";
import { fromAtoms, matcherOf, toAtoms, type TranslationNote } from "./matcher-elements.ts";
import { notesOf } from "../hook-manifest/native-notes.ts";
import { nativeEvent, type Target, targetFor } from "./target.ts";

export type MatcherPlan =
  | {
      readonly kind: "written";
      /** One entry for each; `undefined` is an entry without a matcher. */
      readonly texts: readonly (string | undefined)[];
      /** What each of them selects, as the agent's own reader of manifests would say it. */
      readonly elements?: readonly (readonly MatcherElement[])[];
      readonly notes: readonly { readonly element: MatcherElement; readonly note: TranslationNote | "missing" }[];
    }
  /** Our shim tests it. `text` selects these tools and perhaps others. */
  | { readonly kind: "filtered"; readonly text?: string }
  /** The agent has none of these tools. */
  | { readonly kind: "nothing" }
  | { readonly kind: "inexpressible"; readonly why: string };

/** For an agent whose events fire for every tool. With `canFilter`, what the agent cannot say is left to our shim. */
export function planMatcher(
  hook: ManifestHook,
  native: string,
  target: Target,
  source: Target | undefined,
  canFilter = false,
): MatcherPlan {
  const plan = planWithout(hook, native, target, source);
  if (!canFilter) return plan;
  if (plan.kind === "inexpressible") return hasTool(hook.event) || isWordOf(source, hook) ? { kind: "filtered" } : plan;
  if (plan.kind !== "written") return plan;
  // A name that we do not know may be that of a server's tool, which has another name here.
  if (source !== undefined && plan.notes.some(({ note }) => note === "unknown-name")) return { kind: "filtered" };
  if (!plan.notes.some(({ note }) => note === "covered")) return plan;
  const [text] = plan.texts;
  return { kind: "filtered", ...(text === undefined || plan.texts.length > 1 ? {} : { text }) };
}

/** The matcher at an event without a tool is one that the shim of the hook's own agent can test. */
function isWordOf(source: Target | undefined, hook: ManifestHook): boolean {
  return source !== undefined && notesOf(hook, source.agent).matcher !== undefined;
}

function planWithout(hook: ManifestHook, native: string, target: Target, source: Target | undefined): MatcherPlan {
  const own = notesOf(hook, target.agent).matcher;
  if (!hasTool(hook.event)) return own === undefined ? planWords(hook, native, target) : written(own, undefined);
  const { matcher: syntax } = target.files;
  if (hook.matcher === undefined)
    return own !== undefined && (syntax === undefined || syntax.read(own) === undefined)
      ? written(own, undefined)
      : written(undefined, undefined);
  if (syntax === undefined) return { kind: "inexpressible", why: `${target.title} calls every hook for every tool` };
  if (own !== undefined && isSame(own, hook, target)) return written(own, elementsOf(hook.matcher));
  const translated = translatedElements(elementsOf(hook.matcher), target, source);
  if (translated.kind !== "atoms") return translated;
  const { atoms, notes } = translated;
  const groups = syntax.single === true ? atoms.map((atom) => [atom]) : [atoms];
  const texts = groups.map((group) => syntax.write(group));
  if (texts.includes(undefined)) return { kind: "inexpressible", why: `${target.title} has no matcher for exactly these tools` };
  return { kind: "written", texts, elements: groups.map((group) => fromAtoms(group, target)), notes };
}

/** Another agent's matcher for an event without a tool: words such as `startup`, which some agents share. */
function planWords(hook: ManifestHook, native: string, target: Target): MatcherPlan {
  for (const { agent, wordMatchers = [] } of HOOK_FILES) {
    const { matcher, event } = agent === target.agent ? {} : notesOf(hook, agent);
    if (matcher === undefined || matcher === "" || matcher === "*") continue;
    const theirs = targetFor(agent);
    const isShared = wordMatchers.includes(event ?? (theirs === undefined ? "" : (nativeEvent(hook.event, theirs) ?? "")));
    if (isShared && target.files.wordMatchers?.includes(native) === true && WORDS.test(matcher))
      return { kind: "written", texts: matcher.split("|"), notes: [] };
    return { kind: "inexpressible", why: `${target.title} cannot limit the hook to ${JSON.stringify(matcher)}` };
  }
  return written(lookUp(target.facts.events, native)?.everything, undefined);
}

const WORDS = /^\w+(?:\|\w+)*$/;

function written(text: string | undefined, elements: readonly MatcherElement[] | undefined): MatcherPlan {
  return { kind: "written", texts: [text], ...(elements === undefined ? {} : { elements: [elements] }), notes: [] };
}

/** The matcher that encoding writes, for a decoded hook of the same agent. */
export function nativeMatcher(hook: ManifestHook, source: Target): string | undefined {
  const own = source.files.speaksInterchange === true ? undefined : source;
  const plan = hook.matcher === undefined || !hasTool(hook.event) ? undefined : planMatcher(hook, "", source, own);
  const isExact = plan?.kind === "written" && plan.texts.length === 1 && plan.notes.every(({ note }) => note !== "pattern-untranslated");
  return isExact ? plan.texts[0] : undefined;
}

type TranslatedElements =
  | {
      readonly kind: "atoms";
      readonly atoms: readonly NativeAtom[];
      readonly notes: readonly { readonly element: MatcherElement; readonly note: TranslationNote | "missing" }[];
    }
  | Extract<MatcherPlan, { kind: "nothing" | "inexpressible" }>;

function translatedElements(elements: readonly MatcherElement[], target: Target, source: Target | undefined): TranslatedElements {
  const atoms: NativeAtom[] = [];
  const notes: { element: MatcherElement; note: TranslationNote | "missing" }[] = [];
  for (const element of elements) {
    const one = isNamedAlready(element, elements, source) ? ({ kind: "missing" } as const) : toAtoms(element, target, source);
    if (one.kind === "inexpressible") return one;
    if (one.kind === "missing") notes.push({ element, note: "missing" });
    else {
      for (const atom of one.atoms) if (!atoms.some((other) => JSON.stringify(other) === JSON.stringify(atom))) atoms.push(atom);
      if (one.note !== undefined) notes.push({ element, note: one.note });
    }
  }
  return atoms.length === 0
    ? { kind: "nothing" }
    : { kind: "atoms", atoms, notes: notes.filter(({ note, element }) => !isCoveredBoth(note, element, elements, target)) };
}

/** A tool of the source that does the same as one that is in the list: `MultiEdit` beside `file_edit`. */
function isNamedAlready(element: MatcherElement, elements: readonly MatcherElement[], source: Target | undefined): boolean {
  const same = typeof element === "string" ? lookUp(source?.facts.tools.beside ?? {}, element) : undefined;
  return same !== undefined && same !== element && elements.includes(same);
}

/** A tool that does two things costs a hook nothing that is for both. */
function isCoveredBoth(note: string, element: MatcherElement, elements: readonly MatcherElement[], target: Target): boolean {
  if (note !== "covered") return false;
  const one = toAtoms(element, target, undefined);
  const names = one.kind === "atoms" ? fromAtoms(one.atoms, target) : [];
  return names.every((name) => elements.includes(name));
}

/** Whether the agent's own text still says what the manifest does. */
function isSame(text: string, hook: ManifestHook, target: Target): boolean {
  const atoms = target.files.matcher?.read(text);
  return atoms !== undefined && JSON.stringify(matcherOf(fromAtoms(atoms, target))) === JSON.stringify(hook.matcher);
}
