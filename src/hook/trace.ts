/**
 * The trace (RT-25): one JSON line per call with what was considered, what ran, what resulted and what was lost. It contains no prompt, tool
 * input, output or context text. Writing it can fail; a call never does because of that.
 */

import { byteLength } from "../host/engine.ts";
import { rename, statOf } from "../host/files.ts";
import { appendLine } from "../host/output.ts";
import type { Places } from "../host/places.ts";
import { readRegularText } from "../host/read-file.ts";
import type { HooksByReason } from "../index/format.ts";
import { lookUp, put } from "../lookup.ts";
import type { HookInput } from "../model/input.ts";
import { parseJson } from "../model/json.ts";
import type { Answer, Loss, Outcome, Reply } from "../model/outcome.ts";
import type { IndexAccess } from "./choose-hooks.ts";
import { type LeftOut, NOTHING_LEFT_OUT } from "./select-hooks.ts";
import type { Call, HookServices } from "./services.ts";

export interface CallRecord {
  readonly registered: string;
  readonly problems: string[];
  readonly startedAt: number;
  nativeEvent: string;
  recognised: string | null;
  /** Who else may have called. */
  doubt?: readonly string[];
  /** The entry of this call, where another is called for the same and stands back only with proof that this one answered. */
  answeredBy?: string;
  input?: HookInput;
  workspace: string | null;
  index: IndexAccess;
  ran: readonly RanHook[];
  leftOut: LeftOut;
  answer: Answer;
  held: number;
  delivered: number;
  losses: readonly Loss[];
  /** An agent was told that Symposium is out of date. */
  toldOfUpdate?: boolean;
  /** The folder whose workspace a separate process must check. */
  refresh?: string;
}

export function emptyRecord(call: Call, services: HookServices): CallRecord {
  return {
    registered: call.agent ?? "",
    problems: [],
    startedAt: services.context.now(),
    nativeEvent: call.event ?? "",
    recognised: null,
    workspace: null,
    index: { state: "none" },
    ran: [],
    leftOut: NOTHING_LEFT_OUT,
    answer: {},
    held: 0,
    delivered: 0,
    losses: [],
  };
}

export async function recordCall(record: CallRecord, reply: Reply, services: HookServices): Promise<void> {
  const { input } = record;
  const { index, state } = record.index;
  const line = {
    version: TRACE_VERSION,
    id: traceId(record.startedAt),
    time: new Date(record.startedAt).toISOString(),
    agent: { registered: record.registered, recognised: record.recognised, doubt: record.doubt },
    event: { native: input?.nativeEvent ?? record.nativeEvent, neutral: input?.event ?? null },
    session: input?.sessionId ?? null,
    cwd: input?.cwd ?? null,
    workspace: record.workspace,
    index: state,
    ran: record.ran,
    outcome: { ...summary(record.answer), held: record.held || undefined, delivered: record.delivered || undefined },
    losses: record.losses,
    // Mistakes in manifests are reported where they were found, not again with every call.
    problems: state === "rebuilt" ? [...record.problems, ...(index?.header.problems ?? [])] : record.problems,
    exit: reply.exitCode,
    answerBytes: reply.stdout === "" ? 0 : byteLength(reply.stdout),
    ms: Math.round(services.elapsed() * 10) / 10,
  } satisfies Omit<TraceLine, "skipped">;
  // There may be hundreds of hooks, and each call lists them: their names are not parsed.
  const text = `${JSON.stringify(line).slice(0, -1)},"skipped":{${skippedMembers(record.leftOut)}}}`;
  const { answeredBy } = record;
  if (answeredBy !== undefined && input !== undefined) (await import("./answering-entry.ts")).noteAnswered(answeredBy, input, services);
  writeTrace(services.places, text);
  if (record.toldOfUpdate === true) await services.noteUpdateTold();
  if (record.refresh !== undefined) await services.startRefresh(record.refresh);
  const wanted = services.context.env["SYMPOSIUM_HOOK_TRACE"];
  if (wanted && input !== undefined) writeFullTrace(wanted, input.event ?? input.nativeEvent, input, reply);
  const level = index?.header.logLevel;
  if (level === "debug" || level === "trace") {
    const { openLog } = await import("../host/log-file.ts");
    openLog({ places: services.places, now: services.context.now, level }).write("debug", `hook call ${text}`);
  }
}

export const TRACE_VERSION = 1;

/** At most two files of this size: the current one and the previous one. */
const MOST_TRACE_BYTES = 8 * 1024 * 1024;

