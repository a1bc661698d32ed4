/**
 * A document's content, for comparison: the text without white space, comments and trailing commas. It includes every member, even one
 * hidden by a later one of the same name. An edit states the change it intends; its text is parsed again and must be the document with
 * exactly that change.
 */

import type { Json } from "../../canonical/json.ts";
import { withoutCommentMarks } from "./style.ts";
import { type JsoncDocument, type JsoncValue, parseJsonc } from "./tree.ts";

/** Positions of members, from the top of the document. */
export type Steps = readonly number[];

export type Change =
  /** White space alone. */
  | { readonly kind: "none" }
  | { readonly kind: "cut"; readonly steps: Steps }
  /** One more member at the end of the container at `steps`. */
  | ({ readonly kind: "appended"; readonly steps: Steps; readonly key?: string } & ChangedValue)
  | ({ readonly kind: "replaced"; readonly steps: Steps } & ChangedValue);

interface ChangedValue {
  readonly value: Json;
  readonly noCommentMarks?: true;
}

/** A text as a document, if it is the given one with that change and no other. */
export function changedDocument(document: JsoncDocument, change: Change, text: string): JsoncDocument | undefined {
  const after = parseJsonc(text);
  return shapeOf(after, { kind: "none" }) === shapeOf(document, change) ? after : undefined;
}

function shapeOf({ text, root }: JsoncDocument, change: Change): string {
  if (change.kind === "none") return root === undefined ? "{}" : plain(text, root);
  if (change.steps.length === 0 && change.kind === "cut") return "{}";
  return root === undefined ? (change.kind === "replaced" ? written(change) : "{}") : changed(text, root, change, change.steps);
}

function plain(text: string, node: JsoncValue): string {
  if (node.type === "scalar") return text.slice(node.start, node.end);
  return joined(
    node.type,
    node.members.map(({ key, value }) => named(key, plain(text, value))),
  );
}

function changed(text: string, node: JsoncValue, change: Exclude<Change, { kind: "none" }>, [step, ...rest]: Steps): string {
  if (step === undefined && change.kind === "replaced") return written(change);
  if (node.type === "scalar") throw new Error("a change inside a scalar");
  const members = node.members.map(({ key, value }, index) =>
    named(key, index === step && (rest.length > 0 || change.kind !== "cut") ? changed(text, value, change, rest) : plain(text, value)),
  );
  if (step === undefined && change.kind === "appended") members.push(named(change.key, written(change)));
  return joined(node.type, change.kind === "cut" && rest.length === 0 ? members.filter((_, index) => index !== step) : members);
}

function written({ value, noCommentMarks }: ChangedValue): string {
  const text = JSON.stringify(value);
  return noCommentMarks === true ? withoutCommentMarks(text) : text;
}

function named(key: string | undefined, value: string): string {
  return key === undefined ? value : `${JSON.stringify(key)}:${value}`;
}

function joined(type: "object" | "array", members: readonly string[]): string {
  return type === "object" ? `{${members.join(",")}}` : `[${members.join(",")}]`;
}
