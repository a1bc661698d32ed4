/** A TOML text: its value by one parser, the positions of its statements by another, how its tables are written, and values as new TOML. */

import { parse, TomlError } from "smol-toml";
import { type AST, parseTOML } from "toml-eslint-parser";

import { attempt } from "../../errors.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { type Place, refusal } from "../editor.ts";
import { notValidToml } from "../toml.ts";
import type { FlowList } from "./flow-list.ts";
import type { ParsedText } from "./splice-editor.ts";
import { lineStart } from "./text.ts";
import { plainValue } from "./values.ts";

export interface TomlDocument extends ParsedText {
  readonly statements: readonly Statement[];
  /** Where comments start, except inside values. */
  readonly comments: readonly number[];
}

/** A header, or a key with its value, on its own lines. */
export interface Statement {
  readonly start: number;
  readonly end: number;
  /** From the top of the document, with positions in arrays of tables. */
  readonly path: Place;
  /** The path of the header above; for a header its own. */
  readonly section: Place;
  /** Absent for a header. */
  readonly value?: AST.TOMLContentNode;
}

export function readTomlDocument(text: string): TomlDocument {
  const value = valueOf(text);
  const program = parseTOML(text);
  const statements: Statement[] = [];
  for (const node of program.body[0].body) {
    if (node.type === "TOMLKeyValue") statements.push(pairOf(node, []));
    else {
      const path = node.resolvedKey;
      statements.push({ start: node.range[0], end: headerEnd(text, node), path, section: path });
      for (const pair of node.body) statements.push(pairOf(pair, path));
    }
  }
  const comments = program.comments
    .map(({ range }) => range[0])
    .filter((at) => !statements.some(({ start, end }) => start < at && at < end));
  return { text, value, statements, comments };
}

/** The value of a text as a statement writes it: `text` may be a value, or the lines below a header. */
export function valueOfTomlBytes(text: string): Json | undefined {
  return attempt(() => (valueOf(`x = ${text}`) as { x: Json }).x) ?? attempt(() => valueOf(text));
}

function namesOf(key: AST.TOMLKey): readonly string[] {
  return key.keys.map((name) => (name.type === "TOMLBare" ? name.name : name.value));
}

export function isLineOfComment({ text, comments }: TomlDocument, at: number): boolean {
  const start = lineStart(text, at);
  return comments.some((comment) => comment >= start && lineStart(text, comment) === start && text.slice(start, comment).trim() === "");
}

function pairOf(node: AST.TOMLKeyValue, section: Place): Statement {
  return { start: node.range[0], end: node.range[1], path: [...section, ...namesOf(node.key)], section, value: node.value };
}

/** The parser's header ends with its last pair; the brackets end after the key. */
function headerEnd(text: string, node: AST.TOMLTable): number {
  const close = text.indexOf("]", node.key.range[1]);
  return node.kind === "array" && text[close + 1] === "]" ? close + 2 : close + 1;
}

function valueOf(text: string): Json {
  try {
    return plainValue(parse(text, { integersAsBigInt: "asNeeded" } as const));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const trouble = { message: notValidToml(error.message), line: error.line, column: error.column };
    throw Object.assign(refusal(trouble.message), { refused: trouble });
  }
}

/** How a table is written, which decides where and how something can be inserted into it. */
type TableForm =
  /** Below a header of its own, or at the top of the document. */
  | { readonly kind: "section" }
  /** Only by headers of tables inside it. */
  | { readonly kind: "implied" }
  /** By dotted keys; `last` is the last of them. */
  | { readonly kind: "dotted"; readonly last: Statement }
  /** In braces; `base` is the path of the table in braces, where dotted keys may continue. */
  | { readonly kind: "inline"; readonly table: AST.TOMLInlineTable; readonly base: Place };

export function tableForm({ statements }: TomlDocument, path: Place): TableForm {
  const hasHeader = statements.some((statement) => statement.value === undefined && samePlace(statement.path, path));
  if (path.length === 0 || hasHeader) return { kind: "section" };
  for (const { value, path: base } of statements) {
    if (value?.type === "TOMLInlineTable" && isWithin(path, base)) return inlineForm(value, base, path);
  }
  const last = statements.findLast(
    (statement) => statement.value !== undefined && isWithin(statement.path, path) && statement.section.length < path.length,
  );
  return last === undefined ? { kind: "implied" } : { kind: "dotted", last };
}

