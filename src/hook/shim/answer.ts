/** The answer of a hook, by the rules of the agent that it was written for, in neutral words. */

import type { HandlerExit } from "../../agents/agent.ts";
import type { Shim } from "../../agents/shim.ts";
import type { IndexedHook } from "../../index/format.ts";
import { hasWord, lookUp, put } from "../../lookup.ts";
import { meaningOf } from "../../model/event.ts";
import type { HookInput } from "../../model/input.ts";
import { isObject, type Json, type JsonObject, sameJson } from "../../model/json.ts";
import type { Loss, Outcome } from "../../model/outcome.ts";
import type { HandlerResult } from "../read-outcome.ts";
import type { CallPart } from "./parts.ts";

/** One call of a tool, as it happened and as the agent would have sent it. */
export interface ShimExchange extends CallPart {
  /** What the agent's own reader makes of what the handler reads. */
  readonly seen: HookInput;
}

export function readShimExit(
  exit: HandlerExit,
  shim: Shim,
  { input, seen, rewritten }: ShimExchange,
  onUnsupported: IndexedHook["onUnsupported"],
): HandlerResult {
  const { hookTime } = shim;
  const reading = hookTime.readNative(exit, seen);
  const failure = reading.kind === "failure" ? { failure: reading.cause } : {};
  if (reading.outcome === undefined) return failure;
  if (input.agent === hookTime.name) return { ...failure, outcome: reading.outcome };
  const { native, nativeInput, updatedInput, ...outcome } = shim.meant?.(reading.outcome, seen) ?? reading.outcome;
  const losses: Loss[] = nativeFields(native).map((field) => ({ code: "native-field-lost", field }));
  const whole =
    nativeInput === undefined ? updatedInput : hookTime.read(hookTime.withToolInput(seen.raw, nativeInput), seen.nativeEvent).toolInput;
  const change = whole === undefined ? undefined : changeFrom(seen.toolInput, whole, nativeInput !== undefined, losses);
  const result = change === undefined ? outcome : { ...outcome, ...rewriteBy(change, nativeInput) };
  return { ...failure, outcome: result, losses: losses.length === 0 ? undefined : losses };

  /** A part of a call that cannot be changed by itself is denied, as any rewrite that the caller cannot take (RT-18). */
  function rewriteBy(changes: Json, asked: Json | undefined): Outcome {
    const fields = isObject(changes) && shim.rewritten !== undefined ? shim.rewritten(changes, input) : changes;
    if (fields !== undefined && (rewritten === undefined || !isObject(fields))) return { updatedInput: fields };
    const complete = isObject(fields) ? rewritten?.(fields) : undefined;
    if (complete !== undefined) return { nativeInput: complete };
    if (onUnsupported === "warn" || meaningOf(input.event)?.denial !== "tool") {
      losses.push({ code: onUnsupported === "warn" ? "rewrite-dropped" : "rewrite-unsupported" });
      return {};
    }
    losses.push({ code: "rewrite-became-deny" });
    const wanted = isObject(fields) ? { ...namedFile(seen.toolInput), ...fields } : asked;
    return { decision: "deny", reason: `Allowed only in this form: ${JSON.stringify(wanted)}` };
  }
}

/** The names of the fields, also of those inside `hookSpecificOutput` and `decision`. */
function nativeFields(native: JsonObject | undefined): readonly string[] {
  const names: string[] = [];
  for (const [name, value] of Object.entries(native ?? {})) {
    if (isObject(value) && HOLDERS.includes(name)) names.push(...nativeFields(value));
    else if (value !== undefined) names.push(name);
  }
  return names;
}

const HOLDERS: readonly string[] = ["hookSpecificOutput", "decision"];

function namedFile(fields: Json | undefined): JsonObject {
  const file = isObject(fields) ? lookUp(fields, "file_path") : undefined;
  return file === undefined ? {} : { file_path: file };
}

/**
 * What the handler changed in what it read. An agent may take its answer for the complete input; a field that it left out stays all the same,
 * because callers refuse an incomplete input, and is a loss. A description is free text.
 */
function changeFrom(before: Json | undefined, after: Json, isComplete: boolean, losses: Loss[]): Json | undefined {
  if (!isObject(before) || !isObject(after)) return sameJson(before, after) ? undefined : after;
  const changed: Record<string, Json> = {};
  for (const [key, value] of Object.entries(after))
    if (value !== undefined && !sameJson(lookUp(before, key), value)) put(changed, key, value);
  if (isComplete)
    for (const key of Object.keys(before))
      if (!hasWord(after, key) && key !== "description") losses.push({ code: "field-kept", field: key });
  return Object.keys(changed).length === 0 ? undefined : changed;
}
