/** Everything that one agent is registered to run in one scope: an event, its command for every kind of shell, and its timeout. */

import { budgetOf } from "../canonical/event.ts";
import type { OperatingSystem } from "../context.ts";
import type { AgentFacts, Scope } from "./agent.ts";
import { registeredEvents } from "./registered-events.ts";
import { commandTexts } from "./registered-text.ts";
import type { OwnHookFile, RegisteredCall } from "./registration.ts";
import { lookUp } from "../lookup.ts";

export interface RegistrationOrder {
  readonly facts: Pick<AgentFacts, "events">;
  readonly registration: OwnHookFile;
  readonly scope: Scope;
  readonly os: OperatingSystem;
  /** Native events that plugins use. */
  readonly used: ReadonlySet<string>;
  /** Our directory where the user moved it. */
  readonly place?: string;
}

export function registeredCalls({ facts, registration, scope, os, used, place }: RegistrationOrder): RegisteredCall[] {
  const { agent, denies, projectWins } = registration;
  const more = { ...(projectWins === undefined ? {} : { projectWins }), ...(place === undefined ? {} : { place }) };
  return registeredEvents(facts, registration, used).map((event) => {
    const { event: neutral, byExitCode, everything } = lookUp(facts.events, event) ?? {};
    return {
      event,
      ...(everything === undefined ? {} : { matcher: everything }),
      commands: commandTexts({ agent, event, scope, denies: byExitCode === true ? "exit-code" : denies, ...more }),
      timeout: budgetOf(neutral).registeredSeconds,
      scope,
      os,
    };
  });
}