/** The value written at a place, if it is in one piece. */
export function tomlNodeAt({ statements }: TomlDocument, place: Place): AST.TOMLContentNode | undefined {
  const statement = statements.find(({ value, path }) => value !== undefined && isWithin(place, path));
  return statement?.value === undefined ? undefined : nodeWithin(statement.value, place.slice(statement.path.length));
}

/** Where the first part of the value at a place is written. */
export function tomlOffset(document: TomlDocument, place: Place): number {
  const within = document.statements.find(({ path }) => isWithin(path, place));
  return within?.start ?? tomlNodeAt(document, place)?.range[0] ?? 0;
}

/** The list in brackets or braces that contains the value at `place`, and its position there. */
export function tomlFlowAround(document: TomlDocument, place: Place): { readonly list: FlowList; readonly index: number } | undefined {
  for (let length = place.length - 1; length > 0; length--) {
    const node = tomlNodeAt(document, place.slice(0, length));
    const rest = place.slice(length);
    if (node?.type === "TOMLArray" && typeof rest[0] === "number")
      return rest.length === 1 ? { list: flowListOf(node), index: rest[0] } : undefined;
    if (node?.type !== "TOMLInlineTable") continue;
    const index = node.body.findIndex(({ key }) => samePlace(namesOf(key), rest));
    return index === -1 ? undefined : { list: flowListOf(node), index };
  }
  return undefined;
}

export function flowListOf(node: AST.TOMLArray | AST.TOMLInlineTable): FlowList {
  const items = node.type === "TOMLArray" ? node.elements : node.body;
  return { open: node.range[0] + 1, close: node.range[1] - 1, items: items.map(({ range }) => ({ start: range[0], end: range[1] })) };
}

export function isWithin(place: Place, container: Place): boolean {
  return container.length <= place.length && container.every((step, index) => step === place[index]);
}

export function samePlace(left: Place, right: Place): boolean {
  return left.length === right.length && isWithin(left, right);
}

function inlineForm(table: AST.TOMLInlineTable, base: Place, path: Place): TableForm {
  for (const { key, value } of table.body) {
    const inner = [...base, ...namesOf(key)];
    if (value.type === "TOMLInlineTable" && isWithin(path, inner)) return inlineForm(value, inner, path);
  }
  return { kind: "inline", table, base };
}

function nodeWithin(node: AST.TOMLContentNode, place: Place): AST.TOMLContentNode | undefined {
  const step = place[0];
  if (step === undefined) return node;
  if (node.type === "TOMLArray") {
    const element = typeof step === "number" ? node.elements[step] : undefined;
    return element === undefined ? undefined : nodeWithin(element, place.slice(1));
  }
  if (node.type !== "TOMLInlineTable") return undefined;
  const pair = node.body.find(({ key }) => isWithin(place, namesOf(key)));
  return pair === undefined ? undefined : nodeWithin(pair.value, place.slice(namesOf(pair.key).length));
}

/** A dotted key; only names that need quotes get them. */
export function tomlKey(path: readonly string[]): string {
  return path.map((name) => (/^[A-Za-z0-9_-]+$/.test(name) ? name : tomlString(name))).join(".");
}

/** On one line, objects as inline tables. */
export function tomlValue(value: Json): string {
  if (value === null) throw refusal("TOML has no null");
  if (typeof value === "string") return tomlString(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw refusal(`${value} is not a JSON value`);
    return Number.isSafeInteger(value) || /[.e]/.test(String(value)) ? String(value) : `${value}.0`;
  }
  if (typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => tomlValue(item as Json)).join(", ")}]`;
  const pairs = isObject(value) ? tomlPairs(value) : [];
  return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
}

/** The lines below a header. */
export function tomlPairs(value: JsonObject): readonly string[] {
  return Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [`${tomlKey([key])} = ${tomlValue(member)}`]));
}

/** JSON's escapes are TOML's, except for the one control character that JSON allows unescaped. */
function tomlString(value: string): string {
  return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
}
