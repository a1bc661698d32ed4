/** Between the matchers of a manifest and an agent's own names for tools. */

import type { NativeAtom } from "../canonical/native-filter.ts";
import type { ManifestMatcher, MatcherElement } from "../canonical/hook-manifest.ts";
import { ANY_SERVER } from "../canonical/manifest-matcher.ts";
import { parsePattern } from "../canonical/linear-regex/parse.ts";
import { matches } from "../canonical/linear-regex/run.ts";
import { NEUTRAL_TOOLS, type NeutralTool } from "../canonical/tool.ts";
import { entriesOf, hasWord, lookUp } from "../lookup.ts";
import { nativeTools, type Target } from "./target.ts";

export function matcherOf(elements: readonly MatcherElement[]): ManifestMatcher {
  return elements.length === 1 ? elements[0]! : elements;
}

function isNeutralTool(word: string): word is NeutralTool {
  return hasWord(NEUTRAL_TOOLS, word);
}

/** What became of one element on its way to an agent. */
export type Translated =
  | { readonly kind: "atoms"; readonly atoms: readonly NativeAtom[]; readonly note?: TranslationNote }
  /** The agent has no such tool. */
  | { readonly kind: "missing" }
  /** It cannot be said in this agent's names. */
  | { readonly kind: "inexpressible"; readonly why: string };

/** Why the atoms are not quite the element. */
export type TranslationNote = "unknown-name" | "covered" | "pattern-untranslated";

/** `source`: the agent for which a pattern was written, where that is known. */
export function toAtoms(element: MatcherElement, target: Target, source: Target | undefined): Translated {
  if (typeof element === "string") return named(element, target, source?.agent === target.agent);
  if ("mcp" in element) {
    const { server, tool } = element.mcp;
    if (server === ANY_SERVER && tool === undefined) return { kind: "atoms", atoms: [{ kind: "any-mcp" }] };
    if (server === ANY_SERVER) return { kind: "inexpressible", why: `${target.title} cannot match one tool of every server` };
    const atom: NativeAtom = { kind: "mcp", server, ...(tool === undefined ? {} : { tool }) };
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

/** `isOwn`: the name is one of this agent. */
function named(word: string, target: Target, isOwn: boolean): Translated {
  if (!isNeutralTool(word))
    return {
      kind: "atoms",
      atoms: [asRead(word, target)],
      ...(isOwn ? {} : { note: "unknown-name" as const }),
    };
  // Before its own tool for it: an agent may use that one in some versions only.
  const covered = lookUp(target.files.covers ?? {}, word);
  if (covered !== undefined) return { kind: "atoms", atoms: [{ kind: "tool", name: covered }], note: "covered" };
  const names = nativeTools(word, target);
  const used = target.files.matcher?.single === true ? names.slice(0, 1) : names;
  if (used.length === 0) return { kind: "missing" };
  const doesMore = used.some((name) => coveredBy(name, target).length > 0);
  return { kind: "atoms", atoms: used.map((name) => ({ kind: "tool", name })), ...(doesMore ? { note: "covered" as const } : {}) };
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
    else if (atom.kind === "mcp") add({ mcp: { server: atom.server, ...(atom.tool === undefined ? {} : { tool: atom.tool }) } });
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
