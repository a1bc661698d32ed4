/**
 * Combines outcomes (RT-17): the strictest decision wins, a rewrite feeds the next handler, contexts are joined in
 * order. A pure fold, so that any order of random outcomes can be tested.
 */

import type { HookTime } from "../agents/agent.ts";
import type { IndexedHook } from "../index/format.ts";
import { hasWord, lookUp, put } from "../lookup.ts";
import { meaningOf } from "../model/event.ts";
import { shimmedAgent } from "../model/handler-formats.ts";
import { type HookInput, withoutServedCommand, withServedCommand } from "../model/input.ts";
import { isObject, type Json, type JsonObject, sameJson } from "../model/json.ts";
import { type Decision, isStricter, type Loss, type LossCode, type Outcome } from "../model/outcome.ts";
import type { WantedInput } from "./session.ts";

export interface Combined {
  /** The input as the next handler sees it. */
  readonly input: HookInput;
  readonly isRewritten: boolean;
  readonly decision?: Decision;
  readonly reason?: string;
  readonly contexts: readonly string[];
  readonly stop?: { readonly reason: string; readonly hook: string };
  readonly systemMessages: readonly string[];
  readonly suppressOutput: boolean;
  readonly native?: JsonObject;
  /** Texts that are themselves the answer. */
  readonly texts: readonly string[];
  /** Inputs that a denial demands, so that the call passes in that form. */
  readonly wanted: readonly WantedInput[];
  readonly losses: readonly Loss[];
}

export type Author = Pick<IndexedHook, "plugin" | "hook" | "onUnsupported">;

/** `contexts` are Symposium's own. */
export function nothingYet(input: HookInput, contexts: readonly string[] = []): Combined {
  return { input, isRewritten: false, contexts, systemMessages: [], suppressOutput: false, texts: [], wanted: [], losses: [] };
}

/** Whether no further handler is asked. After a tool an agent runs all of its hooks: nothing is left to prevent, and each has something to say. */
export function isOver(now: Combined, { format }: Pick<IndexedHook, "format">): boolean {
  return (isDenied(now) && !(shimmedAgent(format) !== undefined && isAfterTool(now))) || isStoppedAtOwnEvent(now);
}

/** Whether there is a denial that this event can enforce. */
export function isDenied({ decision, input }: Combined): boolean {
  return decision === "deny" && input.can.block;
}

/** At an event that only this agent has, the first answer that blocks by its own rule is the last (RT-15). */
function isStoppedAtOwnEvent({ stop, input }: Combined): boolean {
  return stop !== undefined && input.event === null && input.can.stop;
}

function isAfterTool({ input }: Combined): boolean {
  return meaningOf(input.event)?.denial === "result";
}

export function absorb(now: Combined, outcome: Outcome, author: Author, hookTime: HookTime, remembered: readonly WantedInput[]): Combined {
  const hook = `${author.plugin}/${author.hook}`;
  const context = outcome.context?.trim() ? [outcome.context] : [];
  const merged: Combined = {
    ...now,
    contexts: [...now.contexts, ...context],
    systemMessages: outcome.systemMessage ? [...now.systemMessages, outcome.systemMessage] : now.systemMessages,
    suppressOutput: now.suppressOutput || outcome.suppressOutput === true,
    texts: textsWith(now, outcome, hookTime),
    ...(outcome.stop === undefined || now.stop !== undefined ? {} : { stop: stopOf(outcome, hook) }),
  };
  const decided = withNative(decide(merged, outcome.decision, outcome.reason, hook), now, outcome);
  return isDenied(decided) ? decided : rewrite(decided, outcome, author, hookTime, remembered);
}

function stopOf({ stop, reason }: Outcome, hook: string) {
  return { reason: stop?.reason?.trim() || reason?.trim() || `Stopped by ${hook}`, hook };
}

function decide(now: Combined, decision: Decision | undefined, reason: string | undefined, hook: string): Combined {
  if (decision === "deny" && isDenied(now) && isAfterTool(now)) return { ...now, reason: `${now.reason}\n${namedReason(reason, hook)}` };
  if (decision === undefined || !isStricter(decision, now.decision)) return now;
  const { reason: _, ...rest } = now;
  if (decision === "allow") return { ...rest, decision, reason: reason?.trim() ? reason : undefined };
  return { ...rest, decision, reason: namedReason(reason, hook) };
}

/** Never empty, and names the plugin: the model and the user must know whom to ask. */
export function namedReason(reason: string | undefined, hook: string): string {
  const text = reason?.trim();
  if (!text) return `Denied by ${hook}`;
  return text.includes(hook) ? text : `${text} (${hook})`;
}

