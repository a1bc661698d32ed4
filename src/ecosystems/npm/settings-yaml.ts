/**
 * The few keys that are needed of `pnpm-workspace.yaml` and `.yarnrc.yml`, which people write: texts, lists and objects of texts, in blocks or in
 * brackets. Anchors and texts over several lines are not among what these keys can mean.
 */

import { endOfQuoted, pairOf, unquoted } from "./yaml-lines.ts";

/** By key; a value that has another shape is absent. */
export interface Settings {
  readonly lists: ReadonlyMap<string, readonly string[]>;
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, Value>>;
  /** The line of the first of these keys that cannot be read. */
  readonly badLine?: number;
}

export type Value = string | ReadonlyMap<string, string>;

/** Never throws. Other keys are skipped. */
export function readSettings(text: string, wanted: ReadonlySet<string>): Settings {
  const lists = new Map<string, readonly string[]>();
  const tables = new Map<string, ReadonlyMap<string, Value>>();
  let badLine: number | undefined;
  const lines = text.split("\n").map(withoutComment);
  for (let at = 0; at < lines.length;) {
    const start = at;
    const pair = pairOf(lines[at++] ?? "");
    const inner: string[] = [];
    // A list may begin in the column of its key.
    while (at < lines.length && /^(?:\s|-(?:\s|$)|$|[\]}])/.test(lines[at] ?? "")) inner.push(lines[at++] ?? "");
    if (pair === undefined || !wanted.has(pair.key)) continue;
    const block = inner.filter((line) => line.trim() !== "");
    const read = valueOf([pair.value, ...block].filter((line) => line !== ""));
    if (read === undefined) badLine ??= start + 1;
    else if (Array.isArray(read)) lists.set(pair.key, read);
    else if (read instanceof Map) tables.set(pair.key, read);
  }
  return { lists, tables, ...(badLine === undefined ? {} : { badLine }) };
}

/** A `#` begins a comment at the start of a word, unless it is in a quoted text. */
function withoutComment(line: string): string {
  const whole = line.trimEnd();
  if (!whole.includes("#")) return whole;
  for (let at = 0; at < whole.length; at++) {
    const isStart = at === 0 || " \t[{,:".includes(whole[at - 1] ?? "");
    if (whole[at] === "#" && (at === 0 || /\s/.test(whole[at - 1] ?? ""))) return whole.slice(0, at).trimEnd();
    if (isStart && (whole[at] === '"' || whole[at] === "'")) {
      const end = endOfQuoted(whole, at);
      if (end === -1) return whole;
      at = end - 1;
    }
  }
  return whole;
}

function valueOf(lines: readonly string[]): readonly string[] | Map<string, Value> | undefined {
  const [first = ""] = lines;
  const opening = first.trimStart()[0];
  if (lines.length === 0) return [];
  if (opening === "[") return inBrackets(lines.join(" ").trim());
  if (opening === "{") {
    const table = inBraces(lines.join(" ").trim());
    return table === undefined ? undefined : new Map<string, Value>(table);
  }
  if (/^\s*-(?:\s|$)/.test(first)) return blockList(lines);
  return first.startsWith(" ") ? blockTable(lines) : undefined;
}

function blockList(lines: readonly string[]): readonly string[] | undefined {
  const items: string[] = [];
  for (const line of lines) {
    const item = /^\s*-\s(.*)$/.exec(line)?.[1]?.trimStart();
    if (item === undefined || !isPlain(item)) return undefined;
    items.push(unquoted(item));
  }
  return items;
}

/** Objects of texts, or of objects of texts. */
function blockTable(lines: readonly string[]): Map<string, Value> | undefined {
  const table = new Map<string, Value>();
  const indent = widthOf(lines[0] ?? "");
  for (let at = 0; at < lines.length;) {
    const pair = pairOf((lines[at] ?? "").trim());
    if (pair === undefined || widthOf(lines[at] ?? "") !== indent) return undefined;
    at++;
    const inner = new Map<string, string>();
    for (; at < lines.length && widthOf(lines[at] ?? "") > indent; at++) {
      const own = pairOf((lines[at] ?? "").trim());
      if (own === undefined || !isPlain(own.value)) return undefined;
      inner.set(own.key, unquoted(own.value));
    }
    const braces = pair.value.startsWith("{") ? inBraces(pair.value) : undefined;
    if (braces === undefined && !isPlain(pair.value)) return undefined;
    table.set(pair.key, pair.value === "" ? inner : (braces ?? unquoted(pair.value)));
  }
  return table;
}

function widthOf(line: string): number {
  return line.length - line.trimStart().length;
}

function isPlain(value: string): boolean {
  return !/^[[{&*!|>%@`]/.test(value) && (!/^["']/.test(value) || endOfQuoted(value) === value.length);
}

function inBrackets(text: string): readonly string[] | undefined {
  if (!text.endsWith("]")) return undefined;
  const items = partsOf(text.slice(1, -1));
  return items?.every(isPlain) === true ? items.map(unquoted) : undefined;
}

function inBraces(text: string): Map<string, string> | undefined {
  const pairs = text.endsWith("}") ? partsOf(text.slice(1, -1))?.map((part) => pairOf(part)) : undefined;
  const table = new Map<string, string>();
  for (const pair of pairs ?? [undefined]) {
    if (pair === undefined || !isPlain(pair.value)) return undefined;
    table.set(pair.key, unquoted(pair.value));
  }
  return table;
}

/** Between commas outside of quotes; the last may be empty. A part is never cut off from the rest: an engine may copy the rest each time. */
function partsOf(text: string): string[] | undefined {
  const parts: string[] = [];
  for (let start = 0; start < text.length;) {
    while (start < text.length && /\s/.test(text[start] ?? "")) start++;
    if (start === text.length) break;
    const isQuoted = text[start] === '"' || text[start] === "'";
    const quoted = isQuoted ? endOfQuoted(text, start) : start;
    if (quoted === -1) return undefined;
    const comma = text.indexOf(",", quoted);
    const end = comma === -1 ? text.length : comma;
    parts.push(text.slice(start, end).trim());
    start = end + 1;
  }
  return parts;
}
