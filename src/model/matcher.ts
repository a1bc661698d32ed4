/** Which tool calls a hook applies to (RT-10), and the short text for it in the dispatch index. */

import { parseJson } from "./json.ts";
import { matches } from "./match-pattern.ts";
import { parsePattern } from "./pattern.ts";
import { ALL, comparable, isMcpName, withoutDashes } from "./tool.ts";

export type Matcher =
  | { readonly kind: "all" }
  /** One of these must equal a name of the tool. */
  | { readonly kind: "words"; readonly words: readonly string[] }
  /** Must be found somewhere in a name of the tool. */
  | { readonly kind: "pattern"; readonly text: string }
  /** Must be found somewhere in the agent's own name of the tool, or in a neutral one. */
  | { readonly kind: "manifest-pattern"; readonly text: string }
  | { readonly kind: "any"; readonly of: readonly Matcher[] };

interface InvalidMatcher {
  readonly kind: "invalid";
  readonly message: string;
}

/** A matcher as manifests write it; absent, empty and `*` mean every tool. */
export function parseMatcher(text: string | undefined): Matcher | InvalidMatcher {
  if (text === undefined || text === "" || text === "*") return { kind: "all" };
  if (WORDS.test(text)) return { kind: "words", words: text.split("|") };
  const parsed = parsePattern(text);
  if (parsed.ok) return { kind: "pattern", text };
  return { kind: "invalid", message: `${parsed.message} (character ${parsed.at + 1} of the matcher)` };
}

const WORDS = /^[\w@/:-]+(?:\|[\w@/:-]+)*$/;

/** Plain characters up to a special or optional one. */
const LEADING = /^\^?([\w@/:-]*?)(?:[\w@/:-][*?{]|[^\w@/:-]|$)/;
const WORD_MARK = "=";
const PATTERN_MARK = "~";
const MANIFEST_MARK = "@";
const ANY_MARK = "?";

/** `*`, `=Bash|Read`, `~^mcp__`, `@^run_` or `?` and a list of these. */
export function selectorOf(matcher: Matcher): string {
  if (matcher.kind === "all" || (matcher.kind === "pattern" && matcher.text === ".*")) return ALL;
  if (matcher.kind === "words") return WORD_MARK + matcher.words.map(comparable).join("|");
  if (matcher.kind === "any") return ANY_MARK + JSON.stringify(matcher.of.map(selectorOf));
  const mark = matcher.kind === "pattern" ? PATTERN_MARK : MANIFEST_MARK;
  return mark + matcher.text;
}

/** The words of a selector made of words, for lookup; `undefined` where the selector must be tried. */
export function wordsOf(selector: string): readonly string[] | undefined {
  return selector.startsWith(WORD_MARK) ? selector.slice(WORD_MARK.length).split("|") : undefined;
}

/**
 * The test of selectors against the names of one tool call. Made once per hook call and asked once per hook, so a word costs
 * one lookup in a map, and a pattern is tried once however many hooks have it. An unreadable selector selects nothing.
 * `forPatterns` are the names that patterns of hook manifests are searched in.
 */
export function createSelector(names: readonly string[], forPatterns: readonly string[] = names): (selector: string) => boolean {
  const mcp = names.filter(isMcpName).map(comparable);
  const others = names.filter((name) => !isMcpName(name));
  const words = new Set([...mcp, ...others]);
  const known = new Map([[ALL, true]]);
  for (const word of words) known.set(WORD_MARK + word, true);
  const selects = (selector: string): boolean => {
    const answer = known.get(selector);
    if (answer !== undefined) return answer;
    if (selector.startsWith(WORD_MARK))
      return (
        selector.includes("|") &&
        selector
          .slice(1)
          .split("|")
          .some((word) => words.has(word))
      );
    const found = isSelected(selector[0], selector.slice(1));
    known.set(selector, found);
    return found;
  };
  const isSelected = (mark: string | undefined, text: string): boolean => {
    if (mark === PATTERN_MARK) return isFound(text, others, false) || isFound(text, mcp, true);
    if (mark === MANIFEST_MARK) return isFound(text, forPatterns, false);
    return mark === ANY_MARK && partsOf(text).some(selects);
  };
  return selects;
}

function partsOf(text: string): readonly string[] {
  const parts = parseJson(text);
  return Array.isArray(parts) ? (parts.filter((part) => typeof part === "string" && !part.startsWith(ANY_MARK)) as string[]) : [];
}

export function isFoundWithoutDashes(text: string, names: readonly string[]): boolean {
  return isFound(text, names.map(withoutDashes), true);
}

function isFound(text: string, names: readonly string[], foldDashes: boolean): boolean {
  const leading = leadingText(text);
  const needed = foldDashes ? withoutDashes(leading) : leading;
  if (!names.some((name) => name.includes(needed))) return false;
  const parsed = parsePattern(text, { foldDashes });
  return parsed.ok && names.some((name) => matches(parsed.pattern, name));
}

/** The text that every match contains, found without parsing: it rules out most patterns, which are for another tool. */
function leadingText(text: string): string {
  return text.includes("|") ? "" : (LEADING.exec(text)?.[1] ?? "");
}
