/** Whether a matcher can match: names of tools differ from agent to agent, and upper and lower case count. */

import { AGENTS } from "../../agents/list.ts";
import { createSelector, type Matcher, selectorOf } from "../../canonical/matcher.ts";
import { meaningOf } from "../../canonical/event.ts";
import { isPortableFormat } from "../../canonical/handler-format.ts";
import { NEUTRAL_TOOLS } from "../../canonical/tool.ts";
import { edits } from "../../documents/similar-word.ts";
import { entriesOf } from "../../lookup.ts";
import type { Hook } from "../../plugins/plugin.ts";

export interface MatcherTrouble {
  readonly message: string;
  readonly hint: string;
}

/** Names that mean the same tool on every agent; Claude's come first, because manifests are written in them. */
const PORTABLE: readonly string[] = [...Object.values(NEUTRAL_TOOLS), "Task", ...Object.keys(NEUTRAL_TOOLS)];

const NATIVE: readonly { readonly title: string; readonly agent: string; readonly names: readonly string[] }[] = AGENTS.map(
  ({ name, title, tools }) => ({
    agent: name,
    title,
    names: [...entriesOf<unknown>(tools.names), ...entriesOf<unknown>(tools.beside ?? {})].map(([tool]) => tool),
  }),
);

/** Agents and MCP servers have tools that we do not know, so only what is close to a known name is doubted. */
export function matcherTrouble({ event, matcher, format, agent }: Hook): MatcherTrouble | undefined {
  // In an agent's own format the names are its own.
  if (!("event" in event) || !meaningOf(event.event).hasTool || !isPortableFormat(format)) return undefined;
  const native = agent === undefined ? NATIVE : NATIVE.filter((one) => one.agent === agent);
  if (matcher.kind === "words") return firstOf(matcher.words, (word) => wordTrouble(word, native, agent !== undefined));
  return matcher.kind === "pattern" ? patternTrouble(matcher, native) : undefined;
}

function wordTrouble(word: string, native: typeof NATIVE, isForOne: boolean): MatcherTrouble | undefined {
  if (PORTABLE.includes(word) || word.startsWith("mcp__")) return undefined;
  const having = native.filter(({ names }) => names.includes(word));
  const meant = PORTABLE.find((name) => name.toLowerCase() === word.toLowerCase());
  if (having.length > 0) {
    if (isForOne || meant === undefined) return undefined;
    const message = `\`${word}\` matches on ${having.map(({ title }) => title).join(", ")} only`;
    return { message, hint: `write \`${meant}\` for every agent` };
  }
  const near = meant ?? [...PORTABLE, ...native.flatMap(({ names }) => names)].find((name) => edits(name, word) === 1);
  return near === undefined
    ? undefined
    : { message: `no agent has a tool \`${word}\`, so it matches nothing`, hint: `did you mean \`${near}\`?` };
}

function patternTrouble(matcher: Extract<Matcher, { kind: "pattern" }>, native: typeof NATIVE): MatcherTrouble | undefined {
  const fits = createSelector([...PORTABLE, ...native.flatMap(({ names }) => names)]);
  const inAnyCase: Matcher = { ...matcher, text: `(?i)${matcher.text}` };
  if (fits(selectorOf(matcher)) || !fits(selectorOf(inAnyCase))) return undefined;
  return {
    message: "no tool of any agent matches the pattern, because upper and lower case count",
    hint: `write ${JSON.stringify(inAnyCase.text)}`,
  };
}

function firstOf<T, R>(all: readonly T[], ask: (one: T) => R | undefined): R | undefined {
  for (const one of all) {
    const answer = ask(one);
    if (answer !== undefined) return answer;
  }
  return undefined;
}
