/** What an agent is registered to run in one scope: entries of its hook file for each event, or a plugin file. */

import { createHash } from "node:crypto";

import type { OperatingSystem } from "../context.ts";
import { InternalError } from "../errors.ts";
import { lookUp } from "../lookup.ts";
import { budgetOf } from "../model/event.ts";
import type { AgentFacts, Scope } from "./agent.ts";
import { commandTexts, FORMER_FRONT, type TextOrder } from "./registered-text.ts";
import type { Agent, OwnHookFile, RegisteredCall } from "./setup.ts";

export interface RegistrationOrder {
  readonly agent: Pick<Agent<OwnHookFile>, "name" | "events" | "registration">;
  readonly scope: Scope;
  readonly os: OperatingSystem;
  readonly used: ReadonlySet<string>;
  /** Our directory where the user moved it. */
  readonly place?: string;
  /** With the text that such an entry had before (`FORMER_FRONT`). */
  readonly isFormer?: true;
}

export function registeredCalls({ agent, scope, os, used, place, isFormer }: RegistrationOrder): RegisteredCall[] {
  const { name, events, registration } = agent;
  const { denies, projectWins } = registration;
  return registeredEvents({ events }, registration, used).map((event) => {
    const { event: neutral, byExitCode, everything } = lookUp(events, event) ?? {};
    return {
      event,
      matcher: everything,
      commands: commandTexts(
        { agent: name, event, scope, denies: byExitCode === true ? "exit-code" : denies, projectWins, place },
        isFormer === true ? FORMER_FRONT : undefined,
      ),
      timeout: budgetOf(neutral).registeredSeconds,
      scope,
      os,
    };
  });
}

/** All events with a neutral counterpart. Those that fire constantly, or are only this agent's: only while a plugin uses them, gated or not. */
export function registeredEvents(
  { events }: Pick<AgentFacts, "events">,
  { onlyWhileUsed = [] }: Pick<OwnHookFile, "onlyWhileUsed">,
  used: ReadonlySet<string>,
): string[] {
  return Object.keys(events).filter(
    (native) => used.has(native) || (lookUp(events, native)?.event !== undefined && !onlyWhileUsed.includes(native)),
  );
}

const LINE = 'const MOVED_TO = "";';

/** The plugin file for one user. It ends with a digest of itself, which identifies any version of it when no record is left. */
export function registeredPlugin(text: string, { scope, place }: Pick<TextOrder, "scope" | "place">): string {
  if (!text.includes(`\n${LINE}\n`)) throw new InternalError(`the plugin file has no line ${LINE}`);
  const filled = scope === "project" || place === undefined ? text : text.replace(LINE, () => `const MOVED_TO = ${JSON.stringify(place)};`);
  return `${filled}${signature(filled)}`;
}

export function isRegisteredPlugin(text: string): boolean {
  const [end = ""] = /\/\/ symposium plugin, sha256 [0-9a-f]{64}\n$/.exec(text) ?? [];
  return end !== "" && signature(text.slice(0, -end.length)) === end;
}

function signature(text: string): string {
  return `// symposium plugin, sha256 ${createHash("sha256").update(text).digest("hex")}\n`;
}
