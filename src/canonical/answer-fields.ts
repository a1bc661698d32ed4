/** The fields of an answer in our own formats. A field that is not understood makes the whole answer unclear: it is never nothing (DG-8). */

import { lookUp, type Table, tableOf } from "../lookup.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";
import type { Decision, Outcome } from "./outcome.ts";

type Field = "decision" | "reason" | "context" | "updatedInput" | "continue" | "stopReason" | "systemMessage" | "suppressOutput";

/** A format's name for a field → the field. */
export type AnswerKeys = Table<Field>;

export type AnswerReading = { readonly kind: "answer"; readonly outcome: Outcome } | { readonly kind: "unclear" };

export const UNCLEAR: AnswerReading = { kind: "unclear" };

const DECISIONS = tableOf<Decision>({ allow: "allow", approve: "allow", ask: "ask", deny: "deny", block: "deny" });

export function decisionFrom(value: Json | undefined): Decision | undefined {
  return typeof value === "string" ? lookUp(DECISIONS, value) : undefined;
}

const isText = (value: Json) => typeof value === "string";
const isSwitch = (value: Json) => typeof value === "boolean";

const VALID: Readonly<Record<Field, (value: Json) => boolean>> = {
  decision: (value) => decisionFrom(value) !== undefined,
  reason: isText,
  context: isText,
  updatedInput: (value) => isObject(value) || isText(value),
  continue: isSwitch,
  stopReason: isText,
  systemMessage: isText,
  suppressOutput: isSwitch,
};

/** `null` is a field that is not given, as in the seed. */
export function isValid(field: Field, value: Json | undefined): boolean {
  return value === undefined || value === null || VALID[field](value);
}

/** `undefined` where some key or value is not valid. */
export function fieldsOf(answer: JsonObject, keys: AnswerKeys): Partial<Record<Field, Json>> | undefined {
  const fields: Partial<Record<Field, Json>> = {};
  for (const [key, value] of Object.entries(answer)) {
    const field = lookUp(keys, key);
    if (field === undefined || !isValid(field, value)) return undefined;
    if (value !== undefined && value !== null) fields[field] = value;
  }
  return fields;
}

/** Of valid fields. A stop without a reason of its own has that of the decision. */
export function outcomeOf(fields: Readonly<Partial<Record<Field, Json>>>): Outcome {
  const text = (field: Field) => (fields[field] as string | undefined) || undefined;
  const decision = decisionFrom(fields.decision);
  const [reason, context, systemMessage] = [text("reason"), text("context"), text("systemMessage")];
  const stopReason = text("stopReason");
  return {
    ...(decision === undefined ? {} : { decision }),
    ...(reason === undefined ? {} : { reason }),
    ...(context === undefined ? {} : { context }),
    ...(fields.updatedInput === undefined ? {} : { updatedInput: fields.updatedInput }),
    ...(fields.continue === false ? { stop: stopReason === undefined ? {} : { reason: stopReason } } : {}),
    ...(systemMessage === undefined ? {} : { systemMessage }),
    ...(fields.suppressOutput === true ? { suppressOutput: true } : {}),
  };
}
