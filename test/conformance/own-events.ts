/** The events that only one agent has and the Hook Interchange Format names, for every agent that registers them. */

import { expect } from "vitest";

import { targetFor } from "../../src/interchange/target.ts";
import type { Oracle, Payload, Reading } from "../oracles/oracle.ts";
import { plain } from "../oracles/answers.ts";
import { agentsUnderTest, inSession, onePerEvent, type PayloadFile } from "./agents.ts";

export interface OwnEvent {
  readonly agent: string;
  readonly oracle: Oracle;
  readonly payloads: readonly PayloadFile[];
  readonly native: string;
  /** The format's name. */
  readonly event: string;
}

export const OWN: readonly OwnEvent[] = (await agentsUnderTest()).flatMap(({ oracle, payloads }) => {
  const exclusive = Object.entries(targetFor(oracle.agent)?.files.exclusive ?? {}).filter(([native]) => oracle.events.includes(native));
  return exclusive.map(([native, event = ""]) => ({ agent: oracle.agent, oracle: oracle as Oracle, payloads, native, event }));
});

/** The format's names of all of them. */
export const OWN_NAMES: readonly string[] = [...new Set(OWN.map(({ event }) => event))];

/** As it was captured, or that of another event with this one's name. */
export function ownPayload({ oracle, payloads, native }: OwnEvent, session: string): Payload {
  const files = onePerEvent(payloads);
  const other = files.find((file) => file.event === native) ?? files[0] ?? expect.fail("no payloads");
  const named = Object.entries(other.payload).map(([key, value]) => [key, value === other.event ? native : value]);
  return inSession(oracle, { name: native, event: native, payload: Object.fromEntries(named) as Payload }, session);
}

export function isRefused({ blocked, stopped }: Reading): boolean {
  return blocked || stopped === true;
}

/** A worktree is made only where a path is printed. */
export function needsPath({ oracle, native }: OwnEvent): boolean {
  return oracle.read(native, {}, plain("")).blocked;
}
