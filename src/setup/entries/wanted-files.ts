/** Which files should have which of our entries: the desired state, from the configured agents, the scope and the events plugins use. */

import { hookPlace } from "../../agents/agent-paths.ts";
import type { Scope } from "../../agents/agent.ts";
import { agentNamed, ownHookFile } from "../../agents/agents-by-name.ts";
import { registeredCalls, registeredPlugin, type RegistrationOrder } from "../../agents/registered-calls.ts";
import { type Agent, listOf, type OwnHookFile } from "../../agents/setup.ts";
import type { Context } from "../../context.ts";
import type { Entry } from "../../files/editor.ts";
import { movedBase, type PlacedContext } from "../../host/places.ts";
import type { WantedFile } from "./file-plan.ts";

export interface Wish {
  readonly agents: readonly string[];
  readonly scope: Scope;
  readonly workspace?: string;
  readonly context: Pick<Context, "home" | "env" | "os" | "cwd">;
  readonly place?: string;
  readonly usedEvents: (agent: string) => ReadonlySet<string>;
  readonly pluginText: (agent: string) => string;
}

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
  const { name, registration } = agent;
  const { scope, workspace } = wish;
  const { place } = wish;
  return {
    file: hookPlace(registration, agent, scope, wish.context, workspace ?? ""),
    agents,
    scope,
    workspace: scope === "project" && workspace !== undefined ? workspace : undefined,
    content:
      registration.content.kind === "plugin-file"
        ? { kind: "plugin-file", text: registeredPlugin(wish.pluginText(name), { scope, place }) }
        : { kind: "entries", entries: entriesFor(agent, { scope, os: wish.context.os, used: wish.usedEvents(name), place }) },
  };
}

export function entriesFor(agent: Agent<OwnHookFile>, wish: Omit<RegistrationOrder, "agent">): Entry[] {
  const { content } = agent.registration;
  if (content.kind !== "entries") return [];
  const { frame = {}, entry, shares } = content;
  const keys = Object.entries(frame).map(([key, value]): Entry => ({ kind: "key", path: [key], value }));
  const calls = registeredCalls({ agent, ...wish });
  const items = calls.map((call): Entry => ({ kind: "item", path: listOf(call.event), value: entry(call), shares }));
  return [...keys, ...items];
}

export type EntriesContext = Pick<RegistrationOrder, "os" | "place">;

export function entriesContext({ context, places }: PlacedContext): EntriesContext {
  return { os: context.os, place: movedBase(places, context) };
}
