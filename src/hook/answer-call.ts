/**
 * One hook call, from payload to answer: recognise → index → select, and then, if there is anything to do, dispatch.
 * Nothing escapes: any failure becomes a line on stderr and one in the trace, and for the agent the answer of `refuse`.
 */

import { messageOf } from "../errors.ts";
import { exists } from "../host/files.ts";
import { deferred } from "../host/wait.ts";
import type { IndexHeader } from "../index/format.ts";
import { lookUp } from "../lookup.ts";
import { meaningOf } from "../model/event.ts";
import type { HookInput } from "../model/input.ts";
import { isObject } from "../model/json.ts";
import { type Reply, SILENCE } from "../model/outcome.ts";
import { findWorkspace } from "../packages/find-workspace.ts";
import { chooseHooks, type IndexAccess, keptIn } from "./choose-hooks.ts";
import type { Asked, Reading } from "./doubt.ts";
import { parsePayload } from "./parse-payload.ts";
import { entryOf, eventOf, nativeEventOf, recogniseCaller } from "./recognise-caller.ts";
import type { Progress } from "./refuse.ts";
import type { Selection } from "./select-hooks.ts";
import type { Call, HookServices } from "./services.ts";
import { FRESH_SESSION, openAs, type OpenSession } from "./session.ts";
import { type CallRecord, emptyRecord, recordCall } from "./trace.ts";

export interface Answered {
  readonly reply: Reply;
  /** Writes the trace; called after the agent has its answer. */
  readonly record: () => Promise<void>;
}

/** `failed` rejects when something fails that is not awaited. */
export function answerCall(call: Call, services: HookServices, failed?: Promise<never>): Promise<Answered> {
  const progress: Progress = {};
  return answered(call, services, failed, {
    answer: (record) => answer(call, services, record, progress),
    refuse: (record, cause) => refused(call, progress, cause, services, record),
  });
}

interface Answering {
  readonly answer: (record: CallRecord) => Promise<Reply>;
  readonly refuse: (record: CallRecord, cause: string) => Promise<Reply>;
}

export async function answered(
  call: Call,
  services: HookServices,
  failed: Promise<never> | undefined,
  { answer, refuse }: Answering,
): Promise<Answered> {
  const record = emptyRecord(call, services);
  let reply: Reply;
  try {
    const answering = answer(record);
    reply = await (failed === undefined ? answering : firstOf(answering, failed));
  } catch (error) {
    record.problems.push(`internal error: ${messageOf(error)}`);
    reply = await refuse(record, `symposium itself failed: ${messageOf(error)}`);
  }
  // With exit code 2 stderr is the reason that the model reads, and nothing else.
  const troubles = reply.exitCode === 2 || record.problems.length === 0 ? "" : await linesOf(record.problems);
  return { reply: { ...reply, stderr: reply.stderr + troubles }, record: () => recordCall(record, reply, services) };
}

/** Like `Promise.race`, which makes its promise in the slow way. */
function firstOf<T>(one: Promise<T>, other: Promise<never>): Promise<T> {
  const first = deferred<T>();
  one.then(first.resolve, first.reject);
  other.then(undefined, first.reject);
  return first.promise;
}

/** Loads `safe-text.ts` only where there is a problem: its pattern costs a call more than most of the rest. */
async function linesOf(problems: readonly string[]): Promise<string> {
  const { printable } = await import("../model/safe-text.ts");
  return problems.map((problem) => `symposium: ${printable(problem)}\n`).join("");
}

async function refused(call: Call, progress: Progress, cause: string, services: HookServices, record: CallRecord): Promise<Reply> {
  try {
    const { refuse } = await import("./refuse.ts");
    return await refuse(call, progress, cause, services, record);
  } catch (error) {
    record.problems.push(`internal error: ${messageOf(error)}`);
    return SILENCE;
  }
}

/** The entry's agent and its event, by its native name; `undefined` for words that no entry has. */
export async function entryAndEvent(call: Call, services: HookServices, record: CallRecord) {
  const entry = await entryOf(call, services);
  const event = entry && nativeEventOf(entry, call.event);
  if (entry !== undefined && event !== undefined) {
    record.nativeEvent = event;
    return { entry, event };
  }
  const [what, word] = entry === undefined ? ["agent", call.agent] : ["event", call.event];
  record.problems.push(
    word === undefined ? USAGE : `unknown ${what} ${JSON.stringify(word)}${entry === undefined ? "" : ` for ${entry.name}`}`,
  );
  return undefined;
}

/** `undefined` for anything but a JSON object. */
export function payloadOf({ payload }: Call, record: CallRecord) {
  const fields = "text" in payload ? parsePayload(payload.text) : undefined;
  if (isObject(fields) && "text" in payload) return { fields, text: payload.text };
  record.problems.push("trouble" in payload ? payload.trouble : "the payload is not a JSON object");
  return undefined;
}

