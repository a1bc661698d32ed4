/** Frontmatter beyond plain lines, read by a YAML parser. Programs load it when it is called: most frontmatter is plain. */

import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument } from "yaml";

import type { Position } from "../../files/problem.ts";
import { isNestedTooDeep } from "../../files/yaml.ts";

type ParsedFields =
  | { readonly fault: { readonly message: string; readonly position: Position } }
  | { readonly field: (key: string, inner?: string) => Field | undefined };

/** Lines are counted from the one below the first fence. */
export function parseFields(yaml: string): ParsedFields {
  const fault = (message: string | undefined, { line, col } = { line: 1, col: 1 }) => ({
    fault: { message: message ?? "", position: { line, column: col } },
  });
  if (isNestedTooDeep(yaml)) return fault("it is nested too deeply");
  const lines = new LineCounter();
  try {
    const document: Document = parseDocument(yaml, { lineCounter: lines, logLevel: "silent" });
    const error = document.errors[0];
    if (error !== undefined) return fault(error.message.split(/ at line |\n/, 1)[0], lines.linePos(error.pos[0]));
    if (document.contents === null || isMap(document.contents)) return { field: (key, inner) => fieldOf(document, lines, key, inner) };
    return fault("it is not a map of keys to values");
  } catch (error) {
    return fault(String(error).split("\n", 1)[0]);
  }
}

/** The place of the value of `name`, without its anchor, its tag and the comment after it. */
export function valueOfNameIn(yaml: string): readonly [start: number, end: number] | undefined {
  try {
    const { contents } = parseDocument(yaml, { logLevel: "silent" });
    const value = pairOf(contents, "name")?.value;
    if (isEmpty(value) || !value?.range) return undefined;
    return [value.range[0], value.range[1]];
  } catch {
    return undefined;
  }
}

function pairOf(root: unknown, key: string): Pair<Node, Node | null> | undefined {
  const pairs = isMap(root) ? (root.items as Pair<Node, Node | null>[]) : [];
  return pairs.find((pair) => isScalar(pair.key) && pair.key.value === key);
}

function fieldOf(document: Document, lines: LineCounter, key: string, inner?: string): Field | undefined {
  const outer = pairOf(document.contents, key);
  const pair = inner === undefined ? outer : pairOf(resolved(outer?.value, document), inner);
  if (pair === undefined) return undefined;
  const positionOf = (node: Node | null): Position => {
    const { line, col } = lines.linePos((node ?? pair.key).range?.[0] ?? 0);
    // The first fence is a line too.
    return { line: line + 1, column: col };
  };
  const value = resolved(pair.value, document);
  const position = positionOf(pair.key);
  if (isSeq(value)) {
    const list = (value.items as (Node | null)[]).map((item) => ({ text: textOf(resolved(item, document)), position: positionOf(item) }));
    return { position, list, isEmpty: list.length === 0 };
  }
  return { position, text: textOf(value), isEmpty: isEmpty(value) };
}

function isEmpty(value: Node | null | undefined): boolean {
  return value === null || value === undefined || (isScalar(value) && value.value === null);
}

function resolved(node: Node | null | undefined, document: Document): Node | null | undefined {
  return isAlias(node) ? node.resolve(document) : node;
}

function textOf(node: Node | null | undefined): string | undefined {
  return isScalar(node) && typeof node.value === "string" ? node.value : undefined;
}

export interface Field {
  readonly position: Position;
  readonly text?: string;
  readonly list?: readonly { readonly text?: string; readonly position: Position }[];
  readonly isEmpty: boolean;
}
