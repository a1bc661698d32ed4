/**
 * What a document holds, for comparing: every member in its order, also those that a later one of the same name hides, and scalars as they
 * are written. An edit says which change it meant; the text it made is parsed again and must be the document with exactly that change.
 */

import type { Json } from "../canonical/json.ts";
import { type JsoncDocument, type JsoncValue, parseJsonc } from "./jsonc-tree.ts";

/** Positions of members, from the top of the document. */
export type Steps = readonly number[];

export type Change =
  /** White space alone. */
  | { readonly kind: "none" }
  | { readonly kind: "cut"; readonly steps: Steps }
  /** One more member at the end of the container at `steps`. */
  | { readonly kind: "appended"; readonly steps: Steps; readonly key?: string; readonly value: Json }
  | { readonly kind: "replaced"; readonly steps: Steps; readonly value: Json };

/** A text as a document, if it is the given one with that change and no other. */
export function changedDocument(document: JsoncDocument, change: Change, text: string): JsoncDocument | undefined {
  const after = parseJsonc(text);
  if (!after.ok) return undefined;
  const wanted = changed(documentShape(document), change, change.kind === "none" ? [] : change.steps);
  return JSON.stringify(documentShape(after.document)) === JSON.stringify(wanted) ? after.document : undefined;
}

type Shape = string | ShapeOfContainer;
interface ShapeOfContainer {
  readonly kind: "object" | "array";
  readonly members: readonly ShapeOfMember[];
}
interface ShapeOfMember {
  readonly key: string | undefined;
  readonly value: Shape;
}

function documentShape({ text, root }: JsoncDocument): Shape {
  return root === undefined ? { kind: "object", members: [] } : shapeOf(text, root);
}

function shapeOf(text: string, node: JsoncValue): Shape {
  if (node.type === "scalar") return text.slice(node.start, node.end);
  return { kind: node.type, members: node.members.map(({ key, value }) => ({ key, value: shapeOf(text, value) })) };
}

function shapeOfJson(value: Json): Shape {
  const parsed = parseJsonc(`{"value":${JSON.stringify(value)}}`);
  const shape = parsed.ok ? documentShape(parsed.document) : "";
  const member = typeof shape === "string" ? undefined : shape.members[0];
  if (member === undefined) throw new Error("a value that JSON cannot hold");
  return member.value;
}

function changed(shape: Shape, change: Change, [step, ...rest]: Steps): Shape {
  if (change.kind === "none") return shape;
  if (step === undefined) {
    if (change.kind === "replaced") return shapeOfJson(change.value);
    if (typeof shape === "string") throw new Error("a change inside a scalar");
    if (change.kind === "cut") return { kind: "object", members: [] };
    return { ...shape, members: [...shape.members, { key: change.key, value: shapeOfJson(change.value) }] };
  }
  if (typeof shape === "string") throw new Error("a change inside a scalar");
  const { members } = shape;
  if (change.kind === "cut" && rest.length === 0) return { ...shape, members: members.filter((_, index) => index !== step) };
  return {
    ...shape,
    members: members.map((member, index) => (index === step ? { ...member, value: changed(member.value, change, rest) } : member)),
  };
}
