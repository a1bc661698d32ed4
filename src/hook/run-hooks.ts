/** Runs the chosen hooks one after the other and combines their outcomes, until one denies or the time is up. */

import type { HookTime } from "../agents/agent.ts";
import { messageOf } from "../errors.ts";
import type { IndexedHook } from "../index/format.ts";
import { meaningOf } from "../model/event.ts";
import { shimmedAgent } from "../model/handler-formats.ts";
import { type HookInput, withServedCommand } from "../model/input.ts";
import { absorb, type Combined, isOver, nothingYet } from "./combine.ts";
import { canTell } from "./degrade.ts";
import { handlerDeadline, handlerJobs, type HandlerSurroundings, handlerSurroundings, type JobMaking } from "./handler-job.ts";
import {
  failureNotice,
  type HandlerResult,
  mustBeAsked,
  outcomeByFailMode,
  readOutcome,
  reportedInVain,
  timedOut,
} from "./read-outcome.ts";
import { isUnnamed, type SkippedHook } from "./select-hooks.ts";
import type { HookServices } from "./services.ts";
import type { SessionState } from "./session.ts";
import type { ShimCalls } from "./shim/call.ts";
import { type RanHook, summary } from "./trace.ts";

export interface HookRunning {
  readonly services: HookServices;
  readonly hookTime: HookTime;
  readonly input: HookInput;
  /** The payload byte for byte. */
  readonly payload: string;
  readonly workspace: string | null;
  /** The call as the agents of `shim:` hooks would have sent it. */
  readonly shims?: ShimCalls;
  readonly session: SessionState;
  /** Context that comes before the handlers'. */
  readonly hintTexts: readonly string[];
  /** What earlier hooks of this call answered. */
  readonly from?: Combined;
}

export interface HooksRun {
  readonly combined: Combined;
  readonly ran: readonly RanHook[];
  readonly skipped: readonly SkippedHook[];
  /** Messages to the user about failures, by hook. */
  readonly notices: readonly { readonly hook: string; readonly text: string }[];
}

export async function runHooks(chosen: readonly IndexedHook[], running: HookRunning): Promise<HooksRun> {
  let combined = running.from ?? nothingYet(withServedCommand(running.input), running.hintTexts);
  const ran: RanHook[] = [];
  const skipped: SkippedHook[] = [];
  const notices: { hook: string; text: string }[] = [];
  let known: HandlerSurroundings | undefined;
  /** Called only where a hook runs, because a failure here counts as that hook's. */
  const around = (cwd: string | null) =>
    known?.cwd === cwd ? known : (known = handlerSurroundings(cwd, running.workspace, running.services));
  for (const hook of chosen) {
    const id = `${hook.plugin}/${hook.hook}`;
    if (isOver(combined, hook)) {
      skipped.push({ id, why: "after-deny" });
      continue;
    }
    const { result: ended, exit, ms } = await runOne(hook, combined, { ...running, around });
    const before = combined.losses.length;
    const taken = takeIn(combined, ended, hook, running);
    const { result } = taken;
    combined = taken.combined;
    if (result.failure !== undefined) notices.push({ hook: id, text: failureNotice(result, hook, running.input) });
    const losses = [...(result.losses ?? []), ...combined.losses.slice(before)];
    ran.push({
      hook: id,
      source: hook.source,
      format: hook.format,
      ms,
      exit,
      outcome: result.outcome === undefined ? undefined : summary(result.outcome),
      failure: result.failure,
      policy: result.failure === undefined ? undefined : hook.onFailure,
      losses: losses.length === 0 ? undefined : losses,
    });
  }
  return { combined, ran, skipped, notices };
}

/** An answer that cannot be processed is a failure of its hook. */
function takeIn(now: Combined, result: HandlerResult, hook: IndexedHook, { hookTime, session }: HookRunning) {
  const showsMessages = canTell(hookTime, now.input);
  const taken = (one: HandlerResult) => {
    const outcome = reportedInVain(one.outcome, hook, now.input, showsMessages);
    const reportable = outcome === undefined ? one : { ...one, outcome };
    return absorb(now, outcomeByFailMode(reportable, hook), hook, hookTime, session.wanted);
  };
  try {
    return { combined: taken(result), result };
  } catch (error) {
    const failed: HandlerResult = { failure: `its answer is unusable: ${messageOf(error)}` };
    return { combined: taken(failed), result: failed };
  }
}

