/** A YAML text with its value and its syntax tree, where its values start and end, and values as new YAML. */

import { type CST, type Document, isAlias, isMap, isScalar, isSeq, Lexer, type Node, parseAllDocuments } from "yaml";

import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { refusal } from "../editor.ts";
import type { FlowList } from "./flow-list.ts";
import type { ParsedText } from "./splice-editor.ts";
import { lineEnd, type Span, lineStart, nextLine } from "./text.ts";
import { newObject, plainValue } from "./values.ts";

export interface YamlDocument extends ParsedText {
  /** Absent where only comments and markers are written. */
  readonly root?: Node;
  /** Where comments start. */
  readonly comments: readonly number[];
}

export function readYamlDocument(text: string): YamlDocument {
  // Merge keys count, because agents that support them see what is inherited; a duplicate key is an error.
  const documents = parseAllDocuments(text, { keepSourceTokens: true, merge: true, logLevel: "silent" });
  const [document, second] = Array.isArray(documents) ? (documents as readonly Document[]) : [];
  if (second !== undefined) throw refusal("the file contains more than one document", text, second.range?.[0] ?? 0);
  const error = document?.errors[0];
  if (error !== undefined) throw refusal(`not valid YAML: ${error.message.split(/ at line |\n/, 1)[0]}`, text, error.pos[0]);
  const root = document?.contents as Node | null | undefined;
  const written = root !== null && root !== undefined && !isUnwritten(root) ? { root } : {};
  let comments: readonly number[] | undefined;
  return {
    text,
    value: "root" in written ? plainValue(document?.toJS()) : newObject(),
    get comments() {
      return (comments ??= commentsOf(text));
    },
    ...written,
  };
}

/** `key:` without a value. */
function isUnwritten(node: unknown): boolean {
  return node === null || node === undefined || (isScalar(node) && node.value === null && node.range?.[0] === node.range?.[1]);
}

export function isFlow(node: Node): boolean {
  return node.srcToken?.type === "flow-collection";
}

/** The parts of a map or list in source order: positions in its items and in these are the same. */
export function partsOf(node: Node): readonly CST.CollectionItem[] {
  const token = node.srcToken;
  if (token === undefined || !("items" in token)) return [];
  // The parser makes a separate part of comments at the end of a block; an item of a list has at least its dash.
  const isOnlySpace = ({ start, key, sep, value }: CST.CollectionItem) =>
    key === undefined && sep === undefined && value === undefined && start.every(({ type }) => SPACES.has(type));
  return (token.items as readonly CST.CollectionItem[]).filter((part) => !isOnlySpace(part));
}

/** Which of the items has this key or position. */
export function indexIn(node: Node, step: string | number): number {
  if (isSeq(node)) return typeof step === "number" && step < node.items.length ? step : -1;
  return isMap(node) ? node.items.findIndex(({ key }) => isScalar(key) && String(key.value) === step) : -1;
}

/** The value of an item, `undefined` where none is written. */
export function childOf(node: Node, index: number): Node | undefined {
  const item: unknown = isSeq(node) ? node.items[index] : isMap(node) ? node.items[index]?.value : undefined;
  return isUnwritten(item) || isAlias(node) ? undefined : (item as Node | undefined);
}

const SPACES = new Set(["space", "newline", "comment", "comma"]);

function commentsOf(text: string): readonly number[] {
  const comments: number[] = [];
  let at = 0;
  let isScalarText = false;
  for (const lexeme of new Lexer().lex(text)) {
    const marker = lexeme === "\u0002" || lexeme === "\u0018" || lexeme === "\u001f";
    if (!marker) {
      if (lexeme.startsWith("#") && !isScalarText) comments.push(at);
      at += lexeme.length;
    }
    isScalarText = lexeme === "\u001f";
  }
  return comments;
}

/** From the key or the dash to the last character that belongs to it. */
export function spanOfItem(text: string, node: Node, index: number): Span {
  const part = partsOf(node)[index];
  const value = childOf(node, index);
  const start = part === undefined ? 0 : startOfPart(part);
  return { start, end: value === undefined ? endOfTokens(part, start) : endOfNode(text, value) };
}

/** After the colon or the dash, or the empty value there. */
export function endOfIndicator(node: Node, index: number): number {
  const part = partsOf(node)[index];
  const indicator = [...(part?.start ?? []), ...(part?.sep ?? [])].findLast(
    ({ type }) => type === "map-value-ind" || type === "seq-item-ind",
  );
  return indicator === undefined ? 0 : endOfToken(indicator);
}