export interface RanHook {
  readonly hook: string;
  readonly source: string;
  readonly format: string;
  readonly ms: number;
  /** Exit code, signal, or `timed-out`, `missing`, `no-time`, `refused`, `unclear`, `interrupted`, `internal-error`, `started`, `not-started`. */
  readonly exit: number | string;
  readonly outcome?: OutcomeSummary;
  readonly failure?: string;
  readonly policy?: "open" | "closed";
  readonly losses?: readonly Loss[];
}

/** The answer without its texts: only their lengths. */
interface OutcomeSummary {
  readonly decision?: string;
  readonly context?: number;
  readonly rewrite?: true;
  readonly stop?: true;
  readonly systemMessage?: number;
}

export interface TraceLine {
  readonly version: typeof TRACE_VERSION;
  readonly id: string;
  readonly time: string;
  /** `doubt` are others who may have called: guards ran for each, and the answer is written for all (RT-23). */
  readonly agent: { readonly registered: string; readonly recognised: string | null; readonly doubt?: readonly string[] };
  readonly event: { readonly native: string; readonly neutral: string | null };
  readonly session: string | null;
  readonly cwd: string | null;
  readonly workspace: string | null;
  readonly index: "fresh" | "rebuilt" | "last-good" | "none";
  readonly ran: readonly RanHook[];
  /** Reason → `plugin/hook` of the hooks that did not run because of it. */
  readonly skipped: HooksByReason;
  readonly outcome: OutcomeSummary & { readonly held?: number; readonly delivered?: number };
  readonly losses: readonly Loss[];
  readonly problems: readonly string[];
  readonly exit: number;
  readonly answerBytes: number;
  readonly ms: number;
}

function writeTrace(places: Pick<Places, "trace">, line: string): void {
  const file = `${places.trace}/trace.jsonl`;
  try {
    // If two calls rotate at once, the second moves a young file: a little history is lost, no line is torn.
    if ((statOf(file)?.size ?? 0) > MOST_TRACE_BYTES) rename(file, `${places.trace}/trace.1.jsonl`);
  } catch {
    // Missing, or not ours to move.
  }
  appendLine(file, line);
}

function traceId(now: number): string {
  return `${now.toString(36)}-${process.pid.toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
}

/** By reason, as members of a JSON object. */
function skippedMembers({ skipped, unmatched, forOtherTools, inactive }: LeftOut): string {
  const members: string[] = [];
  const others = unmatched.map((id) => JSON.stringify(id));
  if (forOtherTools !== "") others.push(forOtherTools);
  if (others.length > 0) members.push(`"matcher":[${others.join(",")}]`);
  const groups: Record<string, string[]> = {};
  for (const { id, why, detail } of skipped) {
    const reason = detail === undefined ? why : `${why}: ${detail}`;
    put(groups, reason, [...(lookUp(groups, reason) ?? []), id]);
  }
  if (skipped.length > 0) members.push(JSON.stringify(groups).slice(1, -1));
  if (inactive !== "") members.push(inactive);
  return members.join(",");
}

export function summary(outcome: Outcome & Pick<Answer, "toolInput">): OutcomeSummary {
  const { toolInput, updatedInput, nativeInput } = outcome;
  return {
    decision: outcome.decision,
    context: outcome.context === undefined ? undefined : outcome.context.length,
    rewrite: (toolInput ?? updatedInput ?? nativeInput) === undefined ? undefined : true,
    stop: outcome.stop === undefined ? undefined : true,
    systemMessage: outcome.systemMessage === undefined ? undefined : outcome.systemMessage.length,
  };
}

/**
 * On request only (`SYMPOSIUM_HOOK_TRACE=<file>`): also the texts of a call, in the Rust tool's format. A project can set that
 * variable for an agent, and chooses part of the text: only a file that can be nothing but such a trace is touched.
 */
export function writeFullTrace(file: string, event: string, input: Pick<HookInput, "agent" | "raw">, reply: Reply): void {
  if (!isTrace(file)) return;
  const output = parseJson(reply.stdout) ?? reply.stdout;
  appendLine(file, JSON.stringify({ event, agent: input.agent, input: input.raw, output }));
}

/** Extensions of files that no shell and no agent runs. */
const ENDINGS = [".json", ".jsonl", ".log", ".txt"];
const MOST_BYTES = 64 * 1024 * 1024;

function isTrace(file: string): boolean {
  if (!ENDINGS.some((ending) => file.endsWith(ending))) return false;
  try {
    const text = readRegularText(file, { maxBytes: MOST_BYTES, isOurs: true });
    return text === "" || text.startsWith('{"event":');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}
