/** The page of one agent: registration, approval, MCP servers, Agent Plugins, events, tools, files, properties, limits and evidence. */

import type { AgentFacts, Fact, ReaderVerdict, ScopedFiles, Source } from "../src/agents/agent.ts";
import { allowWords, contextWords, doneBy, notGuardedWords, relocationWords, timeoutWords } from "../src/agents/describe.ts";
import { HOOK_FILES } from "../src/agents/hook-files-list.ts";
import { entriesOf, lookUp, tableOf } from "../src/lookup.ts";
import type { FieldRule } from "../src/model/tool-fields.ts";
import { NEUTRAL_TOOLS, type NeutralTool } from "../src/model/tool.ts";
import { readersOf } from "./agent-tables.ts";
import { abilitiesOf } from "./docs-agents.ts";
import { sourceHead, sourceNote } from "./docs-sources.ts";
import { code, list, table } from "./markdown.ts";

export interface PageParts {
  readonly registration: string;
  readonly approval: string;
  readonly servers: string;
  readonly agentPlugins: string;
  readonly evidence: string;
}

export function agentPage(
  agent: AgentFacts,
  agents: readonly AgentFacts[],
  { registration, approval, servers, agentPlugins, evidence }: PageParts,
): string {
  const note = (source: Source) => sourceNote(source, agent);
  return [
    `# ${agent.title}`,
    `Names for \`--add-agent\`: ${[agent.name, ...agent.aliases].map(code).join(", ")}. [Vendor's documentation](${agent.homepage}). [All agents](../agents.md).`,
    sourceHead(agent),
    "## What Symposium writes",
    registration,
    "## What you must approve",
    approval,
    "## MCP servers",
    servers,
    "## Agent Plugins",
    agentPlugins,
    "## Events",
    ...eventsOf(agent, note),
    "## Tools",
    table(
      ["native tool", "Claude's name", "neutral name"],
      [...entriesOf(agent.tools.names), ...entriesOf<NeutralTool | "editor">(agent.tools.beside ?? {})].map(toolRow),
    ),
    notGuardedList(agent, note),
    fieldsOf(agent, note),
    "## Files that it reads",
    filesTable(agent, note),
    "## Properties",
    propertiesTable(agent, agents, note),
    "## Limits",
    factList(agent.limits, note),
    ...(agent.knownDifferences.length === 0 ? [] : ["## Known differences", factList(agent.knownDifferences, note)]),
    "## Evidence",
    evidence,
    "",
  ].join("\n\n");
}

type Note = (source: Source) => string;

/** Events that only this agent has need no row: no hook for every agent can use them. */
function eventsOf({ events, name }: AgentFacts, note: Note): string[] {
  const rows = entriesOf(events).flatMap(([native, { event, can, note: remark = "", source }]) =>
    event === undefined ? [] : [[code(native), code(event), abilitiesOf(can), `${remark}${note(source)}`.trim()]],
  );
  const exclusive = HOOK_FILES.find(({ agent }) => agent === name)?.exclusive ?? tableOf<string>({});
  const own = entriesOf(events).flatMap(([native, { event, note: remark }]) => {
    if (event !== undefined) return [];
    const named = lookUp(exclusive, native);
    return [code(native) + (named === undefined ? "" : ` or ${code(named)}`) + (remark === undefined ? "" : ` (${remark})`)];
  });
  return [
    table(["native event", "event", "a hook can", "note"], rows),
    ...(own.length === 0
      ? []
      : [
          `Events without a neutral name, for hooks with \`format = "${name}"\`; a hook manifest takes those with a second name: ${own.join(", ")}.`,
        ]),
  ];
}

function toolRow([native, tool]: readonly [string, NeutralTool | "editor"]): string[] {
  const tools = doneBy(native, tool);
  const cell = (words: readonly string[]) => words.map(code).join(" or ");
  return [code(native), cell(tools.map((each) => NEUTRAL_TOOLS[each])), cell(tools)];
}

function notGuardedList({ notGuarded }: AgentFacts, note: Note): string {
  if (notGuarded.length === 0) return "The agent calls hooks for every known tool.";
  return `The agent calls no hook for these:\n\n${factList(
    notGuarded.map(({ value, source }) => ({ value: notGuardedWords(value), source })),
    note,
  )}`;
}

