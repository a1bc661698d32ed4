/**
 * An answer in our own formats that is not fully understood (DG-8): what refuses stands, and the rest is a failure that says what to write.
 * Loaded only then.
 */

import { foldKey, similarWord } from "../files/similar-word.ts";
import { entriesOf, hasWord, lookUp, put } from "../lookup.ts";
import { type EventName, isEventName, meaningOf } from "../model/event.ts";
import {
  type AnswerKeys,
  decisionFrom,
  fieldsOf,
  INTERCHANGE_KEYS,
  isValid,
  outcomeOf,
  SYMPOSIUM_KEYS,
  withReason,
} from "../model/handler-formats.ts";
import { isObject, type Json, type JsonObject, jsonObjectsIn, parseJson } from "../model/json.ts";
import { isStricter, type Outcome } from "../model/outcome.ts";
import { printable } from "../model/safe-text.ts";
import { maskSecrets } from "../plugins/secrets.ts";
import type { HandlerResult } from "./read-outcome.ts";

/** `failure` goes into the trace, so it has no text of the handler; `printed` is for the user. */
export function readUnclear(stdout: string, format: string, event: EventName | null): HandlerResult & { readonly failure: string } {
  const reader: Reader = { format, event, keys: format === "interchange" ? INTERCHANGE_KEYS : SYMPOSIUM_KEYS, flaws: [] };
  const text = stdout.trim();
  const whole = parseJson(text);
  const documents = isObject(whole) ? [whole] : jsonObjectsIn(text);
  if (!isObject(whole))
    reader.flaws.push(
      documents.length === 0
        ? { failure: "its output is not a JSON object", advice: "print one JSON object, or nothing" }
        : { failure: "its output has text beside the JSON object", advice: "print only the JSON object, and anything else to stderr" },
    );
  const outcomes = documents.flatMap((document) => understood(document, isObject(whole) ? "whole" : "beside", reader));
  const { failure } = reader.flaws[0] ?? { failure: "its answer is not understood" };
  const advice = new Set(reader.flaws.map((flaw) => flaw.advice));
  const printed = `it printed: ${quoted(text)}\n${[...advice].slice(0, MOST_ADVICE).join("\n")}`;
  return { outcome: outcomes.reduce(joined, {}), failure, printed };
}

const MOST_ADVICE = 3;
const MOST_QUOTED = 200;

/** Secrets are masked in more text than is quoted: one that is cut off would not be recognised. */
const MOST_MASKED = 4_000;

function quoted(text: string): string {
  const letters = [...printable(maskSecrets(text.slice(0, MOST_MASKED)))];
  return letters.length <= MOST_QUOTED ? letters.join("") : `${letters.slice(0, MOST_QUOTED).join("")}…`;
}

interface Flaw {
  readonly failure: string;
  readonly advice: string;
}

interface Reader {
  readonly format: string;
  readonly event: EventName | null;
  readonly keys: AnswerKeys;
  readonly flaws: Flaw[];
}

/** Where fields stand: in the only document, in one beside other text, or under a key that no answer has. */
type Place = "whole" | "beside" | "inside";

const DEEPEST = 3;

function understood(document: JsonObject, place: Place, reader: Reader, depth = 0): readonly Outcome[] {
  const { event, keys, flaws } = reader;
  const valid: Record<string, Json> = {};
  const inner: Outcome[] = [];
  const isTagged = depth === 0 && reader.format === "symposium" && isObject(lookUp(document, event ?? ""));
  for (const [key, value = null] of Object.entries(document)) {
    const name = nameOf(key, keys);
    const given = name === "decision" && typeof value === "string" ? value.trim().toLowerCase() : value;
    if (isTagged && key === event && isObject(value)) inner.push(...understood(value, place, reader, 1));
    else if (name === undefined) {
      flaws.push(unknownKey(key, depth, reader));
      const isOfEvent = [key, similarWord(key, [event ?? ""]) ?? ""].some(isEventName);
      for (const one of depth < DEEPEST ? [value].flat() : [])
        if (isObject(one)) inner.push(...understood(one, isOfEvent && one === value ? place : "inside", reader, depth + 1));
    } else if (!isValid(lookUp(keys, name)!, given)) flaws.push(wrongValue(name, value));
    else {
      if (name !== key) flaws.push(unknownKey(key, depth, reader));
      else if (given !== value) flaws.push(wrongValue(name, value));
      else if (isTagged) flaws.push({ failure: UNKNOWN_KEY, advice: `write \`${key}\` inside \`${event}\`` });
      const isStricterNow = name === "decision" && isStricter(decisionFrom(given)!, decisionFrom(lookUp(valid, name)));
      if (!hasWord(valid, name) || isStricterNow) put(valid, name, given);
    }
  }
  const outcome = outcomeOf(fieldsOf(valid, keys) ?? {});
  return [...inner, standing(reader.format === "symposium" ? withReason(outcome) : outcome, place, event)];
}

