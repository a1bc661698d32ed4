/** Positions in a JSON file, for problems. */

import { findNodeAtLocation, parseTree } from "jsonc-parser";

import { type Position, positionsIn, type TomlPath } from "../../files/problem.ts";

/** Of a key, or of the nearest written thing around it. Never throws. */
export function jsonPosition(text: string, path: TomlPath): Position {
  try {
    const tree = parseTree(text)!;
    for (let length = path.length; length > 0; length--) {
      const node = findNodeAtLocation(tree, path.slice(0, length));
      if (node !== undefined) return positionsIn(text)(node.parent?.type === "property" ? node.parent.offset : node.offset);
    }
    return positionsIn(text)(tree.offset);
  } catch {
    // Without a tree, or nested without end: the parser calls itself for each level.
    return { line: 1, column: 1 };
  }
}
