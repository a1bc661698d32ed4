/** What Symposium writes into which file, as Markdown: one table of all agents, and a section with an example entry for each agent's page. */

import type { AgentFacts, Scope } from "../src/agents/agent.ts";
import { relocationWords } from "../src/agents/describe.ts";
import { registeredCalls } from "../src/agents/registered-calls.ts";
import { type Agent, type HookEntries, type HookRegistration, listOf, type OwnHookFile } from "../src/agents/setup.ts";
import { lookUp } from "../src/lookup.ts";
import type { Json } from "../src/model/json.ts";
import { code, list, table } from "./markdown.ts";

const SCOPES: readonly Scope[] = ["user", "project"];
const UNUSED: ReadonlySet<string> = new Set();

export function filesTable(agents: readonly Agent[]): string {
  const rows = agents.map(({ registration, ...facts }) => {
    const { file } = ownFile(registration, agents);
    return [
      `[${facts.title}](agents/${facts.name}.md)`,
      code(`~/${file.user}`),
      code(file.project),
      writtenWords(registration, agents),
      movedWords(facts, file.user),
    ];
  });
  return table(["agent", "for the user", "in a project", "what Symposium writes", "moved by"], rows);
}

/** The section of one agent's page. */
export function registrationSection(agent: Agent, agents: readonly Agent[]): string {
  const { title, registration } = agent;
  const { file } = ownFile(registration, agents);
  const places = `For the user: ${code(`~/${file.user}`)}. In a project: ${code(file.project)}.`;
  if (!("via" in registration)) return [places, contentOf({ ...agent, registration })].join("\n\n");
  return `${places}\n\nThis is ${titleOf(registration.via, agents)}'s file. ${title} reads it too, so Symposium writes no entry of its own.`;
}

/** What the user must do before hooks run. */
export function approvalSection({ trust }: AgentFacts): string {
  const gates = trust.map(
    ({ value: { scopes, until } }) => `${SCOPES.filter((scope) => scopes.includes(scope)).join(" and ")}: not active until ${until}`,
  );
  return gates.length === 0 ? "Nothing." : list(gates);
}

function contentOf(agent: Agent<OwnHookFile>): string {
  const { content, onlyWhileUsed = [] } = agent.registration;
  if (content.kind === "plugin-file") return "A plugin file that the agent loads. It calls the program itself.";
  const calls = registeredCalls({ agent, scope: "user", os: "linux", used: UNUSED });
  const shown = calls.find(({ event }) => lookUp(agent.events, event)?.event === "PreToolUse") ?? calls[0];
  const example = shown === undefined ? [] : [fenced(documentOf(content, shown.event, content.entry(shown)))];
  return [
    `Events: ${calls.map(({ event }) => code(event)).join(", ")}.`,
    ...(onlyWhileUsed.length === 0 ? [] : [`Registered only while a plugin uses it: ${onlyWhileUsed.map(code).join(", ")}.`]),
    ...example,
  ].join("\n\n");
}

function fenced(document: Json): string {
  return ["```json registration", JSON.stringify(document, null, 2), "```"].join("\n");
}

/** A file that has this entry and nothing else. */
function documentOf({ frame }: HookEntries, event: string, entry: Json): Json {
  const inside = listOf(event).reduceRight<Json>((value, key) => ({ [key]: value }), [entry]);
  return { ...frame, ...(inside as Record<string, Json>) };
}

function writtenWords(registration: HookRegistration, agents: readonly Agent[]): string {
  if ("via" in registration) return `nothing: reads ${titleOf(registration.via, agents)}'s file`;
  const { content } = registration;
  if (content.kind === "plugin-file") return "a plugin file";
  const frame = Object.keys(content.frame ?? {});
  const entries = `one entry per event under ${code(listOf("<event>").join("."))}`;
  return frame.length === 0 ? entries : `${entries}, and ${frame.map(code).join(", ")}`;
}

function movedWords({ relocatedBy }: AgentFacts, path: string): string {
  const fitting = relocatedBy.filter(({ value: { from } }) => from === "." || path.startsWith(`${from}/`));
  return fitting.map(({ value }) => relocationWords(value).split(" for ").map(code).join(" for ")).join("<br>") || "";
}

function ownFile(registration: HookRegistration, agents: readonly Agent[]): OwnHookFile {
  if (!("via" in registration)) return registration;
  const other = agents.find(({ name }) => name === registration.via);
  if (other === undefined) throw new Error(`${registration.via}, which serves another agent, is not an agent`);
  return ownFile(other.registration, agents);
}

function titleOf(name: string, agents: readonly Agent[]): string {
  return agents.find((agent) => agent.name === name)?.title ?? name;
}
