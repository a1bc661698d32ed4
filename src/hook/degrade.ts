/**
 * Reduces the combined answer to what this agent can express at this event. Whatever does not fit becomes a loss, and for a
 * blocking answer the safe side wins. The agent's own encoder then only writes it.
 */

import type { HookTime, TextLimit } from "../agents/agent.ts";
import { byteLength } from "../host/engine.ts";
import { entriesOf, lookUp } from "../lookup.ts";
import { type EventMeaning, meaningOf } from "../model/event.ts";
import type { HookInput } from "../model/input.ts";
import type { Answer, Decision, Loss } from "../model/outcome.ts";
import { type Combined, lose, namedReason } from "./combine.ts";
import { MOST_STOP_BLOCKS, type SessionState, stopBlocksOf } from "./session.ts";

export interface Degraded {
  readonly answer: Answer;
  /** Context to keep for a later event. */
  readonly held: readonly string[];
  /** Waiting context that this answer delivers. */
  readonly delivered: readonly string[];
  readonly losses: readonly Loss[];
}

interface Step {
  readonly combined: Combined;
  readonly decision?: Decision;
  readonly reason?: string;
  readonly losses: readonly Loss[];
}

export function degrade(combined: Combined, hookTime: HookTime, session: SessionState, canRemember: boolean): Degraded {
  const decided = decisionFor(combined, hookTime, session);
  const { can } = combined.input;
  const isRefusal = decided.decision === "deny" || decided.decision === "ask";
  const words = contextFor(combined, placeOfContext(combined, decided.decision, hookTime), hookTime, session, canRemember);
  const reason = words.isInReason ? [decided.reason, ...combined.contexts].join("\n\n") : decided.reason;
  const stop = combined.stop;
  const losses = [...decided.losses, ...words.losses];
  if (stop !== undefined && !can.stop) losses.push({ code: isRefusal ? "stop-left-out" : "stop-unsupported" });
  const showsMessages = canTell(hookTime, combined.input);
  if (combined.suppressOutput && !hookTime.suppressOutput) losses.push({ code: "suppress-output-unsupported" });
  if (combined.systemMessages.length > 0 && !showsMessages) losses.push({ code: "system-message-unsupported" });
  return {
    held: words.held,
    delivered: words.delivered,
    losses,
    answer: {
      decision: decided.decision,
      reason,
      toolInput:
        combined.isRewritten && decided.decision !== "deny" && combined.input.nativeToolInput !== undefined
          ? combined.input.nativeToolInput
          : undefined,
      context: words.context,
      stop: stop !== undefined && can.stop ? { reason: stop.reason } : undefined,
      systemMessage: combined.systemMessages.length > 0 && showsMessages ? combined.systemMessages.join("\n") : undefined,
      suppressOutput: combined.suppressOutput && hookTime.suppressOutput ? true : undefined,
      native: combined.native,
      text: combined.texts.length === 0 ? undefined : combined.texts.join("\n\n"),
    },
  };
}

/** Whether a message reaches only the user at this event. */
export function canTell(hookTime: HookTime, input: HookInput): boolean {
  const { silent, showsNothing } = lookUp(hookTime.events, input.nativeEvent) ?? {};
  return hookTime.systemMessage && silent !== true && showsNothing !== true;
}

const BLOCKED_INSTEAD: readonly EventMeaning["denial"][] = ["prompt", "result"];

function decisionFor(combined: Combined, hookTime: HookTime, session: SessionState): Step {
  const { input, stop } = combined;
  const meaning = meaningOf(input.event);
  // Ending the run alone would let this one tool run on Claude Code.
  const endsBeforeTool = stop !== undefined && meaning?.denial === "tool";
  // An agent that cannot end the run can still keep the prompt or the result from it.
  const endsByBlock = stop !== undefined && BLOCKED_INSTEAD.includes(meaning?.denial) && input.can.block && !input.can.stop;
  const step: Step =
    (endsBeforeTool || endsByBlock) && combined.decision !== "deny"
      ? { combined, decision: "deny", reason: namedReason(stop.reason, stop.hook), losses: combined.losses }
      : { combined, losses: combined.losses, decision: combined.decision, reason: combined.reason };
  if (step.decision === "allow") return allowFor(step, hookTime, meaning);
  if (step.decision === "ask") return askFor(step);
  return step.decision === "deny" ? denyFor(step, meaning, session) : step;
}

