/** How a document is laid out around a place, so that insertions match it. */

import type { Json } from "../../model/json.ts";
import {
  hasLineBreak,
  type JsoncContainer,
  type JsoncDocument,
  type JsoncValue,
  lineIndent,
  parseJsonc,
  piecesBetween,
  spaceStart,
} from "./jsonc-document.ts";
import type { Steps } from "./jsonc-find.ts";

export interface Layout {
  /** Whether members are on their own lines. */
  readonly lines: boolean;
  readonly lineBreak: string;
  /** One step of indentation. */
  readonly step: string;
  /** The indentation of a member, and that of the closing bracket. */
  readonly indent: string;
  readonly closing: string;
  /** Where members share a line: the space after commas and colons. */
  readonly blank: string;
}

/** The containers lead from the top of the document to the one that receives the insertion. */
export function layoutIn(document: JsoncDocument, containers: readonly JsoncContainer[]): Layout {
  const { text } = document;
  const container = containers.at(-1);
  const lineBreak = /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
  const step = stepIn(text, containers);
  const closing = container === undefined ? "" : lineIndent(text, container.start);
  const last = container?.members.at(-1);
  const isOnLine = last !== undefined && container !== undefined && startsLine(text, container, -1);
  const indent = isOnLine ? lineIndent(text, last.start) : closing + step;
  return { lines: hasOwnLines(text, containers), lineBreak, step, indent, closing, blank: blankIn(document) };
}

/** The value as text, its further lines indented by `indent`. */
export function renderValue(value: Json, { lines, lineBreak, step, blank }: Layout, indent: string): string {
  if (!lines && blank === "") return JSON.stringify(value);
  const rows = JSON.stringify(value, null, "\t").split("\n");
  if (!lines) return rows.map((row) => row.trimStart() + (row.endsWith(",") ? blank : "")).join("");
  return rows.map((row, index) => (index === 0 ? row : indent + row.replace(/^\t+/, (tabs) => step.repeat(tabs.length)))).join(lineBreak);
}

/** The same JSON without two slashes, or a slash and a star, in a row: outside strings JSON has none. */
export function withoutCommentMarks(json: string): string {
  return json.replaceAll(/\/(?=[/*])/g, () => String.raw`\u002f`);
}

/** The layout of a value that replaces another: on one line where that one is. */
export function layoutAt(document: JsoncDocument, containers: readonly JsoncContainer[], old: string): Layout {
  const layout = layoutIn(document, containers);
  const isOpen = hasLineBreak(old) || !/^[{[]\s*\S[^]*[}\]]$/.test(old);
  return { ...layout, lines: isOpen && (layout.lines || hasLineBreak(old)) };
}

function hasOwnLines(text: string, containers: readonly JsoncContainer[]): boolean {
  const container = containers.at(-1);
  if (container === undefined) return true;
  if (container.members.length > 0) return startsLine(text, container, -1);
  if (hasLineBreak(text.slice(container.start, container.end))) return true;
  const parent = containers.at(-2);
  const index = parent?.members.findIndex((member) => member.value === container);
  return parent === undefined || startsLine(text, parent, index ?? -1);
}

/** Whether there is a line break between a member and what precedes it, outside comments. */
export function startsLine(text: string, container: JsoncContainer, index: number): boolean {
  const at = index < 0 ? container.members.length + index : index;
  const member = container.members[at];
  const from = container.members[at - 1]?.end ?? container.start + 1;
  if (member === undefined || !hasLineBreak(text.slice(from, member.start))) return false;
  return piecesBetween(text, from, member.start).some(({ kind, start, end }) => kind === "space" && hasLineBreak(text.slice(start, end)));
}

/** One step of indentation, from the nearest container that shows it. */
function stepIn(text: string, containers: readonly JsoncContainer[]): string {
  for (const container of containers.toReversed()) {
    const outer = lineIndent(text, container.start);
    const first = container.members.findIndex((_, index) => startsLine(text, container, index));
    const inner = first < 0 ? "" : lineIndent(text, container.members[first]?.start ?? 0);
    if (inner.length > outer.length && inner.startsWith(outer)) return inner.slice(outer.length);
  }
  return "  ";
}

/** Whether the document puts a space after colons, by its first member. */
function blankIn({ text, root }: JsoncDocument): string {
  const first = root?.members[0];
  if (first === undefined) return "";
  return spaceStart(text, first.value.start, first.start) < first.value.start ? " " : "";
}

/** What an edit intends: its text is parsed again and must be the document with exactly this change. */
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

/** A document's content after a change, for comparison: no white space or comments, but every member, even one hidden by a later duplicate. */
function shapeOf({ text, root }: JsoncDocument, change: Change): string {
  if (change.kind === "none") return root === undefined ? "{}" : plain(text, root);
  if (change.steps.length === 0 && change.kind === "cut") return "{}";
  return root === undefined ? (change.kind === "replaced" ? written(change) : "{}") : changedShape(text, root, change, change.steps);
}

function plain(text: string, node: JsoncValue): string {
  if (node.type === "scalar") return text.slice(node.start, node.end);
  const members = node.members.map(({ key, value }) => named(key, plain(text, value)));
  return joined(node.type, members);
}

function changedShape(text: string, node: JsoncValue, change: Exclude<Change, { kind: "none" }>, [step, ...rest]: Steps): string {
  if (step === undefined && change.kind === "replaced") return written(change);
  if (node.type === "scalar") throw new Error("a change inside a scalar");
  const members = node.members.map(({ key, value }, index) =>
    named(key, index === step && (rest.length > 0 || change.kind !== "cut") ? changedShape(text, value, change, rest) : plain(text, value)),
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