async function answer(call: Call, services: HookServices, record: CallRecord, progress: Progress): Promise<Reply> {
  const meant = await entryAndEvent(call, services, record);
  if (meant === undefined) return SILENCE;
  const { entry, event } = Object.assign(progress, meant);
  const read = payloadOf(call, record);
  if (read === undefined) return refused(call, progress, "the agent's payload could not be read", services, record);
  const payload = read.fields;

  const recognising = recogniseCaller(entry, payload, services);
  const recognised = recognising instanceof Promise ? await recognising : recognising;
  const { caller } = recognised;
  if (recognised.others.length === 0) Object.assign(progress, { caller, callersEvent: event });
  const opening = openAs(caller, eventOf(caller, entry, event), payload, services);
  const session = opening instanceof Promise ? await opening : opening;
  const { input } = session;
  Object.assign(record, { recognised: caller.name, input });
  const folder = findWorkspace(input.cwd ?? services.context.cwd);
  progress.folder = folder;
  const { access, selection, shims } = await chooseHooks(services, input, folder);
  record.index = access;
  progress.access = access;
  const kept = keptIn(access);
  record.problems.push(...(access.problem === undefined || access.state === "last-good" ? kept : [access.problem, ...kept]));
  if (access.index === undefined) return refused(call, progress, access.problem ?? "there is no index", services, record);
  const { header } = access.index;
  const { workspace, repository } = header;
  record.workspace = workspace;
  const project = repository ?? workspace ?? input.cwd ?? services.context.cwd;
  const reading: Reading = { agent: caller, session, selection, shims };
  const asked: Asked | undefined =
    recognised.others.length === 0
      ? { main: reading }
      : await (await import("./doubt.ts")).settleCaller(reading, { recognised, entry, event, payload, services, header, folder, project });
  if (asked === undefined) return SILENCE;
  const { main, others = [], isGuardsOnly = false } = asked;
  progress.selection = others.length === 0 ? selection : { ...selection, chosen: [main, ...others].flatMap((one) => one.selection.chosen) };
  if (others.length > 0) record.doubt = others.map(({ agent }) => agent.name);
  else if (input.can.block && isAnsweredTwice(caller.name, entry.name, header, services)) record.answeredBy = entry.name;
  record.leftOut = selection;
  if (isGuardsOnly && progress.selection.chosen.length === 0) return SILENCE;
  // Everything but a guard's answer is the other entry's to say.
  const said = isGuardsOnly ? NOTHING_ELSE : { header, kept };
  const lastSync = isGuardsOnly ? undefined : lastSyncToCheck(access, input);
  const isGivenUp = header.unread === true;
  const isDue = lastSync !== undefined && folder !== null && !isGivenUp;
  const due = isDue ? { folder, record: lastSync, reading: access.reading } : undefined;
  const synced = due && (await (await import("./auto-sync.ts")).autoSync(services, due, input));
  // A problem with the index may be a problem with the skills.
  for (const problem of synced?.problems ?? []) if (!record.problems.includes(problem)) record.problems.push(problem);
  if ((synced?.refresh === true || (isGivenUp && access.state === "rebuilt")) && folder !== null) record.refresh = folder;

  const switchedOff = meaningOf(input.event)?.session === "start" ? await services.switchedOff(registeredAgents(header), project) : [];
  record.problems.push(...switchedOff);
  if (said.kept.length === 0 && !synced?.texts.length && isNothingToDo(progress.selection, main.session, said.header)) return SILENCE;
  const { dispatch } = await import("./dispatch.ts");
  const dispatched = await dispatch({
    ...main,
    services,
    payload: read.text,
    workspace,
    others,
    ...said,
    switchedOff,
    skills: synced ?? UNCHANGED_SKILLS,
  });
  Object.assign(record, dispatched.record);
  return dispatched.reply;
}

const UNCHANGED_SKILLS = { changed: false, texts: [] } as const;

const NOTHING_ELSE = { header: { problems: [], hints: { candidates: [] } }, kept: [] } as const;

/** Whether an agent that reads the files of several of our entries is registered with another one as well. */
function isAnsweredTwice(caller: string, entry: string, { registrations }: IndexHeader, { readersOf }: HookServices): boolean {
  for (const other of registrations) if (other.entry !== entry && readersOf(other.entry).includes(caller)) return true;
  return false;
}

function registeredAgents({ registrations }: IndexHeader): ReadonlySet<string> {
  return new Set(registrations.map(({ agent }) => agent));
}

/** No hook, nothing remembered, nothing to report, and no session that starts or ends. */
function isNothingToDo(
  { chosen }: Selection,
  { state, input }: OpenSession,
  { problems, hints }: Pick<IndexHeader, "problems" | "hints">,
): boolean {
  const { session, tells } = meaningOf(input.event) ?? {};
  const { candidates, waiting, commands, update } = hints;
  const mayHint = tells === true && (candidates.length > 0 || waiting !== undefined || commands !== undefined || update !== undefined);
  return chosen.length === 0 && state === FRESH_SESSION && problems.length === 0 && session === undefined && !mayHint;
}

/** The record of the last sync, where this call checks it: after a rebuild, at an event that looks around, or where skills are still to be told. */
function lastSyncToCheck({ index, state }: IndexAccess, { event, agent }: HookInput): string | undefined {
  const { synced, untold } = index?.header ?? {};
  if (state === "rebuilt" || meaningOf(event)?.looksAround === true) return synced;
  const file = untold === undefined ? undefined : lookUp(untold, agent);
  return file !== undefined && exists(file) ? synced : undefined;
}

const USAGE = "usage: symposium-hook <agent> <event>, with the event's payload on stdin";
