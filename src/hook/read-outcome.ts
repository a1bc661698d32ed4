/**
 * What the way a handler ended means (RT-15, RT-16), by the rules of its declared format and, where it failed, of its fail mode: nothing, or a
 * denial. A failure is always reported.
 */

import type { HandlerExit, HookTime } from "../agents/agent.ts";
import type { HandlerEnd } from "../host/run-handler.ts";
import type { IndexedHook } from "../index/format.ts";
import { meaningOf } from "../model/event.ts";
import { readInterchange, readSymposiumOutput, shimmedAgent } from "../model/handler-formats.ts";
import type { HookInput } from "../model/input.ts";
import type { Loss, Outcome } from "../model/outcome.ts";
import { printableLines } from "../model/safe-text.ts";
import { isGuard } from "../plugins/plugin.ts";
import { namedReason } from "./combine.ts";

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
  if (reading.kind === "answer") return { outcome: reading.outcome, losses: reading.losses };
  return { failure: reading.cause, outcome: reading.outcome };
}

function readSymposium(end: Exited, input: HookInput): Reading {
  if (input.event === null) return {};
  const reading = readSymposiumOutput(end.stdout, input.event);
  const answered = reading.kind === "answer" ? { outcome: reading.outcome } : {};
  if (end.code === 2) {
    const reason = end.stderr.trim() || answered.outcome?.reason;
    return { outcome: { decision: "deny", reason } };
  }
  if (reading.kind === "unclear") return unclear(end, "symposium", input);
  return end.code === 0 ? answered : { ...answered, failure: exitedWith(end) };
}

/** A denial in an unclear answer stands (DG-8). */
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

export interface PreparedShim {
  /** What the handler reads on stdin. */
  readonly text: string;
  readonly env: Readonly<Record<string, string>>;
  readonly read: (exit: HandlerExit) => HandlerResult;
}

/** The outcome after the hook's `on-failure` is applied. A guard that could not be asked denies, whatever that says. */
export function outcomeByFailMode({ outcome = {}, failure, isUnasked, ...said }: HandlerResult, hook: IndexedHook): Outcome {
  if (failure === undefined || !denies(hook, isUnasked)) return outcome;
  const own = outcome.decision === "deny" && outcome.reason !== undefined ? `${outcome.reason}\n` : "";
  // A hook with a refusal was not run.
  if (hook.refusal !== undefined)
    return { ...outcome, decision: "deny", reason: `The hook ${hook.plugin}/${hook.hook} denies this call: ${failure}` };
  const reason = `${own}The hook ${hook.plugin}/${hook.hook} failed, and ${rule(hook)} denies the call: ${failure}${saidText(said)}`;
  return { ...outcome, decision: "deny", reason };
}

/**
 * At an event where nothing can be prevented the user reads what a handler denied, where the agent shows anything. After a tool the model
 * reads it too, as it would if the result were blocked.
 */
export function reportedInVain(
  outcome: Outcome | undefined,
  hook: IndexedHook,
  input: HookInput,
  showsMessages: boolean,
): Outcome | undefined {
  const { can, event, nativeEvent } = input;
  if (outcome?.decision !== "deny" || can.block) return outcome;
  const reason = namedReason(outcome.reason, `${hook.plugin}/${hook.hook}`);
  const message = [outcome.systemMessage ?? [], `symposium: nothing can be prevented at ${nativeEvent}: ${reason}`].flat().join("\n");
  const context = [outcome.context ?? [], reason].flat().join("\n\n");
  const isHeard = can.context && meaningOf(event)?.hasTool === true;
  return { ...outcome, ...(showsMessages ? { systemMessage: message } : {}), ...(isHeard ? { context } : {}) };
}

/** What the user is told, once per hook and session. */
export function failureNotice({ failure, isUnasked, ...said }: HandlerResult, hook: IndexedHook, { can, nativeEvent }: HookInput): string {
  const denied = can.block ? `so ${rule(hook)} denied the call` : `and nothing can be prevented at ${nativeEvent}`;
  const effect = denies(hook, isUnasked) ? denied : "the call went on without it";
  return `symposium: the hook ${hook.plugin}/${hook.hook} failed, ${effect}: ${failure}${saidText(said)}`;
}

/**
 * Whether a call that this hook cannot be asked about is denied: closed hooks, blocking hooks of a hook manifest that the user agreed to, and
 * imported hooks, whose own agent would have waited for them.
 */
export function mustBeAsked(hook: IndexedHook): boolean {
  return isGuard(hook) || (shimmedAgent(hook.format) !== undefined && hook.blocking !== false && hook.contract?.isAsync !== true);
}

function denies(hook: IndexedHook, isUnasked: true | undefined): boolean {
  return hook.onFailure === "closed" || (isUnasked === true && mustBeAsked(hook));
}

function rule({ deniesIfChanged, onFailure }: IndexedHook): string {
  if (deniesIfChanged === true) return "`blocking`";
  return onFailure === "closed" ? 'on-failure = "closed"' : "a guard that could not run";
}

function saidText({ printed, stderr }: Pick<HandlerResult, "printed" | "stderr">): string {
  return `${printed === undefined ? "" : `\n${printed}`}${stderr === undefined ? "" : `\nits stderr:\n${stderr}`}`;
}

const MOST_LINES = 5;
const MOST_CHARACTERS = 500;

/**
 * The end of what a failed handler wrote to stderr, short enough for a reason or a message; without colours, blank lines and stack frames, so that
 * the error itself fits. Only a failure comes here, so the patterns cost no other call anything.
 */
export function stderrTail(stderr: string): string {
  const lines = stderr
    // oxlint-disable-next-line no-control-regex
    .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, "")
    .split(/\r?\n|\r/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== "" && !/^\s+(?:at |\^)/.test(line));
  const text = printableLines(lines.slice(-MOST_LINES).join("\n"));
  const characters = [...text];
  return characters.length <= MOST_CHARACTERS ? text : `…${characters.slice(1 - MOST_CHARACTERS).join("")}`;
}
