/**
 * `symposium-hook shim …`: one call of a converted entry (IX-12). It needs no index and no plugin: the entry names the command, and the
 * rest is what every call does. Nothing escapes: our own failure is a line on stderr; a blocking hook then denies, and otherwise the agent continues.
 */

import { join } from "node:path";

import type { HookTime } from "../../agents/agent.ts";
import { canPrevent } from "../../agents/facts.ts";
import { messageOf } from "../../errors.ts";
import { exists } from "../../host/files.ts";
import { writeAll } from "../../host/output.ts";
import type { IndexedHook } from "../../index/format.ts";
import { lookUp } from "../../lookup.ts";
import { shimOf } from "../../model/handler-formats.ts";
import { scriptCall } from "../../model/hook-manifest.ts";
import type { HookInput } from "../../model/input.ts";
import { compact, isObject, type JsonObject } from "../../model/json.ts";
import { type Answer, type Reply, SILENCE } from "../../model/outcome.ts";
import { quotedWord } from "../../model/safe-text.ts";
import { INTERCHANGE_SOURCE } from "../../model/shimmed-hook.ts";
import { findRepository } from "../../packages/find-workspace.ts";
import { type Answered, answered, entryAndEvent, payloadOf } from "../answer-call.ts";
import { dispatch } from "../dispatch.ts";
import { runProgram } from "../program.ts";
import { entryOf, eventOf, nativeEventOf, recogniseCaller } from "../recognise-caller.ts";
import type { Call, HookServices } from "../services.ts";
import { openAs, type OpenSession } from "../session.ts";
import { NOTHING_LEFT_OUT } from "../select-hooks.ts";
import type { CallRecord } from "../trace.ts";
import type { ShimCalls } from "./call.ts";
import { SHIM_USAGE, shimHook, shimOrder, type ShimOrder } from "./order.ts";

/** Never returns. */
export async function runShim(args: readonly string[], services: HookServices): Promise<never> {
  const order = shimOrder(args);
  if (order !== undefined)
    return runProgram([order.on, order.event], services, (call, given, failed) => answerShim(order, call, given, failed));
  writeAll(2, `symposium: ${SHIM_USAGE}\n`);
  // Any other code denies on some agents.
  process.exit(0);
}

function answerShim(order: ShimOrder, call: Call, services: HookServices, failed?: Promise<never>): Promise<Answered> {
  return answered(call, services, failed, {
    answer: (record) => answer(order, call, services, record),
    refuse: (record, cause) => refused(order, call, services, record, cause),
  });
}

/** A blocking hook that cannot be asked denies. The payload is not read: it may be what failed. */
async function refused(order: ShimOrder, call: Call, services: HookServices, record: CallRecord, cause: string): Promise<Reply> {
  if (order.hook.blocking !== true || order.hook.async === true) return SILENCE;
  try {
    const entry = await entryOf(call, services);
    const event = entry === undefined ? undefined : nativeEventOf(entry, order.event);
    if (entry === undefined || event === undefined) return SILENCE;
    const { encoded, spokenForReaders } = await import("../refuse.ts");
    const caller = order.inEnvelope ? envelopeHost(entry) : await spokenForReaders(entry, event, services);
    const input = caller.read({}, event);
    if (!canPrevent(lookUp(caller.events, input.nativeEvent))) return SILENCE;
    return encoded([{ ...shimHook(order, input, services.context.os), deniesIfChanged: true }], cause, caller, input, record);
  } catch (error) {
    record.problems.push(`internal error: ${messageOf(error)}`);
    return SILENCE;
  }
}