function fieldsOf({ tools }: AgentFacts, note: Note): string {
  if (tools.fields.length === 0) return `Input fields keep their names${note(tools.source)}.`;
  const rows = tools.fields.map((rule) => [
    obeyedField(rule),
    code(rule.claude),
    [...(rule.of ?? []), ...(rule.kinds ?? []).flatMap((kind) => usualNames(tools, kind))].map(code).join(", "),
  ]);
  return [
    `Symposium renames input fields${note(tools.source)}. Of several for one name, the first that a call has counts. If a call has a field of Claude's name that the agent ignores, handlers do not see it there.`,
    table(["native field", "Claude's field", "tools"], rows),
  ].join("\n\n");
}

function obeyedField({ native, in: holder }: FieldRule): string {
  if (holder === undefined) return native === undefined ? "none" : code(native);
  return native === undefined ? `the first of ${code(holder)}` : `${code(native)} in ${code(holder)}`;
}

function usualNames({ names }: AgentFacts["tools"], kind: NeutralTool): readonly string[] {
  return entriesOf(names).flatMap(([name, does]) => (does === kind ? [name] : []));
}

function filesTable(agent: AgentFacts, note: Note): string {
  const kinds: readonly [string, ScopedFiles][] = [
    ["hooks", agent.hookFiles],
    ["MCP servers", agent.mcpFiles],
    ["skills", agent.skills],
    ["instructions", agent.instructions],
  ];
  const rows = kinds.flatMap(([kind, { user, project }]) => [
    ...user.map(({ path, note: remark = "", source }) => [kind, code(`~/${path}`), `${remark}${note(source)}`.trim()]),
    ...project.map(({ path, note: remark = "", source }) => [kind, code(path), `${remark}${note(source)}`.trim()]),
  ]);
  return `Paths without \`~\` are relative to the project.\n\n${table(["what", "path", "note"], rows)}`;
}

const LOOKS_WORDS = {
  cwd: "in the working directory only",
  up: "in the working directory and every folder above it, up to the root of the repository",
} as const;

const VERDICT_WORDS: Readonly<Record<ReaderVerdict, string>> = {
  works: "works",
  "file-ignored": "the agent silently ignores the whole file",
  "agent-stops": "the agent exits with an error",
};

function propertiesTable(agent: AgentFacts, agents: readonly AgentFacts[], note: Note): string {
  const { reader, marks } = agent;
  const rows: readonly (readonly [string, string, Source])[] = [
    ["name of an MCP tool", code(agent.mcpToolName.value), agent.mcpToolName.source],
    ["timeout", timeoutWords(agent), agent.timeout.source],
    ["explicit allow", allowWords(agent), agent.allow.source],
    ["context", contextWords(agent), agent.contextLimit.source],
    ["message for the user", agent.systemMessage.value ? "shown" : "not shown", agent.systemMessage.source],
    ["caller's variables", marks.value.env.map(code).join(", ") || "none", marks.source],
    ["caller's payload keys", marks.value.payload.map(code).join(", ") || "none", marks.source],
    ...(agent.readsFilesOf ?? []).map(
      ({ value, source }) => ["also reads the files of", `${code(value.agent)} (${value.scopes.join(", ")})`, source] as const,
    ),
    ...readersOf(agent.name, agents).map(
      ({ agent: other, scopes, source }) => ["its files are also read by", `${code(other)} (${scopes.join(", ")})`, source] as const,
    ),
    ...(agent.skills.looks === undefined
      ? []
      : ([["finds a project's skills", LOOKS_WORDS[agent.skills.looks.value], agent.skills.looks.source]] as const)),
    ...agent.relocatedBy.map(
      ({ value, source }) => ["moved by", relocationWords(value).split(" for ").map(code).join(" for "), source] as const,
    ),
    ["comment in the hook file", VERDICT_WORDS[reader.value.comment], reader.source],
    ["trailing comma in it", VERDICT_WORDS[reader.value.trailingComma], reader.source],
    ["byte-order mark in it", VERDICT_WORDS[reader.value.byteOrderMark], reader.source],
    ["CRLF line endings in it", VERDICT_WORDS[reader.value.crlf], reader.source],
  ];
  return table(
    ["property", "value"],
    rows.map(([property, value, source]) => [property, value + note(source)]),
  );
}

function factList(facts: readonly Fact<string>[], note: Note): string {
  return facts.length === 0 ? "None known." : list(facts.map(({ value, source }) => value + note(source)));
}
