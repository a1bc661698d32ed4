/** Everything that one agent is registered to run in one scope: an event, its command for every kind of shell, and its timeout. */

import { budgetOf } from "../canonical/event.ts";
import type { OperatingSystem } from "../context.ts";
import type { Scope } from "./agent.ts";
import { registeredEvents } from "./registered-events.ts";
import { commandTexts } from "./registered-text.ts";
import type { Agent, OwnHookFile, RegisteredCall } from "./set-up.ts";
import { lookUp } from "../lookup.ts";

export interface RegistrationOrder {
  readonly agent: Pick<Agent<OwnHookFile>, "name" | "events" | "registration">;
  readonly scope: Scope;
  readonly os: OperatingSystem;
  /** Native events that plugins use. */
  readonly used: ReadonlySet<string>;
  /** Our directory where the user moved it. */
  readonly place?: string;
}

export function registeredCalls({ agent: { name, events, registration }, scope, os, used, place }: RegistrationOrder): RegisteredCall[] {
  const { denies, projectWins } = registration;
  const more = { ...(projectWins === undefined ? {} : { projectWins }), ...(place === undefined ? {} : { place }) };
  return registeredEvents({ events }, registration, used).map((event) => {
    const { event: neutral, byExitCode, everything } = lookUp(events, event) ?? {};
    return {
      event,
      ...(everything === undefined ? {} : { matcher: everything }),
      commands: commandTexts({ agent: name, event, scope, denies: byExitCode === true ? "exit-code" : denies, ...more }),
      timeout: budgetOf(neutral).registeredSeconds,
      scope,
      os,
    };
  });
}
