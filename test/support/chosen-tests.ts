/**
 * Which tests of a file run where a run has no time for all of them: the first for each rule, agent, event and form that titles name, and more,
 * evenly from one end of the file to the other, up to its share. Every run of a level chooses the same.
 */

import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Rules (`RT-10`), behaviours (`F23`), events (`PreToolUse`) and the two forms of the hook program. */
const TOPIC = /\b(?:[A-Z]{2}-\d+|[A-Z]\d{1,3}|[A-Z][a-z]+[A-Z]\w+|native|node)\b/g;

const AGENTS = readdirSync(join(import.meta.dirname, "../agents"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The places of the chosen ones among all titles. */
export function chosenTests(titles: readonly string[], share: number): ReadonlySet<number> {
  const wanted = Math.min(titles.length, Math.max(1, Math.round(titles.length * share)));
  const chosen = firstOfEachTopic(titles);
  const missing = wanted - chosen.size;
  const others = titles.map((_, at) => at).filter((at) => !chosen.has(at));
  for (let turn = 0; turn < missing; turn++) chosen.add(others[Math.floor(((turn + 0.5) * others.length) / missing)] ?? 0);
  return chosen;
}

function firstOfEachTopic(titles: readonly string[]): Set<number> {
  const [seen, chosen] = [new Set<string>(), new Set<number>()];
  titles.forEach((title, at) => {
    const topics = [...(title.match(TOPIC) ?? []), ...AGENTS.filter((agent) => title.includes(agent))];
    if (topics.every((topic) => seen.has(topic))) return;
    for (const topic of topics) seen.add(topic);
    chosen.add(at);
  });
  return chosen;
}
