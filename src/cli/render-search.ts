/** What a search found, as people see it: a block for each source. */

import type { PluginHere } from "../app/plugins/plugin-here.ts";
import type { SearchResult } from "../app/plugins/search-plugins.ts";
import { printable } from "../platform/printable.ts";
import type { Style } from "./reporter.ts";

export function renderSearch({ query, sources }: SearchResult, style: Style, calledAs: string): string {
  if (sources.length === 0) return `no plugins matching \`${query}\` found`;
  const blocks = sources.map(({ name, found }) => [
    style("strong", `from ${name}:`),
    ...found.flatMap((one) => [
      `  ${one.name}${one.kind === "skill" ? " (skill)" : ""}${dormant(one, calledAs)}`,
      ...(one.description === undefined ? [] : [`    ${style("faint", one.description.replaceAll(/\s+/g, " "))}`]),
    ]),
  ]);
  return blocks.map((lines) => lines.map(printable).join("\n")).join("\n\n");
}

function dormant({ name, state }: PluginHere, calledAs: string): string {
  return state === "dormant" ? `  dormant: \`${calledAs} use ${name}\` wakes it` : "";
}
