/** Collects what the trace contains about a call while it runs, and writes it at the end. */

import type { HookInput } from "../canonical/input.ts";
import type { Loss } from "../canonical/loss.ts";
import type { Answer, Reply } from "../canonical/outcome.ts";
import type { InactiveHooks } from "../plugins/dispatch-index/format.ts";
import type { IndexAccess } from "./open-index.ts";
import type { SkippedHook } from "./select-hooks.ts";
import { groupSkipped, type RanHook, summary, TRACE_VERSION, traceId, type TraceLine, writeTrace } from "./trace.ts";
import type { Call, HookServices } from "./hook-services.ts";

export interface CallRecord {
  readonly registered: string;
  readonly problems: string[];
  readonly startedAt: number;
  nativeEvent: string;
  recognised: string | null;
  /** Who else may have called. */
  doubt?: readonly string[];
  /** The entry that answered, where another is called for the same and stands back only for a reason. */
  answeredBy?: string;
  input?: HookInput;
  workspace: string | null;
  index: IndexAccess;
  ran: readonly RanHook[];
  skipped: readonly SkippedHook[];
  unmatched: readonly string[];
  inactive: InactiveHooks;
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
    skipped: [],
    unmatched: [],
    inactive: {},
    answer: {},
    held: 0,
    delivered: 0,
    losses: [],
  };
}

export async function recordCall(record: CallRecord, reply: Reply, services: HookServices): Promise<void> {
  const { input } = record;
  const { index, state } = record.index;
  const line: TraceLine = {
    version: TRACE_VERSION,
    id: traceId(record.startedAt),
    time: new Date(record.startedAt).toISOString(),
    agent: {
      registered: record.registered,
      recognised: record.recognised,
      ...(record.doubt === undefined ? {} : { doubt: record.doubt }),
    },
    event: { native: input?.nativeEvent ?? record.nativeEvent, neutral: input?.event ?? null },
    session: input?.sessionId ?? null,
    cwd: input?.cwd ?? null,
    workspace: record.workspace,
    index: state,
    ran: record.ran,
    skipped: groupSkipped(record),
    outcome: {
      ...summary(record.answer),
      ...(record.held === 0 ? {} : { held: record.held }),
      ...(record.delivered === 0 ? {} : { delivered: record.delivered }),
    },
    losses: record.losses,
    // Mistakes in manifests are reported where they were found, not again with every call.
    problems: state === "rebuilt" ? [...record.problems, ...(index?.header.problems ?? [])] : record.problems,
    exit: reply.exitCode,
    answerBytes: reply.stdout === "" ? 0 : Buffer.byteLength(reply.stdout),
    ms: Math.round(services.elapsed() * 10) / 10,
  };
  const { answeredBy } = record;
  if (answeredBy !== undefined && input !== undefined) (await import("./answered-calls.ts")).noteAnswered(answeredBy, input, services);
  writeTrace(services.places, line);
  if (record.toldOfUpdate === true) await services.noteUpdateTold();
  if (record.refresh !== undefined) await services.startRefresh(record.refresh);
  const wanted = services.context.env["SYMPOSIUM_HOOK_TRACE"];
  if (wanted && input !== undefined) {
    const { writeFullTrace } = await import("./full-trace.ts");
    writeFullTrace(wanted, input.event ?? input.nativeEvent, input, reply);
  }
  const level = index?.header.logLevel;
  if (level === "debug" || level === "trace") {
    const { openLog } = await import("../platform/log-file.ts");
    openLog({ places: services.places, now: services.context.now, level }).write("debug", `hook call ${JSON.stringify(line)}`);
  }
}
