import type { Position, Problem } from "../../files/problem.ts";
import { bytesOf, textOf } from "../../host/bytes.ts";
import { isUtf8 } from "../../host/engine.ts";
import { type Field, parseFields, valueOfNameIn } from "./yaml-frontmatter.ts";

export type Frontmatter =
  | { readonly kind: "none" | "bad"; readonly problem: Problem }
  | { readonly kind: "read"; readonly field: (key: string, inner?: string) => Field | undefined };

const FENCE = /^---[ \t]*\r?$/;

/** Real frontmatter has a few hundred characters, and reading YAML is slow. */
const LONGEST = 16 * 1024;

/** `text` is without its byte-order mark. Never throws. */
export function readFrontmatter(file: string, text: string): Frontmatter {
  const failed = (kind: "none" | "bad", what: string, hint: string, position: Position = { line: 1, column: 1 }): Frontmatter => {
    const message = `failed to parse frontmatter: ${what}`;
    return { kind, problem: { severity: "error", file, position, message, hint } };
  };
  const fenced = betweenFences(text);
  if (fenced === "unopened") return failed("none", "the file does not start with a line `---`", "start with ---, name, description, ---");
  if (fenced === "unclosed") return failed("bad", "the closing line `---` is missing", "close it with a line ---");
  if (fenced.yaml.length > LONGEST) return failed("bad", "it is longer than 16 KiB", "move the text below the second ---");
  const plain = plainFields(fenced.yaml);
  if (plain !== undefined) return { kind: "read", field: (key, inner) => (inner === undefined ? plain.get(key) : undefined) };
  const read = parseFields(fenced.yaml);
  if (!("fault" in read)) return { kind: "read", field: read.field };
  const { line, column } = read.fault.position;
  const hint = "put a value that contains : or # or starts with a bracket into quotes";
  return failed("bad", `frontmatter is not valid YAML: ${read.fault.message}`, hint, { line: line + 1, column });
}

function betweenFences(text: string): { readonly yaml: string; readonly start: number } | "unopened" | "unclosed" {
  const lines = text.split("\n", MOST_LINES);
  const [first = ""] = lines;
  if (!FENCE.test(first)) return "unopened";
  const end = lines.findIndex((line, at) => at > 0 && FENCE.test(line));
  return end === -1 ? "unclosed" : { yaml: lines.slice(1, end).join("\n"), start: first.length + 1 };
}

/** More lines than this do not fit into the longest frontmatter. */
const MOST_LINES = LONGEST;

export interface PlainField extends Field {
  readonly text: string;
  readonly span: readonly [start: number, end: number];
}

/** A key, then quoted text without characters that YAML reads inside quotes, or text whose first letter rules out numbers and marks. */
const LINE = /^([a-z][a-z0-9-]*): (?:"([^"\\]*)"|'([^']*)'|([A-Za-z](?:[^\n]*[^\s:])?))$/;
const PRINTABLE = /^[ -~]*$/;

const MARK = /: | #/;
const NOT_TEXT: ReadonlySet<string> = new Set(["true", "false", "null"]);

/**
 * Reads the frontmatter of most skills: a key and one line of text, quoted or not. `undefined` where a line is anything else: YAML could read
 * it differently, and its parser costs a sync more than the rest of a skill.
 */
export function plainFields(yaml: string): ReadonlyMap<string, PlainField> | undefined {
  const fields = new Map<string, PlainField>();
  let start = 0;
  for (const [at, line] of yaml.split("\n").entries()) {
    const [, key, double, single, bare] = LINE.exec(line) ?? [];
    const text = double ?? single ?? bare;
    if (key === undefined || text === undefined || !PRINTABLE.test(line) || fields.has(key) || NOT_TEXT.has(key)) return undefined;
    if (bare !== undefined && (MARK.test(bare) || NOT_TEXT.has(bare.toLowerCase()))) return undefined;
    const span = [start + key.length + ": ".length, start + line.length] as const;
    // The first fence is a line too.
    fields.set(key, { text, position: { line: at + 2, column: 1 }, isEmpty: false, span });
    start += line.length + 1;
  }
  return fields;
}

/** The same bytes where there is no name to change: agents then use the folder's. Never throws. */
export function withName(bytes: Uint8Array, name: string): Uint8Array {
  if (!isUtf8(bytes)) return bytes;
  const text = textOf(bytes);
  const mark = text.startsWith("\uFEFF") ? 1 : 0;
  const fenced = betweenFences(text.slice(mark));
  if (typeof fenced === "string") return bytes;
  const { yaml, start } = fenced;
  const plain = plainFields(yaml);
  const at = plain === undefined ? valueOfNameIn(yaml) : plain.get("name")?.span;
  if (at === undefined) return bytes;
  const offset = mark + start;
  return bytesOf(text.slice(0, offset + at[0]) + inItsForm(yaml.slice(...at), name) + text.slice(offset + at[1]));
}

/** In the same quotes. A block becomes one line, and keeps the comment of its first line and the line ends after it. */
function inItsForm(value: string, name: string): string {
  const [first = ""] = value;
  if (first === '"' || first === "'") return first + name + first;
  // A name that starts with a digit may be read as a number or a date.
  const plain = /^[a-z]/.test(name) ? name : `"${name}"`;
  if (first !== "|" && first !== ">") return plain;
  const [, comment = ""] = /^[^\s#]*([ \t]+#[^\r\n]*)?/.exec(value) ?? [];
  return plain + comment + value.slice(value.trimEnd().length);
}
