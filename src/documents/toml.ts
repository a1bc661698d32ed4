/**
 * Reads TOML written by people. One parser reads the values; the other, which knows positions, runs only
 * when there is a problem to report.
 */

import { parse, TomlError } from "smol-toml";
import { type AST, parseTOML } from "toml-eslint-parser";

import type { Position } from "./problem.ts";
import { tomlMistake } from "./toml-mistake.ts";

export type TomlTable = Readonly<Record<string, unknown>>;
export type TomlPath = readonly (string | number)[];

export type Toml =
  | { readonly ok: true; readonly table: TomlTable; readonly positionOf: (path: TomlPath) => Position }
  | { readonly ok: false; readonly position: Position; readonly message: string; readonly hint?: string };

/** Never throws. `positionOf` gives the position of a key, or of the nearest written thing around it. */
export function readToml(text: string): Toml {
  try {
    const table = parse(text) as TomlTable;
    let positions: Positions | undefined;
    return { ok: true, table, positionOf: (path) => nearest((positions ??= allPositions(text)), path) };
  } catch (error) {
    if (error instanceof TomlError) {
      const position = { line: error.line, column: error.column };
      const mistake = tomlMistake(text, position, error.message);
      if (mistake === undefined) return { ok: false, position, message: firstLine(error.message) };
      return { ok: false, position, ...mistake, message: `not valid TOML: ${mistake.message}` };
    }
    return { ok: false, position: START, message: firstLine(String(error)) };
  }
}

export function isTable(value: unknown): value is Record<string, unknown> {
  // Dates and times are objects too, of their own classes.
  const prototype: unknown = typeof value === "object" && value !== null ? Object.getPrototypeOf(value) : undefined;
  return prototype === null || prototype === Object.prototype;
}

const START: Position = { line: 1, column: 1 };

function firstLine(message: string): string {
  const line = message.replace(/^Invalid TOML document: /, "").split("\n", 1)[0] ?? "";
  return `not valid TOML: ${line}`;
}

type Positions = ReadonlyMap<string, Position>;

function nearest(positions: Positions, path: TomlPath): Position {
  for (let length = path.length; length > 0; length--) {
    const found = positions.get(keyOf(path.slice(0, length)));
    if (found !== undefined) return found;
  }
  return START;
}

function keyOf(path: TomlPath): string {
  return JSON.stringify(path);
}

function allPositions(text: string): Positions {
  const positions = new Map<string, Position>();
  const note = (path: TomlPath, node: AST.TOMLNode) => {
    const key = keyOf(path);
    // The first position wins: `a.b` and `a.c` both write `a`.
    if (!positions.has(key)) positions.set(key, { line: node.loc.start.line, column: node.loc.start.column + 1 });
  };
  try {
    for (const node of parseTOML(text).body[0].body) {
      if (node.type === "TOMLKeyValue") visitPair(node, [], note);
      else {
        node.resolvedKey.slice(0, DEEPEST).forEach((_, index) => note(node.resolvedKey.slice(0, index + 1), node));
        for (const pair of node.body) visitPair(pair, node.resolvedKey, note);
      }
    }
  } catch {
    // The two parsers disagree about a rare document, or it nests too deeply: use what was found so far.
  }
  return positions;
}

type Note = (path: TomlPath, node: AST.TOMLNode) => void;

/** Nothing we read is deeper, and a hostile file may nest without end. */
const DEEPEST = 12;

function visitPair(pair: AST.TOMLKeyValue, above: TomlPath, note: Note): void {
  let path = above;
  for (const key of pair.key.keys) {
    if (path.length >= DEEPEST) return;
    path = [...path, key.type === "TOMLBare" ? key.name : key.value];
    note(path, key);
  }
  visitValue(pair.value, path, note);
}

function visitValue(value: AST.TOMLContentNode, path: TomlPath, note: Note): void {
  if (path.length >= DEEPEST) return;
  if (value.type === "TOMLInlineTable") for (const pair of value.body) visitPair(pair, path, note);
  if (value.type !== "TOMLArray") return;
  value.elements.forEach((element, index) => {
    note([...path, index], element);
    visitValue(element, [...path, index], note);
  });
}
