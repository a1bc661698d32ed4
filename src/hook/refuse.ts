/**
 * The answer when a call cannot be carried out: its payload is unreadable, Symposium itself failed, or its own files are unreadable
 * (RT-21, RT-38). No answer, except that guards deny what they would have judged. The payload is not read:
 * it may be what failed.
 */

import type { HookTime } from "../agents/agent.ts";
import { canPrevent } from "../agents/facts.ts";
import { messageOf } from "../errors.ts";
import type { IndexedHook } from "../index/format.ts";
import { mayBeClosed } from "../index/read-index.ts";
import { lookUp } from "../lookup.ts";
import type { HookInput } from "../model/input.ts";
import { type Reply, SILENCE } from "../model/outcome.ts";
import { findWorkspace } from "../packages/find-workspace.ts";
import { chooseHooks, type IndexAccess } from "./choose-hooks.ts";
import { absorb, nothingYet } from "./combine.ts";
import { degrade } from "./degrade.ts";
import { mustBeAsked, outcomeByFailMode } from "./read-outcome.ts";
import { entryOf, loadReaders, nativeEventOf } from "./recognise-caller.ts";
import type { Selection } from "./select-hooks.ts";
import type { Call, HookServices } from "./services.ts";
import { FRESH_SESSION } from "./session.ts";
import type { CallRecord } from "./trace.ts";

/** How far a call got. */
export interface Progress {
  /** The agent of the entry, and the entry's event by its native name. */
  entry?: HookTime;
  event?: string;
  /** Who is really calling, and its own name for the event. */
  caller?: HookTime;
  callersEvent?: string;
  folder?: string | null;
  access?: IndexAccess;
  selection?: Selection;
}

export async function refuse(call: Call, progress: Progress, cause: string, services: HookServices, record: CallRecord): Promise<Reply> {
  // Loading the agent's own part may be what failed.
  const entry = progress.entry ?? (await entryOf(call, services));
  const event = progress.event ?? (entry === undefined ? undefined : nativeEventOf(entry, call.event));
  if (entry === undefined || event === undefined) return SILENCE;
  const caller = progress.caller ?? (await spokenForReaders(entry, event, services));
  const input = caller.read({}, progress.callersEvent ?? event);
  if (!canPrevent(lookUp(caller.events, input.nativeEvent))) return SILENCE;
  record.recognised ??= caller.name;
  record.input ??= input;
  const guards = await guardsOf(progress, input, services, record);
  if (guards !== undefined) return encoded(guards, cause, caller, input, record);
  return mayBeClosed(services.places, `${entry.name}.${event}`) ? encodedBare(cause, caller, input, record) : SILENCE;
}

/** Where it is unknown which of the agents that read an entry is calling, the answer is written for each of them. */
export async function spokenForReaders(entry: HookTime, event: string, services: HookServices): Promise<HookTime> {
  const readers = await loadReaders(entry, services);
  if (readers.length === 0) return entry;
  return (await import("./doubt.ts")).answeringForAll([entry, ...readers], entry, event, {});
}

/** The guards among the hooks chosen for this call, else among all possible ones; `undefined` where the hooks are unknown. */
async function guardsOf(progress: Progress, input: HookInput, services: HookServices, record: CallRecord) {
  const selection = progress.selection ?? (await selectAny(progress, input, services, record));
  return selection?.chosen.filter(mustBeAsked);
}

async function selectAny(progress: Progress, input: HookInput, services: HookServices, record: CallRecord): Promise<Selection | undefined> {
  // What was tried before would fail again, and cost its time again.
  if (progress.access?.state === "none") return undefined;
  try {
    const folder = progress.folder === undefined ? findWorkspace(services.context.cwd) : progress.folder;
    const { access, selection } = await chooseHooks(services, input, folder, true);
    Object.assign(record, { workspace: access.index?.header.workspace ?? null, index: access });
    if (access.problem !== undefined) record.problems.push(access.problem);
    return access.index === undefined ? undefined : selection;
  } catch (error) {
    record.problems.push(messageOf(error));
    return undefined;
  }
}

/** Each guard denies, because it could not be asked. */
export function encoded(guards: readonly IndexedHook[], cause: string, caller: HookTime, input: HookInput, record: CallRecord): Reply {
  const combined = guards.reduce(
    (now, hook) => absorb(now, outcomeByFailMode({ failure: cause, isUnasked: true }, hook), hook, caller, []),
    nothingYet(input),
  );
  return answerWith(combined, caller, input, record);
}

/** It is unknown which hooks apply, so the call is denied, and the user learns what to run. */
function encodedBare(cause: string, caller: HookTime, input: HookInput, record: CallRecord): Reply {
  const reason = `Symposium cannot read which hooks apply here (${cause}), and an installed hook has on-failure = "closed", so the call is denied. Run \`symposium status\`.`;
  return answerWith({ ...nothingYet(input), decision: "deny", reason }, caller, input, record);
}

function answerWith(combined: Parameters<typeof degrade>[0], caller: HookTime, input: HookInput, record: CallRecord): Reply {
  const { answer } = degrade(combined, caller, FRESH_SESSION, false);
  record.answer = answer;
  return caller.encode(answer, input);
}
