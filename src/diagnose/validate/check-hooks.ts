/** What a hook manifest says and its author would not want: scripts that cannot start, matchers that match nothing. */

import { AGENTS } from "../../agents/list.ts";
import type { Context } from "../../context.ts";
import type { Problem } from "../../files/problem.ts";
import { edits } from "../../files/similar-word.ts";
import { entriesOf } from "../../lookup.ts";
import { meaningOf } from "../../model/event.ts";
import { isPortableFormat } from "../../model/handler-formats.ts";
import { createSelector, type Matcher, selectorOf } from "../../model/matcher.ts";
import { NEUTRAL_TOOLS } from "../../model/tool.ts";
import type { Hook, Plugin } from "../../plugins/plugin.ts";
import { programTrouble, type Trouble } from "./check-programs.ts";

/** A hook of a `SYMPOSIUM.toml` starts a program; only a manifest has lines for the shell. */
export function isOfHookManifest({ command, format }: Pick<Hook, "command" | "format">): boolean {
  return command.kind === "shell" && format === "interchange";
}

export function manifestTroubles({ hooks, hooksManifest, manifest }: Plugin, context: Pick<Context, "os" | "env">): readonly Problem[] {
  return hooks.filter(isOfHookManifest).flatMap((hook) => {
    const [script] = hook.command.args;
    const program = script === undefined ? undefined : programTrouble({ kind: "executable", path: script, args: [] }, context);
    const matcher = matcherTrouble(hook);
    const troubles: Trouble[] = [
      ...(program === undefined ? [] : [{ ...program, hint: hintFor(program) }]),
      ...(matcher === undefined ? [] : [{ severity: "warning" as const, ...matcher }]),
    ];
    return troubles.map(({ message, ...rest }) => ({ file: hooksManifest ?? manifest, message: `${hook.name}: ${message}`, ...rest }));
  });
}

function hintFor({ severity, hint = "" }: Trouble): string {
  return severity === "error" ? "scripts start at the manifest's folder" : hint.replace(", or declare it as `script`", "");
}

type MatcherTrouble = Pick<Problem, "message" | "hint">;

/** Names that mean the same tool on every agent; Claude's come first, because manifests are written in them. */
const PORTABLE: readonly string[] = [...Object.values(NEUTRAL_TOOLS), "Task", ...Object.keys(NEUTRAL_TOOLS)];

const NATIVE: readonly { readonly title: string; readonly agent: string; readonly names: readonly string[] }[] = AGENTS.map(
  ({ name, title, tools }) => ({
    agent: name,
    title,
    names: [...entriesOf<unknown>(tools.names), ...entriesOf<unknown>(tools.beside ?? {})].map(([tool]) => tool),
  }),
);

/**
 * Whether a matcher can match: names of tools differ from agent to agent, and upper and lower case count. Agents and MCP servers have tools that
 * we do not know, so only what is close to a known name is doubted.
 */
export function matcherTrouble({ event, matcher, format, agent }: Hook): MatcherTrouble | undefined {
  // In an agent's own format the names are its own.
  if (!("event" in event) || !meaningOf(event.event).hasTool || !isPortableFormat(format)) return undefined;
  const native = agent === undefined ? NATIVE : NATIVE.filter((one) => one.agent === agent);
  if (matcher.kind === "words")
    return matcher.words.map((word) => wordTrouble(word, native, agent !== undefined)).find((trouble) => trouble !== undefined);
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