function rewrite(now: Combined, outcome: Outcome, author: Author, hookTime: HookTime, remembered: readonly WantedInput[]): Combined {
  const { input } = now;
  const fields = outcome.nativeInput ?? outcome.updatedInput;
  if (fields === undefined) return now;
  const hook = `${author.plugin}/${author.hook}`;
  const denial = meaningOf(input.event)?.denial;
  if (input.tool === undefined || denial === undefined) return lose(now, "rewrite-unsupported", hook);
  const asked = withoutServedCommand(input, fields);
  const whole = outcome.nativeInput ?? (asked === undefined ? undefined : hookTime.changedInput(input, asked));
  if (whole === undefined ? hasFields(input.toolInput, fields) : sameJson(whole, input.nativeToolInput)) return now;
  if (input.can.rewrite && whole !== undefined) {
    return { ...now, isRewritten: true, input: readAgain(input, whole, hookTime) };
  }
  if (denial === "result") return lose(now, "rewrite-unsupported", hook);
  if (author.onUnsupported === "warn") return lose(now, "rewrite-dropped", hook);
  const wanted: WantedInput = { hook, tool: input.tool.native, fields: changedFields(input.nativeToolInput, whole ?? fields) };
  if (remembered.some((earlier) => isInWantedForm(earlier, wanted, whole, input))) return now;
  const demand = `Allowed only in this form: ${JSON.stringify(wanted.fields)}`;
  return { ...lose(decide(now, "deny", demand, hook), "rewrite-became-deny", hook), wanted: [...now.wanted, wanted] };
}

/** The payload with the new input. The tool's MCP server was settled before, and no input changes that. */
function readAgain(input: HookInput, whole: Json, hookTime: HookTime): HookInput {
  const again = withServedCommand(hookTime.read(hookTime.withToolInput(input.raw, whole), input.nativeEvent));
  const isUnsettled = hookTime.mcpServerFiles !== undefined && again.tool?.also?.some((name) => name.startsWith("mcp__")) === true;
  return isUnsettled && input.tool?.native === again.tool?.native && input.tool !== undefined ? { ...again, tool: input.tool } : again;
}

/** The fields of the new input that differ from the old one: what the handler really asked for. If an old field is missing there, all of it. */
function changedFields(before: Json | undefined, after: Json): Json {
  if (!isObject(before) || !isObject(after)) return after;
  if (Object.keys(before).some((key) => !hasWord(after, key))) return after;
  const changed: Record<string, Json | undefined> = {};
  for (const [key, value] of Object.entries(after)) if (!sameJson(lookUp(before, key), value)) put(changed, key, value);
  return changed;
}

/**
 * Whether the call has the form that the same handler demanded before, and still demands: only the description for the user may differ, which some
 * handlers write again each time. A demand that the agent cannot express is in Claude's fields, which the agent's own input does not have.
 */
function isInWantedForm(earlier: WantedInput, now: WantedInput, whole: Json | undefined, input: HookInput): boolean {
  if (earlier.hook !== now.hook || earlier.tool !== now.tool) return false;
  const form = (fields: Json | undefined) => withoutDescription(fields, input);
  const demanded = form(earlier.fields) ?? {};
  if (!hasFields(input.nativeToolInput, demanded) && !hasFields(input.toolInput, demanded)) return false;
  if (whole === undefined) return hasFields(input.toolInput, form(now.fields) ?? {});
  return sameJson(form(whole), form(input.nativeToolInput));
}

/** Only for tools with a neutral name: a tool of an MCP server may use its `description`. */
function withoutDescription(fields: Json | undefined, { tool }: HookInput): Json | undefined {
  if (!isObject(fields) || tool?.neutral === undefined) return fields;
  const { description: _, ...others } = fields;
  return others;
}

function hasFields(input: Json | undefined, wanted: Json): boolean {
  if (!isObject(wanted) || !isObject(input)) return sameJson(wanted, input);
  return Object.entries(wanted).every(([key, value]) => sameJson(value, lookUp(input, key)));
}

/**
 * Of native fields the later ones count. At an event that only this agent has, the first ones do, and an answer that blocks goes out with its own
 * fields alone: those of another might void it.
 */
function withNative(merged: Combined, now: Combined, { native }: Outcome): Combined {
  const isOwn = now.input.event === null;
  const blocks = isOwn && ((isDenied(merged) && !isDenied(now)) || isStoppedAtOwnEvent(merged));
  const { native: earlier, ...rest } = merged;
  if (blocks) return native === undefined ? rest : { ...rest, native };
  if (native === undefined) return merged;
  return { ...rest, native: isOwn ? mergeNative(native, earlier ?? {}) : mergeNative(earlier, native) };
}

/** Where the text is a path, only the first one counts; instructions are all kept. */
function textsWith({ texts, input }: Combined, { text }: Outcome, { events }: HookTime): readonly string[] {
  const isTaken = text !== undefined && !(texts.length > 0 && lookUp(events, input.nativeEvent)?.text === "path");
  return isTaken ? [...texts, text] : texts;
}

function mergeNative(earlier: JsonObject | undefined, later: JsonObject): JsonObject {
  const [before, after] = [earlier?.["hookSpecificOutput"], later["hookSpecificOutput"]];
  const nested = isObject(before) && isObject(after) ? { ...before, ...after } : (after ?? before);
  return { ...earlier, ...later, ...(nested === undefined ? {} : { hookSpecificOutput: nested }) };
}

export function lose<T extends { readonly losses: readonly Loss[] }>(now: T, code: LossCode, hook?: string): T {
  return { ...now, losses: [...now.losses, hook === undefined ? { code } : { code, hook }] };
}
