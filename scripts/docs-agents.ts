/** The agents' tables as Markdown: one matrix of all, then a section for each. */

import type { AgentFacts, Fact, ReaderVerdict, ScopedFiles, Source } from "../src/agents/agent.ts";
import { ABILITIES, ALLOW_WORDS, contextWords, doneBy, notGuardedWords, relocationWords, timeoutWords } from "../src/agents/describe.ts";
import { EVENT_NAMES, EVENTS } from "../src/canonical/event.ts";
import type { Abilities } from "../src/canonical/input.ts";
import { NEUTRAL_TOOLS, type NeutralTool } from "../src/canonical/tool.ts";
import { readersOf } from "./agent-tables.ts";
import { code, list, table } from "./markdown.ts";
import { entriesOf } from "../src/lookup.ts";

export function abilitiesTable(agents: readonly AgentFacts[]): string {
  const rows = EVENT_NAMES.map((event) => [
    `${code(event)}<br>${code(EVENTS[event].word)}`,
    ...agents.map(({ events }) => {
      const native = entriesOf(events).filter(([, facts]) => facts.event === event);
      return native.map(([name, { can }]) => `${code(name)}: ${abilitiesOf(can)}`).join("<br>") || "has no such event";
    }),
  ]);
  return table(["event", ...agents.map(({ title }) => title)], rows);
}

export function agentSections(agents: readonly AgentFacts[]): string {
  return agents.map((agent) => sectionOf(agent, agents)).join("\n\n");
}

function sectionOf(agent: AgentFacts, agents: readonly AgentFacts[]): string {
  return [
    `### ${agent.title}`,
    `Called ${[agent.name, ...agent.aliases].map(code).join(", ")}. [Documentation](${agent.homepage}).`,
    "#### Events",
    table(
      ["native event", "stands for", "can", "note", "source"],
      entriesOf(agent.events).map(([native, { event, can, note, source }]) => [
        code(native),
        event === undefined ? "only here" : code(event),
        abilitiesOf(can),
        note ?? "",
        sourceCell(source),
      ]),
    ),
    "#### Tools",
    table(
      ["native tool", "Claude's name", "neutral name", ""],
      [
        ...entriesOf(agent.tools.names).map((row) => toolRow(row, "")),
        ...besideOf(agent).map((row) => toolRow(row, "beside the usual tool")),
      ],
    ),
    notGuardedList(agent),
    fieldsOf(agent),
    "#### Files",
    filesTable(agent),
    "#### Properties",
    propertiesTable(agent, agents),
    "#### Before hooks run",
    factList(agent.trust.map((gate) => ({ ...gate, value: `${gate.value.scopes.join(" and ")}: not active until ${gate.value.until}` }))),
    "#### Limits",
    factList(agent.limits),
    "#### Known differences",
    factList(agent.knownDifferences),
  ].join("\n\n");
}

function besideOf({ tools }: AgentFacts) {
  return entriesOf<NeutralTool | "editor">(tools.beside ?? {});
}

function toolRow([native, tool]: readonly [string, NeutralTool | "editor"], note: string): string[] {
  const tools = doneBy(native, tool);
  const cell = (words: readonly string[]) => words.map(code).join(", ");
  return [
    code(native),
    cell(tools.map((each) => NEUTRAL_TOOLS[each])),
    cell(tools),
    tools.length === 1 ? note : [note, "by its input"].filter((part) => part !== "").join(", "),
  ];
}

function notGuardedList({ notGuarded }: AgentFacts): string {
  if (notGuarded.length === 0) return "Not guarded: no tool is known for which this agent calls no hook.";
  return `Not guarded:\n\n${factList(notGuarded.map(({ value, source }) => ({ value: notGuardedWords(value), source })))}`;
}

