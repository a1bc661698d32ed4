/** What the way a handler ended means (RT-15, RT-16), by the rules of its declared format. */

import type { HookTime } from "../agents/agent.ts";
import { meaningOf } from "../canonical/event.ts";
import type { HookInput } from "../canonical/input.ts";
import { readInterchange } from "../canonical/interchange-format.ts";
import type { Loss } from "../canonical/loss.ts";
import type { Outcome } from "../canonical/outcome.ts";
import { readSymposiumOutput } from "../canonical/symposium-format.ts";
import type { HandlerEnd } from "../platform/run-handler.ts";
import type { IndexedHook } from "../plugins/dispatch-index/format.ts";
import type { PreparedShim } from "./shim-call.ts";
import { stderrTail } from "./stderr-tail.ts";

export interface HandlerResult {
  /** Its answer, as far as there is one. */
  readonly outcome?: Outcome;
  /** Why it counts as failed; the fail policy then decides. */
  readonly failure?: string;
  /** The end of its stderr, where it failed and wrote something. */
  readonly stderr?: string;
  /** What it printed instead of an answer, and what to write; for the user, never for the trace. */
  readonly printed?: string;
  /** Symposium could not ask it. */
  readonly isUnasked?: true;
  readonly losses?: readonly Loss[];
}

export async function readOutcome(
  end: HandlerEnd,
  hook: IndexedHook,
  input: HookInput,
  hookTime: HookTime,
  shim?: PreparedShim,
): Promise<HandlerResult> {
  const result = await readEnd(end, hook, (exit) => shim?.read(exit) ?? readExit(exit, hook, input, hookTime));
  if (result.failure === undefined || !("stderr" in end) || end.stderr === "") return result;
  const stderr = stderrTail(end.stderr);
  return stderr === "" ? result : { ...result, stderr };
}

type Reading = HandlerResult | Promise<HandlerResult>;

function readEnd(end: HandlerEnd, hook: IndexedHook, exited: (end: Exited) => Reading): Reading {
  switch (end.kind) {
    case "missing":
    case "no-such-folder":
      return { failure: end.message };
    case "timed-out":
      return timedOut(`it did not answer within ${withinWhat(end.ms, hook.timeout)}`, hook);
    case "signalled":
      return { failure: `it was ended by ${end.signal}` };
    case "exited":
      return exited(end);
  }
}

/** `timeout_action: block` counts as exit code 2, which only a blocking hook has (IX-11). */
export function timedOut(failure: string, { blocking, contract }: IndexedHook): HandlerResult {
  if (contract?.timeoutBlocks !== true || blocking !== true) return { failure };
  return { outcome: { decision: "deny", reason: `the hook failed: ${failure}, and its timeout_action is block` } };
}

type Exited = Extract<HandlerEnd, { kind: "exited" }>;

function readExit(end: Exited, hook: IndexedHook, input: HookInput, hookTime: HookTime): Reading {
  if (hook.format === "symposium") return readSymposium(end, input);
  if (hook.format === "interchange") {
    const reading = readInterchange(end.code, end.stdout, end.stderr, hook.blocking ?? meaningOf(input.event)?.blocksByDefault === true);
    if (reading.kind === "unclear") return unclear(end, hook.format, input);
    return reading.kind === "answer" ? { outcome: reading.outcome } : { failure: reading.message };
  }
  const reading = hookTime.readNative(end, input);
  if (reading.kind === "answer") return { outcome: reading.outcome, ...(reading.losses === undefined ? {} : { losses: reading.losses }) };
  return { failure: reading.cause, ...(reading.outcome === undefined ? {} : { outcome: reading.outcome }) };
}

function readSymposium(end: Exited, input: HookInput): Reading {
  if (input.event === null) return {};
  const reading = readSymposiumOutput(end.stdout, input.event);
  const answered = reading.kind === "answer" ? { outcome: reading.outcome } : {};
  if (end.code === 2) {
    const reason = end.stderr.trim() || answered.outcome?.reason;
    return { outcome: { decision: "deny", ...(reason === undefined ? {} : { reason }) } };
  }
  if (reading.kind === "unclear") return unclear(end, "symposium", input);
  return end.code === 0 ? answered : { ...answered, failure: exitedWith(end) };
}

/** What it refused stands (DG-8). */
async function unclear(end: Exited, format: string, { event }: HookInput): Promise<HandlerResult> {
  const { readUnclear } = await import("./unclear-answer.ts");
  const result = readUnclear(end.stdout, format, event);
  return end.code === 0 ? result : { ...result, failure: exitedWith(end) };
}

function exitedWith({ code }: Exited): string {
  return `it exited with code ${code}`;
}

/** A handler is ended a little before its time is up; when much was missing, the call's own time ran out. */
function withinWhat(ms: number, timeout: number): string {
  return ms >= timeout * 800 ? `${timeout} s` : "the remaining time";
}
