/** Asks the agent's oracle what an answer does and compares that, and what the trace says was lost, with what is expected. */

import { expect } from "vitest";

import { isLegal, type AnyOracle, type Payload, type Reading, withToolInput } from "../oracles/oracle.ts";
import { type AgentUnderTest, hasSession, inFolder, inSession, onePerEvent, type PayloadFile } from "./agents.ts";
import type { Expected } from "./expected.ts";
import type { Caller } from "./forms.ts";
import { QUIET } from "./handlers.ts";
import type { Home } from "../support/home.ts";
import { type TraceLine, lastTraceOf } from "./home.ts";

export interface Seen {
  readonly reading: Reading;
  readonly trace: TraceLine;
  readonly payload: Payload;
}

/** One session of one agent: calls in a row that share its memory. */
export interface Session {
  readonly call: (file: PayloadFile, change?: (payload: Payload) => Payload) => Promise<Seen>;
}

let sessions = 0;

export function newSession(oracle: AnyOracle, home: Home, caller: Caller): Session {
  const id = `session-${process.pid}-${(sessions += 1)}-of-the-matrix`;
  return {
    async call(file, change = (payload) => payload) {
      const payload = change(inSession(oracle, file, id));
      const answer = await caller(oracle.agent, file.event, JSON.stringify(payload));
      expect(isLegal(oracle, answer, file.event), `one legal answer, not ${JSON.stringify(answer)}`).toBe(true);
      const reading = await oracle.read(file.event, payload, answer);
      expect(reading.void, `thrown away: ${answer.stdout}`).toBeUndefined();
      const trace = lastTraceOf(home, id);
      if (trace === undefined) throw new Error("the call left no trace");
      return { reading, trace, payload };
    },
  };
}

export async function judge(agent: AgentUnderTest, file: PayloadFile, session: Session, expected: Expected): Promise<void> {
  const seen = await session.call(file);
  const { reading, trace } = seen;
  judgeDecision(reading, expected);
  judgeRewrite(agent.oracle.toolInput(seen.payload), reading, expected);
  if (expected.reaches === undefined) holds(reading.context, expected.context, "context");
  if (expected.ends !== undefined && reading.context !== undefined) expect(reading.context).toMatch(expected.ends);
  judgeTrace(trace, expected);
  // A question may be put to the user in a message.
  if (expected.asked === undefined) holds(reading.userMessage, expected.told, "message for the user");
  if (expected.once === true && expected.repeated !== true && hasSession(agent.oracle, file))
    expect((await session.call(file)).reading.userMessage, "told again").toBeUndefined();
  if (expected.demands !== undefined) await judgeDemand(agent.oracle, file, session, reading, expected.demands);
  if (expected.reaches !== undefined) await judgeReach(agent, file, session, seen, expected);
}

function judgeDecision(reading: Reading, expected: Expected): void {
  if (expected.mayBlock !== true) expect(reading.blocked, `blocked, because ${reading.reason}`).toBe(expected.blocked !== undefined);
  // Thousands of calls are judged, and every `expect` has a cost of its own.
  expect({ asked: reading.asked ?? false, allowed: reading.allowed ?? false, stopped: reading.stopped ?? false }).toEqual({
    asked: expected.asked !== undefined,
    allowed: expected.allowed ?? false,
    stopped: expected.stopped ?? false,
  });
  for (const text of expected.blocked ?? expected.asked ?? []) expect(reading.reason ?? NO_TEXT, "reason").toContain(text);
}

/** One text is new, wherever it stands, and all the others are as the agent sent them. */
function judgeRewrite(before: unknown, { rewrittenTo }: Reading, { rewritten }: Expected): void {
  if (rewritten === undefined) {
    expect(rewrittenTo).toBeUndefined();
    return;
  }
  expect(rewrittenTo).toBeTypeOf("object");
  const [old, now] = [new Map(leavesOf(before)), leavesOf(rewrittenTo)];
  const changed = now.filter(([place, value]) => value !== old.get(place));
  expect(changed.map(([, value]) => value)).toEqual([rewritten]);
  expect(now.map(([place]) => place)).toEqual(expect.arrayContaining([...old.keys()]));
}

/** Every value that holds no others, with the way to it. */
function leavesOf(value: unknown, place = ""): readonly (readonly [string, unknown])[] {
  const inner = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (place === "" && inner.length === 0) return [];
  return inner.length === 0
    ? [[place, typeof value === "object" ? JSON.stringify(value) : value]]
    : inner.flatMap(([key, part]) => leavesOf(part, `${place}/${key}`));
}

function judgeTrace({ ran, losses, skipped }: TraceLine, expected: Expected): void {
  const recorded = [...losses, ...ran.flatMap((hook) => hook.losses ?? [])].map(({ code }) => code);
  const unforeseen = new Set(recorded.filter((code) => !expected.mayLose?.includes(code)));
  const failed = ran.filter(({ failure }) => failure !== undefined).map(({ hook }) => hook.split("/")[0]);
  const spared = (skipped["after-deny"] ?? []).map((hook) => hook.split("/")[0]);
  expect({ losses: [...unforeseen].sort(), failed, spared }).toEqual({
    losses: [...new Set(expected.losses)].sort(),
    failed: expected.failed ?? [],
    spared: expected.spared ?? [],
  });
}

/** The call made in the wanted form passes, unless the handler then wants another; in the old one it is denied as before. */
async function judgeDemand(
  oracle: AnyOracle,
  file: PayloadFile,
  session: Session,
  { reason }: Reading,
  demands: "at-once" | "never",
): Promise<void> {
  const wanted = JSON.parse(/Allowed only in this form: (\{.*\})/.exec(reason ?? "")?.[1] ?? "{}") as object;
  const met = await session.call(file, (payload) =>
    withToolInput(oracle, payload, { ...(oracle.toolInput(payload) as object), ...wanted }),
  );
  expect(met.reading.blocked, "in the wanted form").toBe(demands === "never");
  expect((await session.call(file)).reading.blocked, "in the old form").toBe(true);
}

/** The texts are in this answer or in that of the next event of the session that carries context, and in no later one. */
async function judgeReach(
  agent: AgentUnderTest,
  file: PayloadFile,
  session: Session,
  { reading }: Seen,
  expected: Expected,
): Promise<void> {
  const texts = expected.reaches ?? [];
  const heard = `${reading.context ?? ""}\n${reading.blocked ? (reading.reason ?? "") : ""}`;
  if (texts.every((text) => heard.includes(text))) return;
  const { oracle } = agent;
  const carriers = onePerEvent(agent.payloads).filter(({ event, payload }) => oracle.obeys(event, payload).context && event !== file.event);
  const next = carriers.find(({ event, payload }) => oracle.means(event, payload) === "PostToolUse") ?? carriers[0];
  if (next === undefined) throw new Error("no event of this agent carries context");
  const carried = async () => (await session.call(next, (payload) => inFolder(payload, QUIET))).reading.context;
  const first = await carried();
  holds(first, texts, `what ${next.event} carries`);
  if (expected.ends !== undefined) expect(first).toMatch(expected.ends);
  expect(await carried(), "carried a second time").toBeUndefined();
}

const NO_TEXT = "(no text)";

function holds(text: string | undefined, expected: readonly string[] | undefined, what: string): void {
  if (expected === undefined) {
    expect(text, what).toBeUndefined();
    return;
  }
  for (const part of expected) expect(text ?? NO_TEXT, what).toContain(part);
}
