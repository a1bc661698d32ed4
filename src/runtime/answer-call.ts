/**
 * One hook call from payload to answer, on one page: recognise → index → select → run → combine → degrade → encode.
 * Nothing escapes: whatever goes wrong inside becomes silence towards the agent, a line on stderr and one in the trace.
 */

import type { HookTime } from "../agents/agent.ts";
import { eventFromWord } from "../canonical/event.ts";
import type { HookInput } from "../canonical/input.ts";
import { isObject, type JsonObject, parseJson } from "../canonical/json.ts";
import { type Answer, type Reply, SILENCE } from "../canonical/outcome.ts";
import { findWorkspace } from "../ecosystems/find-workspace.ts";
import { chooseHooks } from "./choose-hooks.ts";
import { canTell, degrade } from "./degrade.ts";
import { type CallRecord, emptyRecord, recordCall } from "./record-call.ts";
import { answersElsewhere, recogniseCaller } from "./recognise-caller.ts";
import { runHooks } from "./run-hooks.ts";
import { closeSession, NOTHING_TOLD, openSession } from "./session-memory.ts";
import { refuseUnreadable } from "./unreadable-payload.ts";
import type { Call, World } from "./world.ts";

export interface Answered {
  readonly reply: Reply;
  /** Writes the trace; called after the agent has its answer. */
  readonly record: () => Promise<void>;
}

export async function answerCall(call: Call, world: World): Promise<Answered> {
  const record = emptyRecord(call, world);
  let reply = SILENCE;
  try {
    reply = await answer(call, world, record);
  } catch (error) {
    record.problems.push(`internal error: ${error instanceof Error ? error.message : String(error)}`);
  }
  const stderr = record.problems.map((problem) => `symposium: ${problem}\n`).join("");
  return { reply: { ...reply, stderr: reply.stderr + stderr }, record: () => recordCall(record, reply, world) };
}

async function answer(call: Call, world: World, record: CallRecord): Promise<Reply> {
  const entry = await entryOf(call.agent, world);
  if (entry === undefined) return trouble(record, call.agent === undefined ? USAGE : `unknown agent ${JSON.stringify(call.agent)}`);
  const event = nativeEventOf(entry, call.event);
  if (event === undefined) return trouble(record, call.event === undefined ? USAGE : `unknown event ${JSON.stringify(call.event)} for ${entry.name}`);
  record.nativeEvent = event;

  const payload = "text" in call.payload ? parseJson(call.payload.text) : undefined;
  if (!isObject(payload) || !("text" in call.payload)) {
    record.problems.push("trouble" in call.payload ? call.payload.trouble : "the payload is not a JSON object");
    return refuseUnreadable(entry, event, world, record);
  }

  const caller = await recogniseCaller(entry, payload, world);
  const session = openSession(world, caller, readPayload(caller, entry, event, payload));
  const { input } = session;
  Object.assign(record, { recognised: caller.name, input });
  const workspace = findWorkspace(input.cwd ?? world.context.cwd);
  const { access, selection } = await chooseHooks(world, input, workspace);
  Object.assign(record, { workspace, index: access });
  if (access.problem !== undefined) record.problems.push(access.problem);
  if (access.index === undefined) return SILENCE;
  if (answersElsewhere(caller, entry, access.index.header)) return SILENCE;
  record.skipped = selection.skipped;

  const run = await runHooks(selection.chosen, {
    world,
    hookTime: caller,
    input,
    payload: call.payload.text,
    workspace,
    session: session.state,
  });
  const degraded = degrade(run.combined, caller, session.state, session.file !== undefined);
  const told = canTell(caller, input) ? session.tell(run.notices, access.index.header.problems) : NOTHING_TOLD;
  const spoken = withMessage(degraded.answer, told.message);
  const reply = caller.events[input.nativeEvent]?.silent === true ? SILENCE : caller.encode(spoken, input);
  const lost = await closeSession(session, { degraded, wanted: run.combined.wanted, told: told.keys }, world);
  Object.assign(record, {
    ran: run.ran,
    skipped: [...selection.skipped, ...run.skipped],
    answer: spoken,
    held: degraded.held.length,
    delivered: degraded.delivered.length,
    losses: [...degraded.losses, ...lost],
  });
  return reply;
}

const USAGE = "usage: symposium-hook <agent> <event>, with the event's payload on stdin";

async function entryOf(word: string | undefined, world: World): Promise<HookTime | undefined> {
  if (word === undefined) return undefined;
  if (word === "symposium") return (await import("./symposium-host.ts")).hookTime;
  const name = world.resolveAgent(word);
  return name === undefined ? undefined : world.loadHookTime(name);
}

/** The native event behind a word: its own name in any spelling, or a neutral event this agent has. */
function nativeEventOf(agent: HookTime, word: string | undefined): string | undefined {
  if (word === undefined) return undefined;
  if (Object.hasOwn(agent.events, word)) return word;
  const neutral = eventFromWord(word);
  const fold = (name: string) => name.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
  const names = Object.keys(agent.events);
  return names.find((name) => neutral !== undefined && agent.events[name]?.event === neutral) ?? names.find((name) => fold(name) === fold(word));
}

/** Another agent that reads this entry's file names the event in its own way. */
function readPayload(caller: HookTime, entry: HookTime, event: string, payload: JsonObject): HookInput {
  const neutral = entry.events[event]?.event;
  return caller.read(payload, caller === entry ? event : (nativeEventOf(caller, neutral ?? event) ?? event));
}

function withMessage(answer: Answer, message: string | undefined): Answer {
  if (message === undefined) return answer;
  return { ...answer, systemMessage: answer.systemMessage === undefined ? message : `${answer.systemMessage}\n${message}` };
}

function trouble(record: CallRecord, message: string): Reply {
  record.problems.push(message);
  return SILENCE;
}
