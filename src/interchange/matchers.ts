/** Between the matchers of a manifest and an agent's own names for tools (IX-6): what cannot be said exactly is never said roughly. */

import type { HookFiles } from "../agents/hook-files.ts";
import { HOOK_FILES } from "../agents/hook-files-list.ts";
import { entriesOf, hasWord, lookUp } from "../lookup.ts";
import { elementsOf, hasTool, type ManifestHook, type ManifestMatcher, type MatcherElement } from "../model/hook-manifest.ts";
import { ANY_SERVER, type NativeAtom } from "../model/manifest-matcher.ts";
import { matches } from "../model/match-pattern.ts";
import { parsePattern } from "../model/pattern.ts";
import { NEUTRAL_TOOLS, type NeutralTool } from "../model/tool.ts";
import { notesOf } from "../plugins/hook-manifest/native-filter.ts";
import { nativeEvent, nativeTools, type Target, targetFor } from "./target.ts";

export interface MatcherNote {
  readonly element: MatcherElement;
  readonly note: TranslationNote | "missing";
}

export type MatcherPlan =
  | {
      readonly kind: "written";
      /** One entry for each; `undefined` is an entry without a matcher. */
      readonly texts: readonly (string | undefined)[];
      /** What each of them selects, as the agent's own reader of manifests would say it. */
      readonly elements?: readonly (readonly MatcherElement[])[];
      readonly notes: readonly MatcherNote[];
    }
  /** Our shim tests it. `text` selects these tools and perhaps others. */
  | { readonly kind: "filtered"; readonly text?: string }
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
  // The shim of the hook's own agent can also test its matcher at an event without a tool.
  const isTested = hasTool(hook.event) || (source !== undefined && notesOf(hook, source.agent).matcher !== undefined);
  if (plan.kind === "inexpressible") return isTested ? { kind: "filtered" } : plan;
  if (plan.kind !== "written") return plan;
  // A name that we do not know may be that of a server's tool, which has another name here.
  if (source !== undefined && plan.notes.some(({ note }) => note === "unknown-name")) return { kind: "filtered" };
  if (!plan.notes.some(({ note }) => note === "covered")) return plan;
  const [text] = plan.texts;
  return { kind: "filtered", text: plan.texts.length > 1 ? undefined : text };
}

function planWithout(hook: ManifestHook, native: string, target: Target, source: Target | undefined): MatcherPlan {
  const own = notesOf(hook, target.agent).matcher;
  if (!hasTool(hook.event)) return own === undefined ? planWords(hook, native, target) : written(own);
  const { matcher: syntax } = target.files;
  if (hook.matcher === undefined) return written(own !== undefined && syntax?.read(own) === undefined ? own : undefined);
  if (syntax === undefined) return { kind: "inexpressible", why: `${target.title} calls every hook for every tool` };
  const read = own === undefined ? undefined : syntax.read(own);
  // The agent's own text still says what the manifest does.
  const isSame = read !== undefined && JSON.stringify(matcherOf(fromAtoms(read, target))) === JSON.stringify(hook.matcher);
  return isSame ? written(own, elementsOf(hook.matcher)) : planElements(elementsOf(hook.matcher), syntax, target, source);
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
  return written(lookUp(target.facts.events, native)?.everything);
}

const WORDS = /^\w+(?:\|\w+)*$/;

function written(text: string | undefined, elements?: readonly MatcherElement[]): MatcherPlan {
  return { kind: "written", texts: [text], elements: elements && [elements], notes: [] };
}

/** The matcher that encoding writes, for a decoded hook of the same agent. */
export function nativeMatcher(hook: ManifestHook, source: Target): string | undefined {
  const own = source.files.speaksInterchange === true ? undefined : source;
  const plan = hook.matcher === undefined || !hasTool(hook.event) ? undefined : planMatcher(hook, "", source, own);
  const isExact = plan?.kind === "written" && plan.texts.length === 1 && plan.notes.every(({ note }) => note !== "pattern-untranslated");
  return isExact ? plan.texts[0] : undefined;
}

