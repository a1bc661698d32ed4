/** `agents [agent…]`: what is known about agents, compact for people and complete as data. */

import type { AgentFacts, FileFact, ScopedFiles } from "../agents/agent.ts";
import { configName } from "../agents/agents-by-name.ts";
import {
  ABILITIES,
  allowWords,
  contextWords,
  guardedTools,
  notGuardedWords,
  relocationWords,
  sourceWords,
  timeoutWords,
} from "../agents/describe.ts";
import { resolveAgent } from "../agents/find-agent.ts";
import { entriesOf } from "../lookup.ts";
import { meaningOf } from "../model/event.ts";
import { NEUTRAL_TOOLS, type NeutralTool } from "../model/tool.ts";
import { unknownAgent } from "../setup/config-edits.ts";
import { command, several } from "./command.ts";
import { type Cell, columns } from "./terminal/layout.ts";
import { answer, type Style } from "./terminal/reporter.ts";
import { nextLines, renderOptions, type RenderOptions } from "./terminal/text.ts";

export const agentsCommand = command({
  brief: "Show what each agent can do with a hook's answer",
  about:
    "Prints a row for each agent: what a hook can do before a tool runs. For named agents, or with -v for all, prints every event, the tools, the files\n" +
    "that it reads, and what must happen before hooks run. With --json every fact says whether it was measured or read in the documentation.",
  examples: ["", "claude --json", "-v"],
  positional: several("agent", "Agents to show in detail, by any of their names"),
  async run(cli, _flags, ...words) {
    const { AGENTS } = await import("../agents/list.ts");
    const unknown = words.find((word) => resolveAgent(word) === undefined);
    if (unknown !== undefined) throw unknownAgent(unknown);
    const wanted = new Set(words.map(resolveAgent));
    const shown = words.length === 0 ? AGENTS : AGENTS.filter(({ name }) => wanted.has(name));
    const isWhole = words.length > 0 || cli.verbose;
    const text = (style: Style) => (isWhole ? renderAgents(shown, style) : renderAgentTable(shown, renderOptions(cli, style)));
    // The fields that are left out are code.
    const facts = shown.map(({ registration: _registration, servers: _servers, agentPlugins: _agentPlugins, ...rest }) => rest);
    answer(cli, facts, text);
  },
});

/** A row for each agent: what a hook can do before a tool runs, which is what most hooks are for. */
export function renderAgentTable(agents: readonly AgentFacts[], { style, calledAs }: RenderOptions): string[] {
  const rows = agents.map(({ title, name, events }): Cell[] => {
    const before = Object.values(events).find(({ event }) => meaningOf(event)?.denial === "tool");
    return [["strong", title], configName(name), ABILITIES.filter((ability) => before?.can[ability] === true).join(", ")];
  });
  return [
    "What a hook can do before a tool runs:",
    ...columns(rows, style).map((row) => `  ${row}`),
    ...nextLines([`\`${calledAs} agents <name>\` shows one agent, -v all of them`], { style }),
  ];
}

export function renderAgents(agents: readonly AgentFacts[], style: Style): string[] {
  return agents.flatMap((agent, at) => [...(at === 0 ? [] : [""]), ...blockOf(agent, style)]);
}

function blockOf(agent: AgentFacts, style: Style): string[] {
  const guarded = (Object.keys(NEUTRAL_TOOLS) as NeutralTool[]).map((name) => [name, guardedTools(agent, name)] as const);
  const rows: readonly (readonly [label: string, values: readonly string[]])[] = [
    ["tools", guarded.flatMap(([name, seen]) => (seen.length === 0 ? [] : [`${name}: ${seen.join(", ")}`]))],
    ["not guarded", agent.notGuarded.map(({ value }) => notGuardedWords(value))],
    ["hooks", filesOf(agent.hookFiles)],
    ["MCP", filesOf(agent.mcpFiles)],
    ["skills", filesOf(agent.skills)],
    ["instructions", filesOf(agent.instructions)],
    ["moved by", agent.relocatedBy.map(({ value }) => relocationWords(value))],
    ["also reads", (agent.readsFilesOf ?? []).map(({ value }) => `${value.agent} (${value.scopes.join(", ")})`)],
    ["known from", [sourceWords(agent.tools.source)]],
    ["timeout", [timeoutWords(agent).replaceAll("`", "")]],
    ["allow", [allowWords(agent)]],
    ["context", [contextWords(agent)]],
    ["runs after", agent.trust.map(({ value }) => `${value.scopes.join(", ")}: ${value.until}`)],
  ];
  const title = `${style("strong", agent.title)} (${[agent.name, ...agent.aliases].join(", ")})`;
  return [title, ...eventLines(agent, style), ...rows.flatMap(([label, values]) => labelled(label, values))];
}

/** Events in columns; those only this agent has are named on one line, because a portable hook never meets them. */
function eventLines({ events }: AgentFacts, style: Style): string[] {
  const portable = entriesOf(events).filter(([, { event }]) => event !== undefined);
  const own = entriesOf(events).flatMap(([name, { event }]) => (event === undefined ? [name] : []));
  const rows = portable.map(([native, { event, can }]) => [
    event ?? "",
    native === event ? "" : native,
    ...ABILITIES.map((ability) => (can[ability] ? ability : "")),
  ]);
  return [...columns(rows, style).map((row) => `  ${row}`), ...labelled("also", own.length === 0 ? [] : [own.join(", ")])];
}

function filesOf({ user, project }: ScopedFiles): string[] {
  const paths = (files: readonly FileFact[], prefix: string) => files.map(({ path }) => `${prefix}${path}`).join(", ");
  return [...(user.length > 0 ? [`user: ${paths(user, "~/")}`] : []), ...(project.length > 0 ? [`project: ${paths(project, "")}`] : [])];
}

function labelled(label: string, values: readonly string[]): string[] {
  return values.map((value, at) => `  ${(at === 0 ? label : "").padEnd(14)}${value}`);
}
