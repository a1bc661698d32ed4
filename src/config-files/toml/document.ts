/** A TOML text with its value, read by one parser, and the positions of its statements, found by another. */

import { parse, TomlError } from "smol-toml";
import { type AST, parseTOML } from "toml-eslint-parser";

import type { Json } from "../../canonical/json.ts";
import type { Place } from "../editor.ts";
import { refusal } from "../splicing/refusal.ts";
import { lineStart } from "../splicing/text-lines.ts";
import type { ParsedText } from "../splicing/format.ts";
import { plainValue } from "../splicing/value-edits.ts";

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
  /** Of the header above; for a header its own path. */
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
  for (const attempt of [() => (valueOf(`x = ${text}`) as { x: Json }).x, () => valueOf(text)]) {
    try {
      return attempt();
    } catch {
      // Try the other form.
    }
  }
  return undefined;
}

export function namesOf(key: AST.TOMLKey): readonly string[] {
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
    const message = error.message.replace(/^Invalid TOML document: /, "").split("\n", 1)[0] ?? "";
    const trouble = { message: `not valid TOML: ${message}`, line: error.line, column: error.column };
    throw Object.assign(refusal(trouble.message), { refused: trouble });
  }
}