function planElements(
  elements: readonly MatcherElement[],
  syntax: NonNullable<HookFiles["matcher"]>,
  target: Target,
  source: Target | undefined,
): MatcherPlan {
  const atoms: NativeAtom[] = [];
  const notes: MatcherNote[] = [];
  for (const element of elements) {
    const one = isNamedAlready(element, elements, source) ? ({ kind: "missing" } as const) : toAtoms(element, target, source);
    if (one.kind === "inexpressible") return one;
    if (one.kind === "missing") notes.push({ element, note: "missing" });
    else {
      for (const atom of one.atoms) if (!atoms.some((other) => JSON.stringify(other) === JSON.stringify(atom))) atoms.push(atom);
      if (one.note !== undefined) notes.push({ element, note: one.note });
    }
  }
  if (atoms.length === 0) return { kind: "nothing" };
  const groups = syntax.single === true ? atoms.map((atom) => [atom]) : [atoms];
  const texts = groups.map((group) => syntax.write(group));
  if (texts.includes(undefined)) return { kind: "inexpressible", why: `${target.title} has no matcher for exactly these tools` };
  const told = notes.filter(({ note, element }) => !isCoveredBoth(note, element, elements, target));
  return { kind: "written", texts, elements: groups.map((group) => fromAtoms(group, target)), notes: told };
}

/** A tool of the source that does the same as one that is in the list: `MultiEdit` beside `file_edit`. */
function isNamedAlready(element: MatcherElement, elements: readonly MatcherElement[], source: Target | undefined): boolean {
  const same = typeof element === "string" ? lookUp(source?.facts.tools.beside ?? {}, element) : undefined;
  return same !== undefined && same !== element && elements.includes(same);
}

/** For a hook that is for two tools, one that does both loses nothing. */
function isCoveredBoth(note: string, element: MatcherElement, elements: readonly MatcherElement[], target: Target): boolean {
  if (note !== "covered") return false;
  const one = toAtoms(element, target, undefined);
  const names = one.kind === "atoms" ? fromAtoms(one.atoms, target) : [];
  return names.every((name) => elements.includes(name));
}

export function matcherOf(elements: readonly MatcherElement[]): ManifestMatcher {
  return elements.length === 1 ? elements[0]! : elements;
}

function isNeutralTool(word: string): word is NeutralTool {
  return hasWord(NEUTRAL_TOOLS, word);
}

type Translated =
  | { readonly kind: "atoms"; readonly atoms: readonly NativeAtom[]; readonly note?: TranslationNote }
  | { readonly kind: "missing" }
  | { readonly kind: "inexpressible"; readonly why: string };

type TranslationNote = "unknown-name" | "covered" | "pattern-untranslated";

/** `source`: the agent for which a pattern was written, where that is known. */
export function toAtoms(element: MatcherElement, target: Target, source: Target | undefined): Translated {
  if (typeof element === "string") return named(element, target, source?.agent === target.agent);
  if ("mcp" in element) {
    const { server, tool } = element.mcp;
    if (server === ANY_SERVER && tool === undefined) return { kind: "atoms", atoms: [{ kind: "any-mcp" }] };
    if (server === ANY_SERVER) return { kind: "inexpressible", why: `${target.title} cannot match one tool of every server` };
    const atom: NativeAtom = tool === undefined ? { kind: "mcp", server } : { kind: "mcp", server, tool };
    if (source !== undefined && source.agent !== target.agent && isRespelled(atom, source))
      return { kind: "inexpressible", why: `${source.title} writes \`-\` as \`_\` in the name of a server's tool` };
    return { kind: "atoms", atoms: [target.files.matcher?.respelled?.(atom) ?? atom] };
  }
  if (source?.agent === target.agent) return { kind: "atoms", atoms: [{ kind: "pattern", text: element.pattern }] };
  if (source === undefined) return neutralPattern(element.pattern, target);
  // It may find any number of tools that we do not know.
  return { kind: "inexpressible", why: `the pattern ${JSON.stringify(element.pattern)} is for the tool names of ${source.title}` };
}

/** The agent's name may be that of a tool which others spell differently. */
function isRespelled(atom: NativeAtom, { files: { matcher } }: Target): boolean {
  const other = JSON.parse(JSON.stringify(atom).replaceAll("_", "-")) as NativeAtom;
  const seen = (one: NativeAtom) => JSON.stringify(matcher?.respelled?.(one) ?? one);
  return JSON.stringify(other) !== JSON.stringify(atom) && seen(other) === seen(atom);
}

