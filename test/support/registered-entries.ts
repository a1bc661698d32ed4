/** What is written for every agent, as data: complete for Codex, whose user's trust hangs on each byte, and one entry of each of the others. */

import type { Scope } from "../../src/agents/agent.ts";
import { OWN_HOOK_FILES } from "../../src/agents/agents-by-name.ts";
import { AGENTS } from "../../src/agents/list.ts";
import { registeredCalls } from "../../src/agents/registered-calls.ts";
import type { OwnHookFile } from "../../src/agents/setup.ts";
import type { OperatingSystem } from "../../src/context.ts";
import { lookUp } from "../../src/lookup.ts";
import type { Json } from "../../src/model/json.ts";

export const UNUSED: ReadonlySet<string> = new Set();
export const SCOPES: readonly Scope[] = ["user", "project"];

type OwnFile = OwnHookFile & { readonly agent: string };

export const OWN_FILES: readonly OwnFile[] = OWN_HOOK_FILES.map(({ name, registration }) => ({ agent: name, ...registration }));

export function factsOf(agent: string) {
  const facts = AGENTS.find(({ name }) => name === agent);
  if (facts === undefined) throw new Error(`no agent ${agent}`);
  return facts;
}

/** Event → entry, in one scope on one system. */
export function entriesOf(registration: OwnFile, scope: Scope, os: OperatingSystem = "linux", used = UNUSED): Record<string, Json> {
  const { agent, content } = registration;
  if (content.kind !== "entries") return {};
  const calls = registeredCalls({ agent: { ...factsOf(agent), registration }, scope, os, used });
  return Object.fromEntries(calls.map((call) => [call.event, content.entry(call)]));
}

export function registeredEntries(): Record<string, Json> {
  return Object.fromEntries(
    OWN_FILES.filter(({ content }) => content.kind === "entries").map((registration) => [
      registration.agent,
      {
        events: Object.keys(entriesOf(registration, "user")),
        user: shown(registration, "user", "linux"),
        project: shown(registration, "project", "linux"),
        windows: shown(registration, "user", "windows"),
      },
    ]),
  );
}

function shown(registration: OwnFile, scope: Scope, os: OperatingSystem): Json {
  const entries = entriesOf(registration, scope, os);
  if (registration.placeholder !== undefined) return entries;
  const { events } = factsOf(registration.agent);
  const wanted = Object.keys(entries).filter(
    (event) => lookUp(events, event)?.event === "PreToolUse" || lookUp(events, event)?.event === "SessionEnd",
  );
  return Object.fromEntries(
    wanted
      .slice(0, 1)
      .concat(wanted.slice(-1))
      .map((event) => [event, entries[event] ?? null]),
  );
}
