/** Where an agent's facts come from: once at the top of its page, and beside each fact that comes from elsewhere. */

import type { AgentFacts, Source } from "../src/agents/agent.ts";

export function sourceHead(agent: AgentFacts): string {
  const version = versionOf(agent);
  const from = version === undefined ? "Facts come from the vendor's documentation" : `Facts were measured on version ${version}`;
  const [first, last] = datesOf(agent);
  const when = first === last ? `on ${first}` : `from ${first} to ${last}`;
  const linked = version === undefined ? "" : " A fact from the documentation has a link.";
  return `${from}, ${when}.${linked}`;
}

/** Nothing for a fact that was measured on the version that the page names. */
export function sourceNote(source: Source, agent: AgentFacts): string {
  if (source.how === "documented") return ` ([docs](${source.link}))`;
  return source.version === versionOf(agent) ? "" : ` (measured on ${source.version})`;
}

/** The version that most facts were measured on. */
function versionOf(agent: AgentFacts): string | undefined {
  const counts = new Map<string, number>();
  for (const source of sourcesOf(agent)) if (source.how === "measured") counts.set(source.version, (counts.get(source.version) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

function datesOf(agent: AgentFacts): readonly [string, string] {
  const dates = sourcesOf(agent)
    .map(({ date }) => date)
    .toSorted();
  return [dates[0] ?? "", dates.at(-1) ?? ""];
}

/** Every `source` in the agent's facts, at any depth. */
function sourcesOf(value: unknown): Source[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === "source" ? [inner as Source] : sourcesOf(inner)));
}
