/** `search`: what configured sources, packages and registries have. */

import { startedBy } from "../consent/may-consent.ts";
import { type RegistryResult, searchPlugins, type SearchResult } from "../diagnose/search-plugins.ts";
import { printable } from "../model/safe-text.ts";
import type { PluginHere } from "../plugins/here/plugin-here.ts";
import { argument, command, toggle } from "./command.ts";
import { answer, say, type Style } from "./terminal/reporter.ts";
import { nextLines, versioned } from "./terminal/text.ts";

export const searchCommand = command({
  brief: "Search for plugins and skills",
  about:
    "Searches names and descriptions, in any case, of all plugins in the sources of config.toml that are on this machine, of what dependencies\n" +
    "bring, and of the skills inside them. At a terminal or with --registry it also asks the registries of the workspace's package managers.",
  examples: ["serde", { input: "serde --registry", brief: "Ask the registries too, without a terminal" }],
  flags: { registry: toggle("Ask the registries too (default at a terminal)") },
  positional: argument("query", "A part of a name or description"),
  async run(cli, { registry }, query) {
    // PL-32: an agent directs no request.
    const mayAsk = (registry || cli.terminal !== undefined) && cli.update !== "none" && startedBy(cli) === undefined;
    const found = await searchPlugins(cli, query, { registry: mayAsk });
    if (registry && !mayAsk) say(cli, "note", "no registry was asked: an agent or `--update none` forbids it");
    for (const { name, unavailable } of found.unavailable) say(cli, "note", `source \`${name}\` was not searched: ${unavailable}`);
    for (const { ecosystem, unasked } of found.registries ?? [])
      if (unasked !== undefined) say(cli, "note", `the ${ecosystem} registry was not searched: ${unasked}`);
    answer(cli, found, (style) => renderSearch(found, style, cli.calledAs));
  },
});

function renderSearch({ query, sources, registries = [] }: SearchResult, style: Style, calledAs: string): string[] {
  const answered = registries.filter(({ found }) => found.length > 0);
  if (sources.length === 0 && answered.length === 0) return [`no plugins matching \`${query}\` found`];
  const next = [
    ...(sources.length === 0 ? [] : [`run \`${calledAs} plugin show <name>\` to see one`]),
    ...(answered.length === 0 ? [] : [`run \`${calledAs} use <ecosystem>:<name>\` to use what a package brings`]),
  ];
  return [
    ...sources.flatMap((source) => sourceLines(source, style, calledAs)),
    ...answered.flatMap((one) => registryLines(one, style)),
    ...nextLines(next, { style }),
  ];
}

function sourceLines({ name, found }: SearchResult["sources"][number], style: Style, calledAs: string): string[] {
  return [
    style("strong", `from ${name}:`),
    ...found.flatMap((one) => [
      `  ${versioned(one.name, one.package?.version)}${one.kind === "skill" ? " (skill)" : ""}${dormant(one, calledAs)}`,
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
    ...found.flatMap((one) => [`  ${printable(`${ecosystem}:${one.name} ${one.version}`)}`, ...descriptionLines(one.description, style)]),
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
