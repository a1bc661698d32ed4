/** The user's decisions as people see them. */

import type { ListedDecisions, ListedSubject } from "../../app/trust/list-decisions.ts";
import type { Ink } from "../report/reporter.ts";
import { columns } from "../terminal/columns.ts";
import { originText } from "./consent.ts";
import type { RenderOptions } from "./options.ts";
import { shortPath } from "./short-path.ts";

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
  { style, home, calledAs }: Pick<RenderOptions, "style" | "home" | "calledAs">,
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
