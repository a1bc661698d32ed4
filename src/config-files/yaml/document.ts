/** A YAML text with its value and its syntax tree. */

import { type CST, type Document, isAlias, isMap, isScalar, isSeq, Lexer, type Node, parseAllDocuments } from "yaml";

import { refusal } from "../splicing/refusal.ts";
import type { ParsedText } from "../splicing/format.ts";
import { newObject, plainValue } from "../splicing/value-edits.ts";

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
  return node === null || node === undefined || (isScalar(node) && node.value === null && isEmptyRange(node));
}

export function isFlow(node: Node): boolean {
  return node.srcToken?.type === "flow-collection";
}

/** The parts of a map or list in source order: positions in its items and in these are the same. */
export function partsOf(node: Node): readonly CST.CollectionItem[] {
  const token = node.srcToken;
  if (token === undefined || !("items" in token)) return [];
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

function isEmptyRange(node: Node): boolean {
  return node.range === null || node.range === undefined || node.range[0] === node.range[1];
}

/** The parser makes a separate part of comments at the end of a block; an item of a list has at least its dash. */
function isOnlySpace({ start, key, sep, value }: CST.CollectionItem): boolean {
  return key === undefined && sep === undefined && value === undefined && start.every(({ type }) => SPACES.has(type));
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
