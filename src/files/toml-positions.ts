/** The positions of everything in a TOML file, by the parser that knows them. */

import { type AST, parseTOML } from "toml-eslint-parser";

import type { Position, TomlPath } from "./problem.ts";

/** By the path of a key as JSON. */
export function tomlPositions(text: string): ReadonlyMap<string, Position> {
  const positions = new Map<string, Position>();
  const note = (path: TomlPath, node: AST.TOMLNode) => {
    const key = JSON.stringify(path);
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
