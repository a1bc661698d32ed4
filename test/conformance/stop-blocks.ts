/** A handler that refuses every stop must not keep an agent busy for ever, even if the agent itself has no limit. */

import { expect } from "vitest";

import type { AgentUnderTest, PayloadFile } from "./agents.ts";
import type { Session } from "./judge.ts";

const MOST = 8;

/** The payloads of a stop that this agent lets a hook refuse. */
export function stopsOf({ oracle, payloads }: AgentUnderTest): readonly PayloadFile[] {
  return payloads.filter(({ event, payload }) => oracle.means(event, payload) === "Stop" && oracle.obeys(event, payload).block);
}

/** Plays what the agent sends while its stop is being refused: its own payloads show what comes in between. */
export async function judgeStopBlocks(agent: AgentUnderTest, session: Session): Promise<void> {
  const [stops, { oracle, payloads }] = [stopsOf(agent), agent];
  const [first, again] = [stops.find(isPlain), stops.find(({ name }) => name.endsWith(".again"))];
  const prompt = payloads.find((file) => isPlain(file) && oracle.means(file.event, file.payload) === "UserPromptSubmit");
  // Some agents send the refusal on as if it were a prompt.
  const echo = payloads.find(({ name }) => name.endsWith(".after-stop-block"));
  if (first === undefined) throw new Error("no payload of a stop");

  const blocked: boolean[] = [];
  for (let round = 0; round <= MOST; round++) {
    const { reading, trace } = await session.call(round === 0 ? first : (again ?? first));
    blocked.push(reading.blocked);
    if (round === MOST) expect(trace.losses.map(({ code }) => code)).toContain("stop-blocks-exhausted");
    if (echo === undefined || !reading.blocked) continue;
    const prompted = await session.call(echo, (payload) => ({ ...payload, prompt: reading.reason }));
    expect(prompted.reading, "a prompt that no user typed").toMatchObject({ ignored: true });
  }
  expect(blocked).toEqual([...Array<boolean>(MOST).fill(true), false]);
  // An agent that sends the same again does not tell that a new turn began; its prompt does.
  if (again === undefined && prompt !== undefined) await session.call(prompt);
  expect((await session.call(first)).reading.blocked, "the next turn").toBe(true);
}

function isPlain({ name, event }: PayloadFile): boolean {
  return name === event;
}
