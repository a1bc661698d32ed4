/** The YAML between the fences at the top of a `SKILL.md`. */

import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument } from "yaml";

import type { Position, Problem } from "../documents/problem.ts";
import { type PlainField, plainFields } from "./plain-frontmatter.ts";

export type Frontmatter =
  | { readonly kind: "none"; readonly problem: Problem }
  | { readonly kind: "bad"; readonly problem: Problem }
  | { readonly kind: "read"; readonly field: (key: string) => Field | undefined };

export interface Field {
  readonly position: Position;
  /** One of the two, or neither where the value is something else. */
  readonly text?: string;
  readonly list?: readonly { readonly text?: string; readonly position: Position }[];
  /** Nothing stands behind the colon. */
  readonly isEmpty: boolean;
}

const FENCE = /^---[ \t]*\r?$/;
/** Real ones have a few hundred characters, and reading YAML is slow. */
const LONGEST = 16 * 1024;

/** `text` is without its byte-order mark. Never throws. */
export function readFrontmatter(file: string, text: string): Frontmatter {
  const problem = (what: string, position: Position, hint: string): Problem => ({
    severity: "error",
    file,
    position,
    message: `failed to parse frontmatter: ${what}`,
    hint,
  });
  const fenced = betweenFences(text);
  if (fenced === "unopened")
    return { kind: "none", problem: problem("the file does not begin with a line `---`", START, "begin with ---, name, description, ---") };
  if (fenced === "unclosed")
    return { kind: "bad", problem: problem("there is no second line `---` that closes it", START, "close it with a line ---") };
  if (fenced.yaml.length > LONGEST)
    return { kind: "bad", problem: problem("it is longer than 16 KiB", START, "move the text below the second ---") };
  const plain = plainFields(fenced.yaml);
  if (plain !== undefined) return { kind: "read", field: (key) => plainField(plain.get(key)) };
  const read = parse(fenced.yaml);
  if (read.fault !== undefined) {
    const { line, column } = read.fault.position;
    const hint = "put a value that contains : or # or begins with a bracket into quotes";
    return {
      kind: "bad",
      problem: problem(`frontmatter is not valid YAML: ${read.fault.message}`, { line: line + 1, column }, hint),
    };
  }
  return { kind: "read", field: (key) => fieldOf(read, key) };
}

/** The first fence is a line too. */
function plainField(field: PlainField | undefined): Field | undefined {
  return field === undefined ? undefined : { position: { line: field.line + 1, column: 1 }, text: field.text, isEmpty: false };
}

/** The YAML, and the place in the text where it begins. */
export function betweenFences(text: string): { readonly yaml: string; readonly start: number } | "unopened" | "unclosed" {
  const lines = text.split("\n", MOST_LINES);
  const [first = ""] = lines;
  if (!FENCE.test(first)) return "unopened";
  const end = lines.findIndex((line, at) => at > 0 && FENCE.test(line));
  return end === -1 ? "unclosed" : { yaml: lines.slice(1, end).join("\n"), start: first.length + 1 };
}

/** More lines than this do not fit into the longest frontmatter. */
const MOST_LINES = LONGEST;
const START: Position = { line: 1, column: 1 };

interface Parsed {
  readonly fault?: { readonly message: string; readonly position: Position };
  readonly document?: Document;
  readonly lines: LineCounter;
}

function parse(yaml: string): Parsed {
  const lines = new LineCounter();
  try {
    const document: Document = parseDocument(yaml, { lineCounter: lines, logLevel: "silent" });
    const error = document.errors[0];
    if (error !== undefined) {
      const { line, col } = lines.linePos(error.pos[0]);
      return { lines, fault: { message: error.message.split(/ at line |\n/, 1)[0] ?? "", position: { line, column: col } } };
    }
    if (document.contents === null || isMap(document.contents)) return { lines, document };
    return { lines, fault: { message: "it is not a list of keys with values", position: START } };
  } catch (error) {
    // The parser recurses, and a hostile file may nest without end.
    return { lines, fault: { message: String(error).split("\n", 1)[0] ?? "", position: START } };
  }
}

function fieldOf({ document, lines }: Parsed, key: string): Field | undefined {
  const root = document?.contents;
  if (document === undefined || !isMap(root)) return undefined;
  const pair = (root.items as Pair<Node, Node | null>[]).find((item) => isScalar(item.key) && item.key.value === key);
  if (pair === undefined) return undefined;
  const positionOf = (node: Node | null | undefined): Position => {
    const { line, col } = lines.linePos((node ?? pair.key).range?.[0] ?? 0);
    // The first fence is a line too.
    return { line: line + 1, column: col };
  };
  const value = resolved(pair.value, document);
  const position = positionOf(pair.key);
  if (isSeq(value)) {
    const items = value.items as (Node | null)[];
    const list = items.map((item) => ({ ...textOf(resolved(item, document)), position: positionOf(item) }));
    return { position, list, isEmpty: list.length === 0 };
  }
  return { position, ...textOf(value), isEmpty: value === null || value === undefined || (isScalar(value) && value.value === null) };
}

function resolved(node: Node | null | undefined, document: Document): Node | null | undefined {
  return isAlias(node) ? node.resolve(document) : node;
}

function textOf(node: Node | null | undefined): { text?: string } {
  return isScalar(node) && typeof node.value === "string" ? { text: node.value } : {};
}
