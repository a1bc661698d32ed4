/** What a search found, as people see it: a block for each source. */

import type { PluginHere } from "../../app/plugins/plugin-here.ts";
import type { SearchResult } from "../../app/plugins/search-plugins.ts";
import { nextLines } from "./last-lines.ts";
import type { Style } from "../report/reporter.ts";

export function renderSearch({ query, sources }: SearchResult, style: Style, calledAs: string): string[] {
  if (sources.length === 0) return [`no plugins matching \`${query}\` found`];
  const lines = sources.flatMap(({ name, found }) => [
    style("strong", `from ${name}:`),
    ...found.flatMap((one) => [
      `  ${one.name}${one.kind === "skill" ? " (skill)" : ""}${dormant(one, calledAs)}`,
      ...(one.description === undefined ? [] : [`    ${style("faint", one.description.replaceAll(/\s+/g, " "))}`]),
    ]),
    "",
  ]);
  return [...lines, ...nextLines([`run \`${calledAs} plugin show <name>\` to see one`], { style })];
}

function dormant({ name, state }: PluginHere, calledAs: string): string {
  return state === "dormant" ? `  dormant: \`${calledAs} use ${name}\` wakes it` : "";
}
