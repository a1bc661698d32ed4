/** The agents' tables on a terminal: compact, without sources and limits, which the documentation and `--json` have. */

import type { AgentFacts, FileFact, ScopedFiles } from "../agents/agent.ts";
import {
  ABILITIES,
  ALLOW_WORDS,
  contextWords,
  guardedTools,
  notGuardedWords,
  relocationWords,
  sourceWords,
  timeoutWords,
} from "../agents/describe.ts";
import { NEUTRAL_TOOLS, type NeutralTool } from "../canonical/tool.ts";
import type { Style } from "./reporter.ts";
import { entriesOf } from "../lookup.ts";

/** One block per agent. */
export function renderAgents(agents: readonly AgentFacts[], style: Style): string {
  return agents.map((agent) => blockOf(agent, style).join("\n")).join("\n\n");
}

function blockOf(agent: AgentFacts, style: Style): string[] {
  const rows: readonly (readonly [label: string, values: readonly string[]])[] = [
    ["tools", toolsOf(agent)],
    ["not guarded", agent.notGuarded.map(({ value }) => notGuardedWords(value))],
    ["hooks", filesOf(agent.hookFiles)],
    ["MCP", filesOf(agent.mcpFiles)],
    ["skills", filesOf(agent.skills)],
    ["instructions", filesOf(agent.instructions)],
    ["moved by", agent.relocatedBy.map(({ value }) => relocationWords(value))],
    ["also reads", (agent.readsFilesOf ?? []).map(({ value }) => `${value.agent} (${value.scopes.join(", ")})`)],
    ["known from", [sourceWords(agent.tools.source)]],
    ["timeout", [timeoutWords(agent).replaceAll("`", "")]],
    ["allow", [ALLOW_WORDS[agent.allow.value]]],
    ["context", [contextWords(agent)]],
    ["runs after", agent.trust.map(({ value }) => `${value.scopes.join(", ")}: ${value.until}`)],
  ];
  const title = `${style("strong", agent.title)} (${[agent.name, ...agent.aliases].join(", ")})`;
  return [title, ...eventLines(agent), ...rows.flatMap(([label, values]) => labelled(label, values))];
}

/** Events in columns; those only this agent has are named on one line, because a portable hook never meets them. */
function eventLines({ events }: AgentFacts): string[] {
  const portable = entriesOf(events).filter(([, { event }]) => event !== undefined);
  const own = entriesOf(events).flatMap(([name, { event }]) => (event === undefined ? [name] : []));
  const rows = portable.map(([native, { event, can }]) => [
    event ?? "",
    native === event ? "" : native,
    ...ABILITIES.map((ability) => (can[ability] ? ability : "")),
  ]);
  return [...columns(rows).map((row) => `  ${row}`), ...labelled("also", own.length === 0 ? [] : [own.join(", ")])];
}

/** A column that is empty in every row takes no room. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const padded = (cell: string, width = 0) => (width === 0 ? "" : cell.padEnd(width + 2));
  return rows.map((row) =>
    row
      .map((cell, at) => padded(cell, widths[at]))
      .join("")
      .trimEnd(),
  );
}

/** What a guard on each neutral name sees. */
function toolsOf(agent: AgentFacts): string[] {
  return (Object.keys(NEUTRAL_TOOLS) as NeutralTool[]).flatMap((neutral) => {
    const seen = guardedTools(agent, neutral);
    return seen.length === 0 ? [] : [`${neutral}: ${seen.join(", ")}`];
  });
}

function filesOf({ user, project }: ScopedFiles): string[] {
  const paths = (files: readonly FileFact[], prefix: string) => files.map(({ path }) => `${prefix}${path}`).join(", ");
  return [...(user.length > 0 ? [`user: ${paths(user, "~/")}`] : []), ...(project.length > 0 ? [`project: ${paths(project, "")}`] : [])];
}

const LABEL_WIDTH = 14;
const TEXT_WIDTH = 96;

function labelled(label: string, values: readonly string[]): string[] {
  return values.flatMap(wrapped).map((line, at) => `  ${(at === 0 ? label : "").padEnd(LABEL_WIDTH)}${line}`);
}

/** Lines of at most so many characters where the words allow it; what continues a value is indented. */
function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= TEXT_WIDTH) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(lines.length === 0 ? word : `  ${word}`);
  }
  return lines;
}
