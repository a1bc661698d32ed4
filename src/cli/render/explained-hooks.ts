/** What each hook becomes on each agent, as people see it: a block for each hook, a line for each agent, losses below. */

import type { Explanation } from "../../app/hooks/explain.ts";
import type { ConversionLoss, HookResult } from "../../convert/conversion-loss.ts";
import type { ExplainedHook, ExplainedOnAgent } from "../../convert/explain.ts";
import { consequenceOf } from "../../convert/sentence.ts";
import type { Ink, Style } from "../report/reporter.ts";
import { type Cell, columns } from "../terminal/columns.ts";

const RESULTS: Readonly<Record<HookResult, readonly [word: string, ink: Ink]>> = {
  same: ["same", "good"],
  changed: ["changed", "caution"],
  observes: ["observes only", "caution"],
  blocks: ["always blocks", "caution"],
  excluded: ["left out", "bad"],
  refused: ["refused", "bad"],
};

export interface ExplanationStyle {
  readonly style: Style;
  /** Losses that change nothing are shown too. */
  readonly verbose: boolean;
}

export function renderExplanation({ hooks }: Explanation, how: ExplanationStyle): string[] {
  if (hooks.length === 0) return ["there are no hooks"];
  return hooks.flatMap((hook, at) => [...(at === 0 ? [] : [""]), ...hookLines(hook, how)]);
}

function hookLines({ hook, event, agents }: ExplainedHook, how: ExplanationStyle): string[] {
  const { style } = how;
  const rows = agents.map((one): Cell[] => {
    const [word, ink] = RESULTS[one.result];
    return [one.title, [ink, word], entriesText(one)];
  });
  const lines = columns(rows, style);
  return [
    `${style("strong", hook)} ${style("faint", `(${event})`)}`,
    ...agents.flatMap((one, at) => [`  ${lines[at] ?? ""}`, ...ownLines(one, style), ...lossLines(one.losses, how)]),
  ];
}

/** Its native events with their matchers. */
function entriesText({ entries }: ExplainedOnAgent): string {
  const places = entries.map(({ event, matcher }) => (matcher === undefined ? event : `${event} ${matcher}`));
  return [...new Set(places)].join(", ");
}

/** Losses do not say it: another agent has no such event. */
function ownLines({ own = [] }: ExplainedOnAgent, style: Style): string[] {
  return own.map(({ event, prevents }) => `      ${style("faint", `${event}: a denial prevents ${prevents ?? "nothing"}`)}`);
}

function lossLines(losses: readonly ConversionLoss[], { style, verbose }: ExplanationStyle): string[] {
  return losses
    .filter(({ severity }) => verbose || severity !== "info")
    .map((loss) => `      ${style("faint", `${loss.field}: ${consequenceOf(loss)}`)}`);
}