/** A pattern of the format finds neutral names as well as the agent's own. */
function neutralPattern(text: string, target: Target): Translated {
  const words = foundIn(Object.keys(NEUTRAL_TOOLS), text);
  const atoms: NativeAtom[] = [{ kind: "pattern", text }];
  let note: TranslationNote = "pattern-untranslated";
  for (const word of words) {
    const one = named(word, target, false);
    const more = one.kind === "atoms" ? one.atoms.filter((atom) => atom.kind === "tool" && foundIn([atom.name], text).length === 0) : [];
    if (fromAtoms(more, target).some((does) => !(words as readonly MatcherElement[]).includes(does))) note = "covered";
    atoms.push(...more.filter((atom) => !atoms.some((other) => JSON.stringify(other) === JSON.stringify(atom))));
  }
  return { kind: "atoms", atoms, note };
}

function foundIn(names: readonly string[], text: string): readonly string[] {
  const parsed = parsePattern(text);
  return parsed.ok ? names.filter((name) => matches(parsed.pattern, name)) : [];
}

function named(word: string, target: Target, isOwn: boolean): Translated {
  if (!isNeutralTool(word)) return { kind: "atoms", atoms: [asRead(word, target)], note: isOwn ? undefined : ("unknown-name" as const) };
  // The covering tool comes before the agent's own one, which it may use in some versions only.
  const covered = lookUp(target.files.covers ?? {}, word);
  if (covered !== undefined) return { kind: "atoms", atoms: [{ kind: "tool", name: covered }], note: "covered" };
  const names = nativeTools(word, target);
  const used = target.files.matcher?.single === true ? names.slice(0, 1) : names;
  if (used.length === 0) return { kind: "missing" };
  const doesMore = used.some((name) => coveredBy(name, target).length > 0);
  return { kind: "atoms", atoms: used.map((name) => ({ kind: "tool", name })), note: doesMore ? ("covered" as const) : undefined };
}

/** What the agent's tool does beside the neutral tool that it is named for. */
function coveredBy(native: string, { files }: Target): readonly string[] {
  return entriesOf<string>(files.covers ?? {}).flatMap(([word, name]) => (name === native ? [word] : []));
}

/** What the agent takes the name for: `mcp__github__list` is the tool of a server, and `Bash` may be another name of its own shell. */
function asRead(word: string, { files: { matcher } }: Target): NativeAtom {
  const atom: NativeAtom = { kind: "tool", name: word };
  const text = matcher?.write([atom]);
  const [read, ...more] = (text === undefined ? undefined : matcher?.read(text)) ?? [];
  return more.length === 0 && (read?.kind === "tool" || (read?.kind === "mcp" && read.tool !== undefined)) ? read : atom;
}

/**
 * The elements that these atoms are, with neutral names where the agent's table has them. A tool that does two things is both of them:
 * a hook for `apply_patch` guards new files too, and on another agent those may come from a tool of their own.
 */
export function fromAtoms(atoms: readonly NativeAtom[], target: Target): MatcherElement[] {
  const elements: MatcherElement[] = [];
  const add = (element: MatcherElement) => {
    const text = JSON.stringify(element);
    if (!elements.some((one) => JSON.stringify(one) === text)) elements.push(element);
  };
  for (const atom of atoms) {
    if (atom.kind === "pattern") add({ pattern: atom.text });
    else if (atom.kind === "any-mcp") add({ mcp: { server: ANY_SERVER } });
    else if (atom.kind === "mcp") add({ mcp: { server: atom.server, tool: atom.tool } });
    else {
      const neutral = lookUp(target.facts.tools.names, atom.name);
      const does = [...(neutral === undefined ? [] : [neutral]), ...coveredBy(atom.name, target)];
      for (const word of does) add(word);
      // A native name that is also a neutral one, of another tool or of none.
      if (does.length === 0) add(isNeutralTool(atom.name) ? { pattern: `^${atom.name}$` } : atom.name);
    }
  }
  return elements;
}
