/** The YAML between the fences at the top of a `SKILL.md`. */

import type { Position, Problem } from "../documents/problem.ts";
import { type PlainField, plainFields } from "./plain-frontmatter.ts";
import { parseFields } from "./yaml-frontmatter.ts";

export type Frontmatter =
  | { readonly kind: "none"; readonly problem: Problem }
  | { readonly kind: "bad"; readonly problem: Problem }
  | { readonly kind: "read"; readonly field: (key: string, inner?: string) => Field | undefined };

export interface Field {
  readonly position: Position;
  /** One of the two, or neither where the value is something else. */
  readonly text?: string;
  readonly list?: readonly { readonly text?: string; readonly position: Position }[];
  /** Nothing follows the colon. */
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
    return { kind: "none", problem: problem("the file does not start with a line `---`", START, "start with ---, name, description, ---") };
  if (fenced === "unclosed")
    return { kind: "bad", problem: problem("the closing line `---` is missing", START, "close it with a line ---") };
  if (fenced.yaml.length > LONGEST)
    return { kind: "bad", problem: problem("it is longer than 16 KiB", START, "move the text below the second ---") };
  const plain = plainFields(fenced.yaml);
  if (plain !== undefined) return { kind: "read", field: (key, inner) => (inner === undefined ? plainField(plain.get(key)) : undefined) };
  const read = parseFields(fenced.yaml);
  if ("fault" in read) {
    const { line, column } = read.fault.position;
    const hint = "put a value that contains : or # or starts with a bracket into quotes";
    return {
      kind: "bad",
      problem: problem(`frontmatter is not valid YAML: ${read.fault.message}`, { line: line + 1, column }, hint),
    };
  }
  return { kind: "read", field: read.field };
}

/** The first fence is a line too. */
function plainField(field: PlainField | undefined): Field | undefined {
  return field === undefined ? undefined : { position: { line: field.line + 1, column: 1 }, text: field.text, isEmpty: false };
}

/** The YAML, and its position in the text. */
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