const UNKNOWN_KEY = "its answer has a key that is not valid";

/** Case, separators and the spelling of our other format do not hide what was meant. */
function nameOf(key: string, keys: AnswerKeys): string | undefined {
  if (lookUp(keys, key) !== undefined) return key;
  const field = [SYMPOSIUM_KEYS, INTERCHANGE_KEYS].flatMap(entriesOf).find(([known]) => foldKey(known) === foldKey(key))?.[1];
  return field === undefined ? undefined : entriesOf(keys).find(([, each]) => each === field)?.[0];
}

/**
 * An allow never stands. What stands beside or inside something else may be an echo of the call, which must not rewrite it: a call that
 * would have been rewritten is denied.
 */
function standing({ decision, updatedInput, ...outcome }: Outcome, place: Place, event: EventName | null): Outcome {
  const kept = decision === undefined || decision === "allow" ? outcome : { ...outcome, decision };
  const refusals = place === "inside" ? withoutTexts(kept) : kept;
  if (updatedInput === undefined) return refusals;
  if (place === "whole") return { ...refusals, updatedInput };
  if (meaningOf(event)?.denial !== "tool" || decision === "deny") return refusals;
  return { ...refusals, decision: "deny", reason: "The hook changes this call, but what it printed is more than its answer." };
}

function withoutTexts({ decision, reason, stop }: Outcome): Outcome {
  return { decision, reason, stop };
}

function joined(one: Outcome, other: Outcome): Outcome {
  const both = (key: "context" | "systemMessage", between: string) =>
    [one[key], other[key]].filter((text) => text !== undefined).join(between);
  const [context, systemMessage] = [both("context", "\n\n"), both("systemMessage", "\n")];
  const isLaterStricter = other.decision !== undefined && isStricter(other.decision, one.decision);
  const { decision, reason } = isLaterStricter ? other : one;
  const [before, after] = [one.updatedInput, other.updatedInput];
  return {
    decision,
    reason: reason ?? other.reason ?? one.reason,
    context: context || undefined,
    updatedInput: isObject(before) && isObject(after) ? { ...before, ...after } : (after ?? before),
    stop: other.stop ?? one.stop,
    systemMessage: systemMessage || undefined,
    suppressOutput: other.suppressOutput ?? one.suppressOutput,
  };
}

/** Keys by which agents' own answers are known, and the format that reads them. */
const DIALECTS: readonly string[] = ["hookSpecificOutput", "permissionDecision", "permissionDecisionReason", "hookEventName"];

function unknownKey(key: string, depth: number, { keys, event, format }: Reader): Flaw {
  const quotedKey = `\`${printable(maskSecrets(key.slice(0, 60)))}\``;
  if (key === event && format === "symposium") return { failure: UNKNOWN_KEY, advice: `write one object under ${quotedKey}` };
  if (isEventName(key) && format === "symposium") return { failure: `it answered ${key} to ${event}`, advice: `write \`${event}\`` };
  const names = entriesOf(keys).map(([name]) => name);
  if (DIALECTS.includes(similarWord(key, DIALECTS) ?? key))
    return {
      failure: "its answer has a key of an agent's own format",
      advice: `${quotedKey} is not a valid key: write \`decision\` and \`reason\`, or \`format = "claude"\` on the hook`,
    };
  const near = nameOf(key, keys) ?? similarWord(key, depth === 0 && format === "symposium" ? [...names, event ?? ""] : names);
  const advice = near === undefined ? `the keys of an answer are ${names.join(", ")}` : `write \`${near}\``;
  return { failure: UNKNOWN_KEY, advice: `${quotedKey} is not a valid key: ${advice}` };
}

function wrongValue(name: string, value: Json): Flaw {
  const failure = `its answer has a value of \`${name}\` that is not valid`;
  if (name !== "decision") return { failure, advice: `the value of \`${name}\` is not valid: write ${lookUp(WANTED, name) ?? "text"}` };
  const near =
    typeof value === "string" ? (decisionFrom(value.trim().toLowerCase()) ?? similarWord(value, ["allow", "ask", "deny"])) : undefined;
  return { failure, advice: `the decision is not valid: write ${near === undefined ? "allow, ask or deny" : `\`${near}\``}` };
}

const WANTED: Readonly<Record<string, string>> = {
  continue: "true or false",
  suppressOutput: "true or false",
  suppress_output: "true or false",
  updatedInput: "an object",
  updated_input: "an object",
};