interface HandlerRunning extends HookRunning {
  /** For the payload's folder. */
  readonly around: (cwd: string | null) => HandlerSurroundings;
}

interface Ending {
  readonly result: HandlerResult;
  readonly exit: number | string;
  readonly ms: number;
}

/** Any failure while a hook runs is its own failure, and no other hook's. */
async function runOne(hook: IndexedHook, combined: Combined, running: HandlerRunning): Promise<Ending> {
  const { signal } = running.services;
  if (signal() !== undefined) return failed(interrupted(signal()), "interrupted");
  if (hook.refusal !== undefined) return failed(hook.refusal, "refused");
  if (hook.missing !== undefined) return failed(hook.missing, "missing");
  const { event } = combined.input;
  const unclear = isUnnamed(combined.input) ? "the agent's payload names no tool" : combined.input.unclear;
  if (unclear !== undefined && meaningOf(event)?.prevents === true && mustBeAsked(hook)) return unasked(unclear, "unclear", combined.input);
  try {
    const ending = await askHandler(hook, combined, running);
    // A handler that we ended may exit with success.
    return signal() === undefined ? ending : { ...ending, result: { ...ending.result, failure: interrupted(signal()) } };
  } catch (error) {
    return unasked(`symposium failed to run it: ${messageOf(error)}`, "internal-error", combined.input);
  }
}

function failed(failure: string, exit: string): Ending {
  return { result: { failure }, exit, ms: 0 };
}

/** A guard that was not asked denies, but where nothing can be prevented this is a failure like any other. */
function unasked(failure: string, exit: string, { event }: HookInput): Ending {
  return { result: { failure, isUnasked: meaningOf(event)?.prevents === true ? true : undefined }, exit, ms: 0 };
}

function interrupted(signal: string | undefined): string {
  return `symposium was sent ${signal}`;
}

async function askHandler(
  hook: IndexedHook,
  { input, isRewritten }: Combined,
  { services, hookTime, payload, around, shims, workspace }: HandlerRunning,
): Promise<Ending> {
  const timeoutMs = handlerDeadline(input.event, services.elapsed(), hook.timeout);
  if (timeoutMs === undefined) return { result: timedOut("no time was left to start it", hook), exit: "no-time", ms: 0 };
  const shim = shims?.get(shimmedAgent(hook.format) ?? "")?.prepare(hook, input);
  // Never the caller's own payload, which its script cannot read.
  if (shim === undefined && shimmedAgent(hook.format) !== undefined)
    return unasked("Symposium cannot translate the call into the format of the agent that the hook was written for", "unclear", input);
  const making: JobMaking = { hook, input, payload: isRewritten ? undefined : payload, shim, around: around(input.cwd), timeoutMs };
  const { contract } = hook;
  const jobs =
    contract === undefined
      ? handlerJobs(making)
      : await (await import("./contract-jobs.ts")).contractJobs(contract, making, services, workspace);
  if ("missing" in jobs) return failed(jobs.missing, "missing");
  if (contract?.isAsync === true) {
    // An asynchronous hook answers nothing, and a failure after its start is not reported.
    const failure = (await import("./async-hook.ts")).startAsync(hook, jobs.inTurn, input, services);
    return failure === undefined ? { result: {}, exit: "started", ms: 0 } : failed(failure, "not-started");
  }
  for (const job of jobs.inTurn) {
    const end = await services.runHandler(job);
    // A missing folder is no reason to fail: the next one works as well.
    if (end.kind === "no-such-folder") continue;
    const exit = end.kind === "exited" ? end.code : end.kind === "signalled" ? end.signal : end.kind;
    return { result: await readOutcome(end, hook, input, hookTime, shim), exit, ms: end.ms };
  }
  return failed("no folder to run it in exists", "missing");
}
