/** A JSONC text as a tree of positions: where each value and member starts and ends. Includes duplicate members. */

import { createScanner, type Node, type ParseError, parseTree } from "jsonc-parser";

import { put } from "../../lookup.ts";
import type { Json } from "../../model/json.ts";
import { refusal } from "../editor.ts";
import type { ParsedText } from "./splice-editor.ts";
import type { Span } from "./text.ts";

export interface JsoncDocument extends ParsedText {
  /** Absent where the text has only white space and comments. */
  readonly root?: JsoncContainer;
}

export type JsoncValue = JsoncContainer | JsoncScalar;

export interface JsoncContainer extends Span {
  readonly type: "object" | "array";
  readonly members: readonly JsoncMember[];
}
interface JsoncScalar extends Span {
  readonly type: "scalar";
  readonly value: null | boolean | number | string;
}

/** A key with its value, or an item, which has no key. */
export interface JsoncMember extends Span {
  readonly key?: string;
  readonly value: JsoncValue;
}

/** The last texts read: an edit goes back and forth between the texts before and after it, and nothing changes a tree. */
let latest: readonly JsoncDocument[] = [];
const MOST_LATEST = 4;

/** Also reads comments and trailing commas. Refuses a top level that is not an object: no settings file has one. */
export function parseJsonc(text: string): JsoncDocument {
  const known = latest.find((one) => one.text === text);
  if (known !== undefined) return known;
  const parsed = parsedFrom(text);
  latest = [parsed, ...latest.slice(0, MOST_LATEST - 1)];
  return parsed;
}

function parsedFrom(text: string): JsoncDocument {
  if (text.length > MOST_CHARACTERS) throw refusal("the file is too large to be edited");
  const deep = tooDeepAt(text);
  if (deep !== undefined) throw refusal("nested too deeply", text, deep);
  const errors: ParseError[] = [];
  const node = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const error = errors[0];
  if (error !== undefined) throw refusal(MESSAGES[error.error] ?? "not valid JSON", text, error.offset);
  if (node === undefined) return { text, value: {} };
  const root = toValue(node);
  if (root.type !== "object") throw refusal("the top level must be an object", text, root.start);
  let value: Json | undefined;
  return {
    text,
    root,
    get value() {
      return (value ??= jsonOf(root));
    },
  };
}

/** The value of a node. Objects have no prototype, so that `__proto__` is a key like others; the last of duplicates counts. */
export function jsonOf(node: JsoncValue): Json {
  if (node.type === "scalar") return node.value;
  if (node.type === "array") return node.members.map((member) => jsonOf(member.value));
  const value: Record<string, Json> = Object.create(null) as Record<string, Json>;
  for (const member of node.members) put(value, member.key ?? "", jsonOf(member.value));
  return value;
}

/** A value as the reader gives it, for comparing. */
export function asRead(value: Json): Json {
  const member = parsedFrom(`{"value":${JSON.stringify(value)}}`).root?.members[0];
  if (member === undefined) throw new Error("a value that JSON cannot hold");
  return jsonOf(member.value);
}

const MOST_CHARACTERS = 32 * 1024 * 1024;
const DEEPEST = 500;

/** By the numbers that jsonc-parser gives its errors. */
const MESSAGES: Readonly<Record<number, string>> = {
  1: "unexpected character or word",
  2: "not a number",
  3: "expected a key in double quotes",
  4: "expected a value",
  5: "expected a colon",
  6: "expected a comma",
  7: "expected a closing brace",
  8: "expected a closing bracket",
  9: "unexpected text after the end of the document",
  11: "the comment does not end",
  12: "the string does not end",
  13: "the number does not end",
  14: "invalid \\u escape: it needs four hexadecimal digits",
  15: "unknown escape",
  16: "a control character inside a string",
};

/** The numbers that jsonc-parser gives its tokens. */
const OPENING = new Set([1, 3]);
const CLOSING = new Set([2, 4]);
const COMMA = 5;
const COMMENTS = new Set([12, 13]);
const TRIVIA = new Set([12, 13, 14, 15]);
const END = 17;

