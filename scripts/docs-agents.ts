/** The tables of all agents as Markdown: abilities for the README and the index, and the events of each agent. */

import type { AgentFacts } from "../src/agents/agent.ts";
import { ABILITIES } from "../src/agents/describe.ts";
import { entriesOf } from "../src/lookup.ts";
import { EVENT_NAMES, type EventName } from "../src/model/event.ts";
import type { Abilities } from "../src/model/input.ts";
import { type Checked, checkedWords } from "./docs-evidence.ts";
import { code, table } from "./markdown.ts";

/** Events at which context can reach the model, in the order of a session. */
const CONTEXT_AT: readonly (readonly [EventName, string])[] = [
  ["SessionStart", "start"],
  ["UserPromptSubmit", "prompt"],
  ["PreToolUse", "before tool"],
  ["PostToolUse", "after tool"],
];

const LETTERS: Readonly<Record<keyof Abilities, string>> = { block: "B", ask: "A", rewrite: "R", context: "C", stop: "S" };

export interface CheckedAgent {
  readonly facts: AgentFacts;
  readonly checked: Checked;
}

/** `folder` leads from the page to `docs/agents`. */
export function agentsTable(agents: readonly CheckedAgent[], folder: string): string {
  const head = [
    "agent",
    "blocks a tool",
    "asks the user",
    "rewrites input",
    "blocks a prompt",
    "continues at stop",
    "adds context at",
    "checked on",
  ];
  const rows = agents.map(({ facts, checked }) => [
    `[${facts.title}](${folder}/${facts.name}.md)`,
    can(facts, "PreToolUse", "block") ? "yes" : "no",
    can(facts, "PreToolUse", "ask") ? "yes" : "denies",
    can(facts, "PreToolUse", "rewrite") ? "yes" : "denies",
    can(facts, "UserPromptSubmit", "block") ? "yes" : "no",
    can(facts, "Stop", "block") ? "yes" : "no",
    contextEvents(facts),
    checkedWords(checked),
  ]);
  return table(head, rows);
}

export function namesTable(agents: readonly AgentFacts[]): string {
  const rows = agents.map(({ title, name, aliases, trust }) => {
    const scopes = new Set(trust.flatMap(({ value }) => value.scopes));
    const approval = scopes.has("user") ? "yes" : scopes.has("project") ? "in a project only" : "no";
    return [`[${title}](agents/${name}.md)`, [name, ...aliases].map(code).join(", "), approval];
  });
  return table(["agent", "names for `--add-agent`", "needs your approval"], rows);
}

/** A letter for each ability; a dot where the agent only reports the event. */
export function eventsTable(agents: readonly AgentFacts[]): string {
  const rows = EVENT_NAMES.map((event) => [code(event), ...agents.map(({ events }) => lettersOf(events, event))]);
  return table(["event", ...agents.map(({ title }) => title)], rows);
}

/** Events that only one agent has, where a denial prevents something. */
export function ownEventsTable(agents: readonly AgentFacts[]): string {
  const rows = agents.flatMap(({ title, events }) =>
    entriesOf(events).flatMap(([native, { prevents }]) => (prevents === undefined ? [] : [[title, code(native), prevents]])),
  );
  return table(["agent", "event", "a denial prevents"], rows);
}

export function abilitiesOf(abilities: Abilities | undefined): string {
  return ABILITIES.filter((ability) => abilities?.[ability]).join(", ");
}

function lettersOf(events: AgentFacts["events"], event: EventName): string {
  const native = entriesOf(events).filter(([, facts]) => facts.event === event);
  if (native.length === 0) return "";
  const letters = ABILITIES.filter((ability) => native.some(([, facts]) => facts.can?.[ability])).map((ability) => LETTERS[ability]);
  return letters.join(" ") || "·";
}

function contextEvents(facts: AgentFacts): string {
  const at = CONTEXT_AT.filter(([event]) => can(facts, event, "context")).map(([, words]) => words);
  return at.join(", ") || "never";
}

function can({ events }: AgentFacts, event: EventName, ability: keyof Abilities): boolean {
  return entriesOf(events).some(([, facts]) => facts.event === event && facts.can?.[ability] === true);
}
