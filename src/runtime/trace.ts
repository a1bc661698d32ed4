/**
 * The trace (RT-25): one JSON line per call with what was considered, what ran, what resulted and what was lost. It
 * contains no prompt, tool input, output or context text. Writing it can fail; a call never does because of that.
 */

import { renameSync, statSync } from "node:fs";

import type { Loss } from "../canonical/loss.ts";
import type { Answer, Outcome } from "../canonical/outcome.ts";
import type { Places } from "../platform/places.ts";
import type { InactiveHooks } from "../plugins/dispatch-index/format.ts";
import { appendLine } from "../platform/private-files.ts";
import type { SkippedHook } from "./select-hooks.ts";
import { lookUp, put } from "../lookup.ts";

export const TRACE_VERSION = 1;

/** At most two files of this size: the current one and the previous one. */
const MOST_TRACE_BYTES = 8 * 1024 * 1024;

export interface RanHook {
  readonly hook: string;
  readonly source: string;
  readonly format: string;
  readonly ms: number;
  /** Exit code, name of a signal, `timed-out`, `missing`, `no-time`, `interrupted`, `internal-error`; of an asynchronous hook `started` or `not-started`. */
  readonly exit: number | string;
  readonly outcome?: OutcomeSummary;
  readonly failure?: string;
  readonly policy?: "open" | "closed";
  readonly losses?: readonly Loss[];
}

/** The answer without its texts: only their lengths. */
export interface OutcomeSummary {
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
  readonly skipped: Readonly<Record<string, readonly string[]>>;
  readonly outcome: OutcomeSummary & { readonly held?: number; readonly delivered?: number };
  readonly losses: readonly Loss[];
  readonly problems: readonly string[];
  readonly exit: number;
  readonly answerBytes: number;
  readonly ms: number;
}

export function writeTrace(places: Pick<Places, "trace">, line: TraceLine): void {
  const file = `${places.trace}/trace.jsonl`;
  try {
    // If two calls rotate at once, the second moves a young file: a little history is lost, no line is torn.
    if (statSync(file).size > MOST_TRACE_BYTES) renameSync(file, `${places.trace}/trace.1.jsonl`);
  } catch {
    // Missing, or not ours to move.
  }
  appendLine(file, JSON.stringify(line));
}

export function traceId(now: number): string {
  return `${now.toString(36)}-${process.pid.toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
}

interface NotRun {
  readonly skipped: readonly SkippedHook[];
  readonly unmatched: readonly string[];
  readonly inactive: InactiveHooks;
}

/** Inactive ones are grouped: there may be hundreds, and each call lists them. */
export function groupSkipped({ skipped, unmatched, inactive }: NotRun): InactiveHooks {
  if (skipped.length === 0 && unmatched.length === 0) return inactive;
  const groups: Record<string, string[]> = {};
  for (const { id, why, detail } of skipped) {
    const reason = detail === undefined ? why : `${why}: ${detail}`;
    put(groups, reason, [...(lookUp(groups, reason) ?? []), id]);
  }
  return unmatched.length === 0 ? { ...groups, ...inactive } : { matcher: unmatched, ...groups, ...inactive };
}

export function summary(outcome: Outcome | Answer): OutcomeSummary {
  const rewrites = "toolInput" in outcome || "updatedInput" in outcome || "nativeInput" in outcome;
  return {
    ...(outcome.decision === undefined ? {} : { decision: outcome.decision }),
    ...(outcome.context === undefined ? {} : { context: outcome.context.length }),
    ...(rewrites ? { rewrite: true } : {}),
    ...(outcome.stop === undefined ? {} : { stop: true }),
    ...(outcome.systemMessage === undefined ? {} : { systemMessage: outcome.systemMessage.length }),
  };
}
