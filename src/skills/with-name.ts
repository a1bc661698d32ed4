/** Renames a `SKILL.md`: changes the value of `name` in its frontmatter, and no other byte (PL-19). */

import { isUtf8 } from "node:buffer";

import { betweenFences } from "./frontmatter.ts";
import { plainFields } from "./plain-frontmatter.ts";
import { valueOfNameIn } from "./yaml-frontmatter.ts";

/** The same bytes where there is no name to change: agents then use the folder's. Never throws. */
export function withName(bytes: Buffer, name: string): Buffer {
  if (!isUtf8(bytes)) return bytes;
  const text = bytes.toString("utf8");
  const mark = text.startsWith("\uFEFF") ? 1 : 0;
  const fenced = betweenFences(text.slice(mark));
  const at = typeof fenced === "string" ? undefined : valueOfName(fenced.yaml);
  if (typeof fenced === "string" || at === undefined) return bytes;
  const offset = mark + fenced.start;
  const written = inItsForm(fenced.yaml.slice(...at), name);
  return Buffer.from(text.slice(0, offset + at[0]) + written + text.slice(offset + at[1]));
}

/** The value's place in the YAML. */
function valueOfName(yaml: string): readonly [start: number, end: number] | undefined {
  const plain = plainFields(yaml);
  return plain === undefined ? valueOfNameIn(yaml) : plain.get("name")?.span;
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
