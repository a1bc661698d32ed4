/** `trust list`: what waits for a decision here, and what was decided. */

import { listDecisions, type ListedDecisions, type ListedSubject } from "../setup/trust/show-decisions.ts";
import { command } from "./command.ts";
import { originText } from "./consent-report.ts";
import { columns } from "./terminal/layout.ts";
import { answer, type Ink } from "./terminal/reporter.ts";
import { renderOptions, type RenderOptions, shortPath } from "./terminal/text.ts";

export const trustListCommand = command({
  brief: "List plugins that wait for your consent, and your decisions",
  about:
    "Lists each plugin of a package or of this repository that would run code: accepted, declined, waiting, or changed since you accepted it.\n" +
    "Then lists your decisions in other workspaces.",
  examples: ["", "--json"],
  async run(cli) {
    const decisions = listDecisions(cli);
    answer(cli, decisions, (style) => renderDecisions(decisions, renderOptions(cli, style)));
  },
});

const INKS: Readonly<Record<ListedSubject["state"], Ink>> = {
  accepted: "good",
  declined: "faint",
  disabled: "faint",
  unneeded: "faint",
  waiting: "caution",
  candidate: "caution",
  changed: "caution",
  unknown: "bad",
  missing: "bad",
};

export function renderDecisions(
  { workspace, problem, plugins, elsewhere }: ListedDecisions,
  { style, home, calledAs }: RenderOptions,
): string[] {
  const here = plugins.map(({ plugin, id, version, state, because }) => [
    [INKS[state], state] as const,
    plugin,
    ["faint", version === undefined ? originText(id) : `${originText(id)} ${version}`] as const,
    because ??
      (state === "missing"
        ? "accepted, and no longer found"
        : state === "candidate"
          ? "a dependency brings it, and you have not enabled it"
          : ""),
  ]);
  const others = elsewhere.map(({ decision, plugin, subject, version, scope, workspace: where, date }) => [
    [INKS[decision], decision] as const,
    plugin,
    ["faint", version === undefined ? subject.replace(/^repository:\.$/, "repository") : `${subject} ${version}`] as const,
    date.slice(0, 10),
    scope === "everywhere" ? "everywhere" : shortPath(where, home),
  ]);
  const isOpen = plugins.some(({ state }) => ["waiting", "changed", "candidate"].includes(state));
  return [
    ...(problem === undefined ? [] : [`${style("bad", "the record permits nothing")}: ${problem}`]),
    ...(plugins.length > 0 ? columns(here, style) : [workspace === null ? "not in a workspace" : "no plugin here needs your consent"]),
    ...(isOpen ? [`${style("pointer", "next")}: run \`${calledAs} trust accept <plugin>\` to read what it would run, and decide`] : []),
    ...(others.length === 0 ? [] : ["", style("strong", "in other workspaces"), ...columns(others, style).map((line) => `  ${line}`)]),
  ];
}
