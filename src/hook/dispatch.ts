/**
 * From the chosen hooks to the agent's answer: run → combine → degrade → encode. Loaded only when there is something to do:
 * most calls end before, and every millisecond counts.
 */

import type { HookTime } from "../agents/agent.ts";
import { VERSION } from "../context.ts";
import { messageOf } from "../errors.ts";
import type { IndexHeader, SessionHints } from "../index/format.ts";
import { lookUp } from "../lookup.ts";
import { meaningOf } from "../model/event.ts";
import type { HookInput } from "../model/input.ts";
import { isObject, sameJson } from "../model/json.ts";
import { type Answer, type Loss, type Reply, SILENCE } from "../model/outcome.ts";
import { liveHolds } from "../plugins/gates/live.ts";
import type { AutoSynced } from "./auto-sync.ts";
import { announcementOf, closeSession, NO_ANNOUNCEMENT } from "./close-session.ts";
import { canTell, degrade } from "./degrade.ts";
import type { Reading } from "./doubt.ts";
import { type HookRunning, runHooks } from "./run-hooks.ts";
import type { HookServices } from "./services.ts";
import { isHintTime, type SessionHint, sessionHints } from "./session-hints.ts";
import type { SessionState } from "./session.ts";
import type { CallRecord } from "./trace.ts";

export { runHandler } from "../host/run-handler.ts";

interface Dispatch extends Reading {
  readonly services: HookServices;
  /** The payload byte for byte. */
  readonly payload: string;
  readonly workspace: string | null;
  /** The call as each other agent that may have made it means it. */
  readonly others?: readonly Reading[];
  readonly header: Pick<IndexHeader, "hints" | "problems">;
  /** What stays in force in its last good version, and why. */
  readonly kept: readonly string[];
  /** What keeps agents from running hooks in this project. */
  readonly switchedOff: readonly string[];
  /** Whether copies of skills were made or removed in this call, and what the agent is told about it. */
  readonly skills: Pick<AutoSynced, "changed" | "texts">;
}

export async function dispatch(order: Dispatch): Promise<{ readonly reply: Reply; readonly record: Partial<CallRecord> }> {
  const {
    services,
    agent: caller,
    session,
    payload,
    workspace,
    selection,
    shims,
    others = NOBODY,
    header,
    kept,
    switchedOff,
    skills,
  } = order;
  const { input, state } = session;
  const hints = hintsAt(input, caller, state, header.hints, services);
  const skillTexts = takesContext(caller) ? skills.texts : NONE;
  const hintTexts = hints.length === 0 ? skillTexts : [...hints.map(({ text }) => text), ...skillTexts];
  const running: HookRunning = { services, hookTime: caller, input, payload, workspace, shims, session: state, hintTexts };
  const first = await runHooks(selection.chosen, running);
  const run = others.length === 0 ? first : await (await import("./doubt.ts")).runOthers(first, caller, others, running);
  const degraded = degrade(run.combined, caller, state, session.file !== undefined);
  const announcement = canTell(caller, input)
    ? announcementOf(state, input, run.notices, { problems: [...header.problems, ...switchedOff], kept })
    : NO_ANNOUNCEMENT;
  const wanted = { ...withMessage(degraded.answer, announcement.message), ...(skills.changed ? { skillsChanged: true as const } : {}) };
  const isSilent = lookUp(caller.events, input.nativeEvent)?.silent === true;
  const { answer, reply } =
    isSilent && wanted.decision !== "deny" ? { answer: wanted, reply: textAlone(wanted) } : encode(wanted, caller, input);
  const keys = hints.length === 0 ? announcement.keys : [...announcement.keys, ...hints.map(({ key }) => key)];
  const lost = closed(session, { degraded, wanted: run.combined.wanted, reported: keys }, services);
  return {
    reply,
    record: {
      ran: run.ran,
      leftOut: { ...selection, skipped: [...selection.skipped, ...run.skipped] },
      answer,
      held: degraded.held.length,
      delivered: degraded.delivered.length,
      losses: [...degraded.losses, ...lost, ...setAside(input)],
      toldOfUpdate: keys.includes("hint: update"),
    },
  };
}

const NONE: readonly string[] = [];
const NOBODY: readonly Reading[] = [];

function textAlone({ text }: Answer): Reply {
  return text === undefined ? SILENCE : { ...SILENCE, stdout: text };
}

/**
 * A handler's answer may be nested too deep to be written. A refusal is then given without it; a rewrite that cannot be expressed denies (RT-18);
 * anything else is our failure.
 */
function encode(answer: Answer, caller: HookTime, input: HookInput): { readonly answer: Answer; readonly reply: Reply } {
  try {
    return { answer, reply: caller.encode(answer, input) };
  } catch (error) {
    const { decision, reason, toolInput } = answer;
    if (decision !== "deny" && decision !== "ask" && toolInput === undefined) throw error;
    const cause = reason ?? `Allowed only in another form, which this agent cannot receive: ${messageOf(error)}`;
    const bare: Answer = { decision: decision === "ask" && toolInput === undefined ? "ask" : "deny", reason: cause };
    return { answer: bare, reply: caller.encode(bare, input) };
  }
}

/** Fields that have a name of Claude's and that the agent ignores: their values are not in what handlers see. */
function setAside({ toolInput, nativeToolInput }: HookInput): readonly Loss[] {
  if (!isObject(toolInput) || !isObject(nativeToolInput)) return [];
  const shown = new Set(Object.values(toolInput));
  const fields = Object.entries(nativeToolInput).filter(
    ([field, value]) => !shown.has(value) && !sameJson(lookUp(toolInput, field), value),
  );
  return fields.map(([field]) => ({ code: "field-set-aside", field }));
}

/** The answer is final: a failure to record it changes nothing. */
function closed(...call: Parameters<typeof closeSession>): ReturnType<typeof closeSession> {
  try {
    return closeSession(...call);
  } catch {
    return [];
  }
}

/** Hints come before anything from plugins (PL-24). An agent that accepts no context would use up hints meant for others. */
function hintsAt(
  { event }: HookInput,
  { events }: HookTime,
  { reported }: SessionState,
  hints: SessionHints,
  services: HookServices,
): readonly SessionHint[] {
  const hasSessionStart = () => Object.values(events).some((each) => meaningOf(each.event)?.session === "start");
  if (!isHintTime(event, hasSessionStart) || !takesContext({ events })) return [];
  const { update: latest, updateToldAt: lastUpdateHint, commands, ...others } = hints;
  const hasCommands = commands !== undefined && (commands === true || liveHolds(commands, services.context));
  const news = { ...(latest === undefined ? {} : { latest }), ...(lastUpdateHint === undefined ? {} : { lastUpdateHint }) };
  return sessionHints({ ...others, ...news, hasCommands, current: VERSION, now: services.context.now(), reported });
}

function takesContext({ events }: Pick<HookTime, "events">): boolean {
  return Object.values(events).some(({ can }) => can.context);
}

function withMessage(answer: Answer, message: string | undefined): Answer {
  if (message === undefined) return answer;
  return { ...answer, systemMessage: answer.systemMessage === undefined ? message : `${answer.systemMessage}\n${message}` };
}