async function answer(order: ShimOrder, call: Call, services: HookServices, record: CallRecord): Promise<Reply> {
  const opened = await entryAndEvent(call, services, record);
  if (opened === undefined) return SILENCE;
  const { entry, event } = opened;
  const read = payloadOf(call, record);
  if (read === undefined) return refused(order, call, services, record, "the agent's payload could not be read");
  const payload = read.fields;
  const caller = order.inEnvelope ? envelopeHost(entry) : await callerOf(entry, event, payload, services);
  const callersEvent = order.inEnvelope ? event : eventOf(caller, entry, event);
  const session = await openAs(caller, callersEvent, payload, services);
  Object.assign(record, { recognised: caller.name, input: session.input });
  const folder = session.input.cwd ?? services.context.cwd;
  const repository = findRepository(folder);
  const hook = foundFrom(folder, repository, shimHook(order, session.input, services.context.os));
  const shims = await callsOf(order, session, caller, { ...services.context, project: repository ?? folder });
  if (!(await isFor(order, hook, session.input, shims))) {
    record.leftOut = { ...NOTHING_LEFT_OUT, unmatched: [`${hook.plugin}/${hook.hook}`] };
    return SILENCE;
  }
  const meant = session.input.event === null ? { agent: caller.name, native: callersEvent } : { event: session.input.event };
  const denied = await services.deniedConverted(hook, meant);
  if (denied !== undefined) {
    const inactive = JSON.stringify({ [`inactive: ${denied}`]: [`${hook.plugin}/${hook.hook}`] }).slice(1, -1);
    record.leftOut = { ...NOTHING_LEFT_OUT, inactive };
    return SILENCE;
  }
  const dispatched = await dispatch({
    services,
    agent: caller,
    session,
    payload: read.text,
    workspace: repository,
    selection: { chosen: shims?.get(order.source)?.turns(hook) ?? [hook], ...NOTHING_LEFT_OUT },
    shims,
    header: { problems: [], hints: { candidates: [] } },
    kept: [],
    switchedOff: [],
    skills: { changed: false, texts: [] },
  });
  Object.assign(record, dispatched.record);
  return dispatched.reply;
}

/** A relative path that needs quotes. */
const QUOTED = /^'([^'/]+\/[^']*)'(?=\s|$)/;

/** An entry in a project's file names its script from the project's root, and the agent may work below it. */
function foundFrom(folder: string, repository: string | null, hook: IndexedHook): IndexedHook {
  const line = hook.command.path;
  const [word, quoted] = QUOTED.exec(line) ?? [];
  const call = word === undefined || quoted === undefined ? scriptCall(line) : { script: quoted, rest: line.slice(word.length) };
  if (call === undefined || repository === null || exists(join(folder, call.script))) return hook;
  const script = join(repository, call.script);
  return exists(script) ? { ...hook, command: { ...hook.command, path: `${quotedWord(script)}${call.rest}` } } : hook;
}

/** No other entry runs this hook, so in doubt its answer is written for all who may be calling (RT-23). */
async function callerOf(entry: HookTime, event: string, payload: JsonObject, services: HookServices): Promise<HookTime> {
  const { caller, others, isCertain } = await recogniseCaller(entry, payload, services);
  if (others.length === 0 || isCertain) return caller;
  return (await import("../doubt.ts")).answeringForAll([caller, ...others], entry, event, payload);
}

/** Absent for a hook of the interchange format, which has no agent of its own. */
async function callsOf(
  { source }: ShimOrder,
  { input, file }: OpenSession,
  caller: HookTime,
  { project, home, os }: { readonly project: string } & Pick<HookServices["context"], "home" | "os">,
): Promise<ShimCalls | undefined> {
  if (source === INTERCHANGE_SOURCE) return undefined;
  const { shimCalls } = await import("./call.ts");
  return shimCalls(new Set([shimOf(source)]), input, { where: { project, home }, os, session: file, caller });
}

/** Whether the hook is for this call: by what the agent would see that it was written for, or by the manifest's own matcher. */
async function isFor(
  { source, hook: { matcher, event } }: ShimOrder,
  hook: IndexedHook,
  input: HookInput,
  shims: ShimCalls | undefined,
): Promise<boolean> {
  if (shims !== undefined) return shims.get(source)?.fits(hook) === true;
  if (input.event === null && event === undefined) return false;
  if (matcher === undefined || input.tool === undefined) return true;
  return (await import("../../model/manifest-matcher.ts")).selectsTool(matcher, input.tool);
}

/**
 * An agent whose hooks are run by code that Symposium generated: that code sends the input of the interchange format, with the agent's own
 * payload in `raw`, and reads that format's answer.
 */
export function envelopeHost(agent: HookTime): HookTime {
  return {
    ...agent,
    contextBesideDeny: "beside",
    read: (payload, nativeEvent) => {
      const input = agent.read(rawIn(payload), nativeEvent);
      // The generated code keeps context for the next place that can carry it.
      return { ...input, can: { ...input.can, context: true } };
    },
    withToolInput: (payload, toolInput) => agent.withToolInput(rawIn(payload), toolInput),
    encode: (answer) => {
      const said = answerIn(answer);
      return { stdout: Object.keys(said).length === 0 ? "" : JSON.stringify(said), stderr: "", exitCode: 0 };
    },
  };
}

function rawIn(payload: JsonObject): JsonObject {
  const { raw } = payload;
  return isObject(raw) ? raw : payload;
}

function answerIn({ decision, reason, context, toolInput }: Answer): JsonObject {
  return compact({ decision, reason, context, updated_input: toolInput });
}