/** The parser is recursive, so the levels are counted before it runs. */
function tooDeepAt(text: string): number | undefined {
  if ((text.match(/[{[]/g)?.length ?? 0) <= DEEPEST) return undefined;
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (OPENING.has(token) && ++depth > DEEPEST) return scanner.getTokenOffset();
    if (CLOSING.has(token)) depth--;
  }
  return undefined;
}

function toValue(node: Node): JsoncValue {
  const start = node.offset;
  const end = node.offset + node.length;
  const { children = [] } = node;
  if (node.type === "object") return { type: "object", start, end, members: children.map(toMember) };
  if (node.type !== "array") return { type: "scalar", start, end, value: node.value as JsoncScalar["value"] };
  const items = children.map(toValue);
  return { type: "array", start, end, members: items.map((value) => ({ start: value.start, end: value.end, value })) };
}

function toMember(node: Node): JsoncMember {
  const [key, value] = node.children ?? [];
  if (key === undefined || value === undefined) throw new Error("a member without a value was not reported as an error");
  return { key: key.value as string, start: node.offset, end: value.offset + value.length, value: toValue(value) };
}

/** White space, comments and commas between values. */
export interface Piece extends Span {
  readonly kind: "space" | "line-comment" | "block-comment" | "comma" | "other";
}

/** The pieces between two positions; both must be ends of tokens. */
export function piecesBetween(text: string, from: number, to: number): Piece[] {
  const scanner = createScanner(text);
  scanner.setPosition(from);
  const pieces: Piece[] = [];
  while (scanner.getPosition() < to) {
    const kind = KINDS[scanner.scan()] ?? "other";
    pieces.push({ kind, start: scanner.getTokenOffset(), end: scanner.getPosition() });
  }
  return pieces;
}

export function commaBetween(text: string, from: number, to: number): Piece | undefined {
  return piecesBetween(text, from, to).find((piece) => piece.kind === "comma");
}

export function isComment(piece: Piece): boolean {
  return piece.kind === "line-comment" || piece.kind === "block-comment";
}

export function hasLineBreak(text: string): boolean {
  return /[\r\n]/.test(text);
}

/** Where the white space before a position starts. */
export function spaceStart(text: string, offset: number, floor: number): number {
  let start = offset;
  while (start > floor && " \t\r\n".includes(text.charAt(start - 1))) start--;
  return start;
}

/** The indentation of the line at a position. */
export function lineIndent(text: string, offset: number): string {
  const lineStart = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  return /^\uFEFF?([ \t]*)/.exec(text.slice(lineStart, offset))?.[1] ?? "";
}

/** By the numbers that jsonc-parser gives its tokens. */
const KINDS: Readonly<Record<number, Piece["kind"]>> = { 5: "comma", 12: "line-comment", 13: "block-comment", 14: "space", 15: "space" };

/** Features of a JSON file that some agents' readers do not accept (RG-23). */
export interface JsoncOddities {
  /** The first line with a comment, and the first with a trailing comma; lines start with 1. */
  readonly comment?: number;
  readonly trailingComma?: number;
  readonly byteOrderMark: boolean;
  readonly crlf: boolean;
}

/** Reads any text, also one that is not valid JSON. */
export function odditiesIn(text: string): JsoncOddities {
  const byteOrderMark = text.startsWith("\uFEFF");
  const scanner = createScanner(byteOrderMark ? text.slice(1) : text);
  let comment: number | undefined;
  let trailingComma: number | undefined;
  let comma: number | undefined;
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    const line = scanner.getTokenStartLine() + 1;
    if (COMMENTS.has(token)) comment ??= line;
    if (CLOSING.has(token) && comma !== undefined) trailingComma ??= comma;
    if (!TRIVIA.has(token)) comma = token === COMMA ? line : undefined;
  }
  return { comment, trailingComma, byteOrderMark, crlf: text.includes("\r\n") };
}
