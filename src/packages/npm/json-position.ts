/** Positions in a JSON file, for problems: of what it says, and of its first mistake on every engine. */

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
    // The text has no tree, or too many levels for the parser, which calls itself for each.
    return { line: 1, column: 1 };
  }
}

const TOKEN = /[ \t\r\n]*(?:("[^"\\\n]*(?:\\.[^"\\\n]*)*")|(-?\d[\d.eE+-]*|true|false|null)|([{}[\],:]))/y;

/** Of a text that is not JSON. */
export function firstMistake(text: string): { readonly offset: number; readonly message: string } {
  const open: ("{" | "[")[] = [];
  let expected = "value";
  const afterValue = () => (open.length === 0 ? "the end" : open.at(-1) === "{" ? ", or }" : ", or ]");
  TOKEN.lastIndex = 0;
  for (let offset = 0; ; offset = TOKEN.lastIndex) {
    const found = TOKEN.exec(text);
    const message = `is not valid JSON: expected ${expected}`;
    if (found === null) {
      const at = text.length - text.slice(offset).trimStart().length;
      return { offset: at, message: at >= text.length && open.length > 0 ? "ends too early" : message };
    }
    const [token, key, , sign] = found;
    const wrong = { offset: TOKEN.lastIndex - token.trimStart().length, message };
    if ((sign === "}" || sign === "]") && expected.endsWith(` or ${sign}`)) {
      open.pop();
      expected = afterValue();
    } else if (expected.startsWith("value")) {
      if (sign === "{" || sign === "[") {
        open.push(sign);
        expected = sign === "{" ? "key or }" : "value or ]";
      } else if (sign === undefined) expected = afterValue();
      else return wrong;
    } else if (expected.startsWith("key") && key !== undefined) expected = ":";
    else if (expected === ":" && sign === ":") expected = "value";
    else if (expected.startsWith(",") && sign === ",") expected = open.at(-1) === "{" ? "key" : "value";
    else return wrong;
  }
}
