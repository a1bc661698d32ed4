/** `hooks explain`: what each hook becomes on each agent. */

import { type ExplainedHook, type ExplainedOnAgent, explainFiles, type Explanation } from "../interchange/explain.ts";
import { consequenceOf, type ConversionLoss, type HookResult } from "../interchange/losses.ts";
import { CHECK_FLAGS, command, parsed, repeatable, several, toggle } from "./command.ts";
import { checkedLosses } from "./hook-losses.ts";
import { warningOf } from "./registration-report.ts";
import { type Cell, columns } from "./terminal/layout.ts";
import { answer, type Ink, type Style } from "./terminal/reporter.ts";
import { renderOptions, type RenderOptions } from "./terminal/text.ts";

/** What each hook becomes on each agent, as people see it: a block for each hook, a line for each agent, losses below. */
const RESULTS: Readonly<Record<HookResult, readonly [word: string, ink: Ink]>> = {
  same: ["same", "good"],
  changed: ["changed", "caution"],
  observes: ["observes only", "caution"],
  blocks: ["always blocks", "caution"],
  excluded: ["left out", "bad"],
  refused: ["refused", "bad"],
};

export const hooksExplainCommand = command({
  brief: "Show what hooks become on each agent, and what is lost",
  about:
    "Reads a manifest or an agent's file, and shows for each hook and agent the event, the matcher, whether it blocks, and what is lost.",
  examples: [
    { input: "hooks.json", brief: "On all agents" },
    { input: "--to gemini --to codex ~/.claude/settings.json", brief: "On two agents" },
  ],
  flags: {
    from: parsed("agent", "Whose files they are: an agent, agent:form, `hooks` for a manifest, or auto (default)"),
    to: repeatable("agent", "An agent, agent:form, or all (repeatable; default: all)"),
    noShim: toggle("Show entries that call your commands directly (default: through symposium-hook)"),
    ...CHECK_FLAGS,
  },
  positional: several("file", "Files with hooks; stdin without any"),
  async run(cli, { from = "auto", to, noShim, check, failOn = "lossy" }, ...files) {
    const result = await explainFiles(cli, { files, stdin: cli.stdin, from, to, noShim });
    for (const problem of result.warnings) cli.report(warningOf(problem));
    answer(cli, result, (style) => renderExplanation(result, renderOptions(cli, style)));
    const failure = check ? checkedLosses(result, failOn) : undefined;
    if (failure !== undefined) throw failure;
  },
});

function renderExplanation({ hooks }: Explanation, how: RenderOptions): string[] {
  if (hooks.length === 0) return ["there are no hooks"];
  return hooks.flatMap((hook, at) => [...(at === 0 ? [] : [""]), ...hookLines(hook, how)]);
}

function hookLines({ hook, event, agents }: ExplainedHook, how: RenderOptions): string[] {
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

function lossLines(losses: readonly ConversionLoss[], { style, verbose }: RenderOptions): string[] {
  return losses
    .filter(({ severity }) => verbose || severity !== "info")
    .map((loss) => `      ${style("faint", `${loss.field}: ${consequenceOf(loss)}`)}`);
}