export function columnOf(text: string, at: number): number {
  return at - lineStart(text, at);
}

export function flowListOf(text: string, node: Node): FlowList {
  const [start = 0, end = 0] = node.range ?? [];
  return { open: start + 1, close: end - 1, items: partsOf(node).map((_, index) => spanOfItem(text, node, index)) };
}

/** The end of the line, or of the comment lines right below it with at least this indentation, which belong to the same container. */
export function endWithComments({ text, comments }: YamlDocument, end: number, column: number): number {
  let last = lineEnd(text, end);
  for (let at = nextLine(text, last); at > last && at < text.length; at = nextLine(text, at)) {
    const indent = /^ */.exec(text.slice(at, lineEnd(text, at)))?.[0].length ?? 0;
    if (indent < column || !comments.includes(at + indent)) break;
    last = lineEnd(text, at);
  }
  return last;
}

function startOfPart({ start, key, sep, value }: CST.CollectionItem): number {
  const first = start.find(({ type }) => !SPACES.has(type));
  return (first ?? key ?? sep?.[0] ?? value)?.offset ?? 0;
}

function endOfTokens(part: CST.CollectionItem | undefined, otherwise: number): number {
  const tokens = [...(part?.start ?? []), ...(part?.key === undefined || part.key === null ? [] : [part.key]), ...(part?.sep ?? [])];
  const last = tokens.findLast(({ type }) => !["space", "newline", "comment"].includes(type));
  return last === undefined ? otherwise : endOfToken(last);
}

function endOfToken(token: CST.Token): number {
  return token.offset + ("source" in token ? token.source.length : 1);
}

function endOfNode(text: string, node: Node): number {
  if ((isMap(node) || isSeq(node)) && !isFlow(node) && node.items.length > 0) return spanOfItem(text, node, node.items.length - 1).end;
  const end = node.range?.[1] ?? 0;
  if (node.srcToken?.type !== "block-scalar" || text[end - 1] !== "\n") return end;
  return text[end - 2] === "\r" ? end - 2 : end - 1;
}

export interface YamlStyle {
  readonly newline: string;
  /** How far keys are indented below a key, and the dashes of a list. */
  readonly indent: number;
  readonly dashes: number;
}

/** Whether a value takes its own lines in block style. */
export function takesLines(value: Json): boolean {
  return Array.isArray(value) ? value.length > 0 : isObject(value) && entriesOf(value).length > 0;
}

/** The first line without its indentation, the others with theirs; `column` is where it starts. */
export function yamlBlock(value: Json, column: number, style: YamlStyle): string {
  if (!takesLines(value)) return yamlFlow(value);
  const between = style.newline + " ".repeat(column);
  if (Array.isArray(value)) return value.map((item) => `- ${yamlBlock(item as Json, column + 2, style)}`).join(between);
  return entriesOf(value as JsonObject)
    .map(([key, member]) => yamlPair(key, member, column, style).join(""))
    .join(between);
}

/** The key with everything before its value, and the value. */
export function yamlPair(key: string, value: Json, column: number, style: YamlStyle): readonly [lead: string, value: string] {
  const name = `${yamlText(key)}:`;
  if (!takesLines(value)) return [`${name} `, yamlFlow(value)];
  const inner = column + (Array.isArray(value) ? style.dashes : style.indent);
  return [name + style.newline + " ".repeat(inner), yamlBlock(value, inner, style)];
}

/** On one line. */
export function yamlFlow(value: Json): string {
  if (typeof value === "string") return yamlText(value);
  if (typeof value === "number" && !Number.isFinite(value)) throw refusal(`${value} is not a JSON value`);
  if (Array.isArray(value)) return `[${value.map((item) => yamlFlow(item as Json)).join(", ")}]`;
  if (!isObject(value)) return String(value);
  return `{${entriesOf(value)
    .map(([key, member]) => `${yamlText(key)}: ${yamlFlow(member)}`)
    .join(", ")}}`;
}

/** Unquoted only where no reader could misread it. */
export function yamlText(text: string): string {
  if (PLAIN.test(text) && !text.endsWith(" ") && !OTHER_MEANING.test(text)) return text;
  return JSON.stringify(text).replaceAll(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const PLAIN = /^[A-Za-z][A-Za-z0-9_./ -]*$/;

/** In any version of YAML. */
const OTHER_MEANING = /^(?:true|false|yes|no|on|off|y|n|null|nan|inf)$/i;
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function entriesOf(value: JsonObject): readonly (readonly [string, Json])[] {
  return Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [[key, member] as const]));
}
