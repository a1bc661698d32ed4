/** Which files are to have which entries of ours: the desired state, from the configured agents, the scope and what plugins use. */

import type { Scope } from "../../agents/agent.ts";
import { hookPlace } from "../../agents/hook-place.ts";
import { registeredEvents, type UsedEvents } from "../../agents/registered-events.ts";
import { commandTexts } from "../../agents/registered-text.ts";
import type { OwnHookFile } from "../../agents/registration.ts";
import { type Agent, agentNamed, ownHookFile } from "../../agents/registrable.ts";
import type { Entry } from "../../config-files/editor.ts";
import type { Context, OperatingSystem } from "../../context.ts";

export interface WantedFile {
  readonly file: string;
  /** Those that call us through it; the one whose name is in the text comes first. */
  readonly agents: readonly string[];
  readonly scope: Scope;
  readonly workspace?: string;
  readonly content: WantedEntries | WantedPlugin;
}

export interface WantedEntries {
  readonly kind: "entries";
  /** In the order in which they are put in: what the file needs besides, then one for each event. */
  readonly entries: readonly Entry[];
}

export interface WantedPlugin {
  readonly kind: "plugin-file";
  readonly text: string;
}

export interface Wish {
  /** Our names of the configured agents. */
  readonly agents: readonly string[];
  readonly scope: Scope;
  /** The project's folder, for the project's scope. */
  readonly workspace?: string;
  readonly context: Pick<Context, "home" | "env" | "os" | "cwd">;
  /** What plugins ask for of an agent. */
  readonly usedEvents: (agent: string) => UsedEvents;
  /** The text of the plugin file that an agent loads. */
  readonly pluginText: (agent: string) => string;
}

/** One file for each agent, and one for all agents that share it. */
export function wantedFiles(wish: Wish): WantedFile[] {
  const owners = new Map<string, string[]>();
  for (const name of wish.agents) {
    const { registration } = agentNamed(name);
    const owner = "via" in registration ? registration.via : name;
    owners.set(owner, [...new Set([owner, ...(owners.get(owner) ?? []), name])]);
  }
  return [...owners].map(([owner, agents]) => wantedFile(ownHookFile(owner), agents, wish));
}

function wantedFile(agent: Agent<OwnHookFile>, agents: readonly string[], wish: Wish): WantedFile {
  const { facts, registration } = agent;
  const { scope, workspace } = wish;
  return {
    file: hookPlace(registration, facts, scope, wish.context, workspace ?? ""),
    agents,
    scope,
    ...(scope === "project" && workspace !== undefined ? { workspace } : {}),
    content:
      registration.content.kind === "plugin-file"
        ? { kind: "plugin-file", text: wish.pluginText(facts.name) }
        : { kind: "entries", entries: entriesFor(agent, { scope, os: wish.context.os, used: wish.usedEvents(facts.name) }) },
  };
}

/** Seconds; an agent that ends must not be kept. */
const TIMEOUT = 60;
const TIMEOUT_AT_END = 5;

export const NONE_USED: UsedEvents = { neutral: new Set(), native: new Set() };

export interface EntriesWish {
  readonly scope: Scope;
  readonly os: OperatingSystem;
  readonly used: UsedEvents;
}

export function entriesFor({ facts, registration }: Agent<OwnHookFile>, { scope, os, used }: EntriesWish): Entry[] {
  const { content, denies, projectWins } = registration;
  if (content.kind !== "entries") return [];
  const frame = Object.entries(content.frame ?? {}).map(([key, value]): Entry => ({ kind: "key", path: [key], value }));
  const entries = registeredEvents(facts, registration, used).map((event): Entry => {
    const commands = commandTexts({ agent: facts.name, event, scope, denies, ...(projectWins === undefined ? {} : { projectWins }) });
    const timeout = facts.events[event]?.event === "SessionEnd" ? TIMEOUT_AT_END : TIMEOUT;
    const value = content.entry({ event, commands, timeout, os });
    return { kind: "item", path: content.list(event), value, ...(content.shares === undefined ? {} : { shares: content.shares }) };
  });
  return [...frame, ...entries];
}
