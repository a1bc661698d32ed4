/** Positions in a JSON file, for problems. */

import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";

import { type Position, positionsIn } from "../../files/problem.ts";

type Path = readonly (string | number)[];

/** Of a key, or of the nearest written thing around it. Never throws. */
export function jsonPosition(text: string, path: Path): Position {
  const tree = treeOf(text);
  if (tree === undefined) return { line: 1, column: 1 };
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node !== undefined) return positionsIn(text)(node.parent?.type === "property" ? node.parent.offset : node.offset);
  }
  return positionsIn(text)(tree.offset);
}

/** The parser calls itself for each level, and a hostile file may nest without end. */
function treeOf(text: string): Node | undefined {
  try {
    return parseTree(text);
  } catch {
    return undefined;
  }
}
