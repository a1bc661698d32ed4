/** `hooks explain`: what each hook becomes on each agent. */

import { type ExplainedHook, explainFiles } from "../interchange/explain.ts";
import { consequenceOf, type HookResult } from "../interchange/losses.ts";
import { CHECK_FLAGS, command, parsed, repeatable, several, toggle } from "./command.ts";
import { checkedLosses } from "./hook-losses.ts";
import { warningOf } from "./registration-report.ts";
import { type Cell, columns } from "./terminal/layout.ts";
import { answer, type Ink } from "./terminal/reporter.ts";
import { renderOptions, type RenderOptions } from "./terminal/text.ts";

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
    answer(cli, result, (style) => {
      const lines = result.hooks.flatMap((hook, at) => [...(at === 0 ? [] : [""]), ...hookLines(hook, renderOptions(cli, style))]);
      return lines.length === 0 ? ["there are no hooks"] : lines;
    });
    const failure = check ? checkedLosses(result, failOn) : undefined;
    if (failure !== undefined) throw failure;
  },
});

/** A block for a hook: a line for each agent, with its losses below. */
function hookLines({ hook, event, agents }: ExplainedHook, { style, verbose }: RenderOptions): string[] {
  const rows = agents.map((one): Cell[] => {
    const [word, ink] = RESULTS[one.result];
    const places = one.entries.map(({ event: native, matcher }) => (matcher === undefined ? native : `${native} ${matcher}`));
    return [one.title, [ink, word], [...new Set(places)].join(", ")];
  });
  const lines = columns(rows, style);
  return [
    `${style("strong", hook)} ${style("faint", `(${event})`)}`,
    ...agents.flatMap(({ own = [], losses }, at) => {
      const shown = losses.filter(({ severity }) => verbose || severity !== "info");
      // Losses do not say it: another agent has no such event.
      const prevented = own.map((one) => `${one.event}: a denial prevents ${one.prevents ?? "nothing"}`);
      const below = [...prevented, ...shown.map((loss) => `${loss.field}: ${consequenceOf(loss)}`)];
      return [`  ${lines[at] ?? ""}`, ...below.map((line) => `      ${style("faint", line)}`)];
    }),
  ];
}