function allowFor(step: Step, hookTime: HookTime, meaning: EventMeaning | undefined): Step {
  const isPermission = meaning?.denial === "tool" || meaning?.denial === "permission";
  const passes = hookTime.allow === "always" || (hookTime.allow === "with-rewrite" && step.combined.isRewritten);
  return isPermission && passes ? step : lose(undecided(step), "allow-not-passed");
}

function askFor(step: Step): Step {
  const { can } = step.combined.input;
  if (can.ask) return step;
  if (!can.block) return lose(undecided(step), "ask-unsupported");
  return { ...lose(step, "ask-became-deny"), decision: "deny" };
}

function denyFor(step: Step, meaning: EventMeaning | undefined, session: SessionState): Step {
  const { input } = step.combined;
  if (!input.can.block) return lose(undecided(step), "deny-unsupported");
  if (meaning?.denial !== "stop") return step;
  return stopBlocksOf(input, session) < MOST_STOP_BLOCKS ? step : lose(undecided(step), "stop-blocks-exhausted");
}

function undecided({ combined, losses }: Step): Step {
  return { combined, losses };
}

type PlaceOfContext = "here" | "in-reason" | "later";

function placeOfContext({ input, stop }: Combined, decision: Decision | undefined, hookTime: HookTime): PlaceOfContext {
  if (decision === "deny" && hookTime.contextBesideDeny === "in-reason") return "in-reason";
  // A blocked prompt never reaches the model, nor does anything with it.
  const isUnheard = meaningOf(input.event)?.denial === "prompt" && (decision === "deny" || stop !== undefined);
  return input.can.context && !isUnheard ? "here" : "later";
}

interface Words {
  readonly context?: string;
  readonly isInReason?: true;
  readonly held: readonly string[];
  readonly delivered: readonly string[];
  readonly losses: readonly Loss[];
}

function contextFor(
  { contexts, input }: Combined,
  place: PlaceOfContext,
  hookTime: HookTime,
  session: SessionState,
  canRemember: boolean,
): Words {
  const none: Words = { held: [], delivered: [], losses: [] };
  if (place === "here") {
    const joined = [...session.waiting, ...contexts].join("\n\n");
    if (joined === "") return none;
    const context = shortened(joined, lookUp(hookTime.events, input.nativeEvent)?.contextLimit ?? hookTime.contextLimit);
    return { context, held: [], delivered: session.waiting, losses: context === joined ? [] : [{ code: "context-shortened" }] };
  }
  if (contexts.length === 0) return none;
  if (place === "in-reason") return { ...none, isInReason: true, losses: [{ code: "context-in-reason" }] };
  const canWait = canRemember && meaningOf(input.event)?.session !== "end" && entriesOf(hookTime.events).some(([, { can }]) => can.context);
  return { ...none, held: canWait ? contexts : [], losses: [{ code: canWait ? "context-held" : "context-lost" }] };
}

/** Cuts context to what an agent accepts (RT-19); the agent would cut longer text in its middle or put it where it is not read. */
function shortened(text: string, limit: TextLimit | null): string {
  if (limit === null || sizeOf(text, limit) <= limit.count) return text;
  const note = (left: number) => `\n\n[shortened by symposium: ${left} more characters]`;
  const room = limit.count - note(text.length).length;
  const kept = limit.unit === "characters" ? text.slice(0, room) : firstBytes(text, room);
  return kept + note(text.length - kept.length);
}

function sizeOf(text: string, { unit }: TextLimit): number {
  return unit === "characters" ? text.length : byteLength(text);
}

/** The longest start of the text that has at most so many bytes and ends with a whole character. */
function firstBytes(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}
