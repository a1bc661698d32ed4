/** What a search found, as people see it: a block for each source. */

import type { PluginHere } from "../../app/plugins/plugin-here.ts";
import type { SearchResult } from "../../app/plugins/search-plugins.ts";
import type { RegistryResult } from "../../app/plugins/search-registries.ts";
import { printable } from "../../platform/printable.ts";
import { nextLines } from "./last-lines.ts";
import type { Style } from "../report/reporter.ts";

export function renderSearch({ query, sources, registries = [] }: SearchResult, style: Style, calledAs: string): string[] {
  const answered = registries.filter(({ found }) => found.length > 0);
  if (sources.length === 0 && answered.length === 0) return [`no plugins matching \`${query}\` found`];
  const lines = [
    ...sources.flatMap((source) => sourceLines(source, style, calledAs)),
    ...answered.flatMap((one) => registryLines(one, style)),
  ];
  const next = [
    ...(sources.length === 0 ? [] : [`run \`${calledAs} plugin show <name>\` to see one`]),
    ...(answered.length === 0 ? [] : [`run \`${calledAs} use <ecosystem>:<name>\` to use what a package brings`]),
  ];
  return [...lines, ...nextLines(next, { style })];
}

function sourceLines({ name, found }: SearchResult["sources"][number], style: Style, calledAs: string): string[] {
  return [
    style("strong", `from ${name}:`),
    ...found.flatMap((one) => [
      `  ${one.name}${one.package?.version === undefined ? "" : ` ${one.package.version}`}${one.kind === "skill" ? " (skill)" : ""}${dormant(one, calledAs)}`,
      ...descriptionLines(one.description, style),
      ...(one.skillsFound ?? []).flatMap((skill) => [
        `    ${printable(skill.name)} (skill)`,
        ...descriptionLines(skill.description, style).map((line) => `  ${line}`),
      ]),
    ]),
    "",
  ];
}

/** Whether a package brings a plugin is known when it is fetched. */
function registryLines({ ecosystem, registry = "", found, hasMore }: RegistryResult, style: Style): string[] {
  return [
    style("strong", `packages of ${printable(registry)}:`),
    ...found.flatMap(({ name, version, description }) => [
      `  ${printable(`${ecosystem}:${name} ${version}`)}`,
      ...descriptionLines(description, style),
    ]),
    ...(hasMore ? ["  and more"] : []),
    "",
  ];
}

function descriptionLines(description: string | undefined, style: Style): string[] {
  return description === undefined ? [] : [`    ${style("faint", printable(description.replaceAll(/\s+/g, " ")))}`];
}

function dormant({ name, state, change }: PluginHere, calledAs: string): string {
  if (state === "candidate" && change !== undefined) return `  not enabled: \`${calledAs} ${change}\` enables it`;
  return state === "dormant" ? `  dormant: \`${calledAs} use ${name}\` enables it` : "";
}