function fieldsOf({ tools }: AgentFacts): string {
  const source = `(${sourceCell(tools.source)})`;
  if (tools.fields.length === 0) return `Input fields keep their names ${source}.`;
  const fields = tools.fields.map(({ native, claude, unless, of }) => {
    const except = unless === undefined ? "" : `, unless there is ${unless.map(code).join(" or ")}`;
    return `${code(native)} is ${code(claude)}${of === undefined ? "" : ` of ${of.map(code).join(", ")}`}${except}`;
  });
  return `Input fields under Claude's names: ${fields.join("; ")} ${source}.`;
}

function filesTable(agent: AgentFacts): string {
  const kinds: readonly [string, ScopedFiles][] = [
    ["hooks", agent.hookFiles],
    ["MCP servers", agent.mcpFiles],
    ["skills", agent.skills],
    ["instructions", agent.instructions],
  ];
  const rows = kinds.flatMap(([kind, { user, project }]) => [
    ...user.map(({ path, note, source }) => [kind, "user", code(`~/${path}`), note ?? "", sourceCell(source)]),
    ...project.map(({ path, note, source }) => [kind, "project", code(path), note ?? "", sourceCell(source)]),
  ]);
  return table(["what", "scope", "path", "note", "source"], rows);
}

const LOOKS_WORDS = {
  cwd: "those of the folder it is started in; folders above are not looked at",
  up: "those of the folder it is started in and of every folder above, up to the top of the repository",
} as const;

function propertiesTable(agent: AgentFacts, agents: readonly AgentFacts[]): string {
  const { reader, marks } = agent;
  const rows: readonly (readonly [string, string, Source])[] = [
    ["name of an MCP tool", code(agent.mcpToolName.value), agent.mcpToolName.source],
    ["timeout", timeoutWords(agent), agent.timeout.source],
    ["allow", ALLOW_WORDS[agent.allow.value], agent.allow.source],
    ["context", contextWords(agent), agent.contextLimit.source],
    ["message for the user alone", agent.systemMessage.value ? "shown" : "not shown", agent.systemMessage.source],
    ["variables that mark it as the caller", marks.value.env.map(code).join(", ") || "none", marks.source],
    ["payload keys that mark it as the caller", marks.value.payload.map(code).join(", ") || "none", marks.source],
    ...(agent.readsFilesOf ?? []).map(
      ({ value, source }) => ["it also reads the files of", `${code(value.agent)} (${value.scopes.join(", ")})`, source] as const,
    ),
    ...readersOf(agent.name, agents).map(
      (reader) => ["its files are also read by", `${code(reader.agent)} (${reader.scopes.join(", ")})`, reader.source] as const,
    ),
    ...(agent.skills.looks === undefined
      ? []
      : ([["the project's skills", LOOKS_WORDS[agent.skills.looks.value], agent.skills.looks.source]] as const)),
    ...agent.relocatedBy.map(({ value, source }) => ["moved by", relocationWords(value), source] as const),
    ["a comment in the hook file", VERDICT_WORDS[reader.value.comment], reader.source],
    ["a trailing comma", VERDICT_WORDS[reader.value.trailingComma], reader.source],
    ["a byte-order mark", VERDICT_WORDS[reader.value.byteOrderMark], reader.source],
    ["CRLF line ends", VERDICT_WORDS[reader.value.crlf], reader.source],
  ];
  return table(
    ["property", "value", "source"],
    rows.map(([property, value, source]) => [property, value, sourceCell(source)]),
  );
}

function factList(facts: readonly Fact<string>[]): string {
  return facts.length === 0 ? "None known." : list(facts.map(({ value, source }) => `${value} (${sourceCell(source)})`));
}

function abilitiesOf(can: Abilities | undefined): string {
  return ABILITIES.filter((ability) => can?.[ability]).join(", ") || "nothing";
}

const VERDICT_WORDS: Readonly<Record<ReaderVerdict, string>> = {
  works: "works",
  "file-ignored": "the whole file is ignored, without a word",
  "agent-stops": "the agent ends with an error",
};

function sourceCell(source: Source): string {
  return source.how === "measured" ? `measured, ${source.version}, ${source.date}` : `[documented](${source.link}), ${source.date}`;
}
