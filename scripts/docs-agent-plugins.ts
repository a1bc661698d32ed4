/** Which agents load Agent Plugins by themselves, as Markdown: one table of all agents, and a section for each agent's page. */

import type { Source } from "../src/agents/agent.ts";
import type { Agent, PackagePlace } from "../src/agents/setup.ts";
import { code, list, table } from "./markdown.ts";

export function agentPluginsTable(agents: readonly Agent[]): string {
  const rows = agents.map(({ name, title, agentPlugins }) => [
    `[${title}](agents/${name}.md)`,
    agentPlugins === undefined ? "not known" : agentPlugins.takes.value.join(", ") || "nothing",
    (agentPlugins?.places ?? []).map(({ value }) => folderWords(value)).join("<br>"),
    agentPlugins?.skillName === undefined ? "" : code(agentPlugins.skillName.value),
  ]);
  return table(["agent", "loads by itself", "from", "name of a skill"], rows);
}

/** The section of one agent's page. */
export function agentPluginsSection({ title, agentPlugins }: Agent, note: (source: Source) => string): string {
  if (agentPlugins === undefined)
    return `The documentation does not say whether ${title} loads Agent Plugins itself. Symposium gives it their skills and servers.`;
  const { takes, places, skillName, besideCopy } = agentPlugins;
  if (places.length === 0)
    return `${title} does not load Agent Plugins itself${note(takes.source)}. Symposium gives it their skills and servers.`;
  return [
    `${title} itself loads the ${takes.value.join(" and the ")} of Agent Plugins in these folders${note(takes.source)}. Symposium does not give it these again.`,
    list(
      places.map(({ value, source }) => `${folderWords(value)}${value.needs === undefined ? "" : `, if ${value.needs}`}${note(source)}`),
    ),
    ...(skillName === undefined ? [] : [`It lists a skill as ${code(skillName.value)}${note(skillName.source)}.`]),
    ...(besideCopy === undefined ? [] : [`${COPY_WORDS[besideCopy.value]}${note(besideCopy.source)}.`]),
  ].join("\n\n");
}

const COPY_WORDS = {
  both: "It lists a copy of that skill in a folder of skills as well",
  one: "If a folder of skills has a skill of that name, it lists one of the two",
} as const;

function folderWords({ scope, folder }: PackagePlace): string {
  return `${scope}: ${/^[~.]/.test(folder) ? code(folder) : folder}`;
}
