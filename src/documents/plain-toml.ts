/**
 * A parser for the TOML of nearly all manifests, several times faster than a full one: a workspace has hundreds of them. No escapes,
 * no multi-line strings, no dates or fractions. It reads what it accepts as any TOML parser does, but misses some mistakes.
 */

import type { TomlTable } from "./toml.ts";
import { lookUp, put } from "../lookup.ts";

/**
 * `undefined` for anything else, valid or not: the real parser then decides. Skips tables that are not wanted,
 * up to the next line that starts one.
 */
export function readPlainToml(text: string, wanted?: ReadonlySet<string>): TomlTable | undefined {
  // Within a multi-line string such a line would be something else.
  if (text.includes('"""') || text.includes("'''")) return undefined;
  const scan: Scan = { text, at: 0 };
  const top: Table = {};
  const headers = new Set<string>();
  let current = top;
  while (scan.at < text.length) {
    USUAL_LINE.lastIndex = scan.at;
    const usual = USUAL_LINE.exec(text);
    if (usual !== null) {
      scan.at = USUAL_LINE.lastIndex;
      const [key, header]: (string | undefined)[] = [usual[1], usual[5]];
      if (header !== undefined) {
        if (wanted !== undefined && !wanted.has(firstOf(header))) {
          scan.at = nextTable(text, scan.at);
          continue;
        }
        const opened = openTable(header.split("."), false, top, headers);
        if (opened === undefined) return undefined;
        current = opened;
      } else if (key !== undefined) {
        const table = usual[2] === undefined ? current : tableAt(current, [key]);
        if (!putOnce(table, usual[2] ?? key, usual[3] ?? usual[4] === "true")) return undefined;
      }
    } else {
      if (!skipBlankLines(scan)) break;
      const opened = text[scan.at] === "[" ? readHeader(scan, top, headers) : readPair(scan, current) ? current : undefined;
      if (opened === undefined || !endOfLine(scan)) return undefined;
      current = opened;
    }
  }
  return top;
}

/** `key = "text"`, `key.below = true`, or `[header]`, with blank lines before it: one expression matches all of it, which is fast. */
const USUAL_LINE =
  // oxlint-disable-next-line no-control-regex
  /(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*(?:([A-Za-z0-9_-]+)(?:\.([A-Za-z0-9_-]+))?[ \t]*=[ \t]*(?:"([^"\\\0-\x08\x0a-\x1f\x7f]*)"|(true|false))|\[([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)\])[ \t]*(?:#[^\n]*)?\r?\n/y;

function firstOf(header: string): string {
  const dot = header.indexOf(".");
  return dot === -1 ? header : header.slice(0, dot);
}

const BEGINS_TABLE = /^[ \t]*\[/gm;

/** A nested list can look the same; what follows it is then unreadable here. */
function nextTable(text: string, from: number): number {
  BEGINS_TABLE.lastIndex = from;
  return BEGINS_TABLE.exec(text)?.index ?? text.length;
}

interface Scan {
  readonly text: string;
  at: number;
}

type Table = { [key: string]: unknown };

const SPACE = /[ \t]*/y;
const REST_OF_LINE = /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y;
const BLANK_LINES = /(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*(?:#[^\n]*$)?/y;
const BETWEEN = /(?:\s|#[^\n]*\n)*/y;
const BARE_KEY = /[A-Za-z0-9_-]+/y;
const INTEGER = /(?:0|-?[1-9][0-9]{0,14})(?=[\s,\]}#]|$)/y;
const WORD = /(?:true|false)(?=[\s,\]}#]|$)/y;

/** The text at the scan's position, which moves past it; `undefined` where something else is there. */
function take(scan: Scan, expression: RegExp): string | undefined {
  expression.lastIndex = scan.at;
  const found = expression.exec(scan.text)?.[0];
  if (found !== undefined) scan.at += found.length;
  return found;
}

function takeLetter(scan: Scan, letter: string): boolean {
  if (scan.text[scan.at] !== letter) return false;
  scan.at++;
  return true;
}

/** Whether anything follows. */
function skipBlankLines(scan: Scan): boolean {
  take(scan, BLANK_LINES);
  return scan.at < scan.text.length;
}

function endOfLine(scan: Scan): boolean {
  return take(scan, REST_OF_LINE) !== undefined;
}

/** The table that the following lines belong to. */
function readHeader(scan: Scan, top: Table, headers: Set<string>): Table | undefined {
  scan.at++;
  const isList = takeLetter(scan, "[");
  const keys = readKeys(scan);
  if (keys === undefined || !takeLetter(scan, "]") || (isList && !takeLetter(scan, "]"))) return undefined;
  return openTable(keys, isList, top, headers);
}

function openTable(keys: string[], isList: boolean, top: Table, headers: Set<string>): Table | undefined {
  const path = keys.join("\n");
  if (!isList && headers.has(path)) return undefined;
  headers.add(path);
  const last = keys.pop() ?? "";
  const table = tableAt(top, keys);
  if (table === undefined) return undefined;
  if (!isList) return tableAt(table, [last]);
  const list = lookUp(table, last) ?? [];
  put(table, last, list);
  const item: Table = {};
  if (!Array.isArray(list)) return undefined;
  list.push(item);
  return item;
}

function tableAt(start: Table, keys: readonly string[]): Table | undefined {
  let table = start;
  for (const key of keys) {
    const next = lookUp(table, key) ?? {};
    put(table, key, next);
    if (typeof next !== "object" || next === null || Array.isArray(next)) return undefined;
    table = next as Table;
  }
  return table;
}

function readKeys(scan: Scan): string[] | undefined {
  const keys: string[] = [];
  do {
    take(scan, SPACE);
    const quote = scan.text[scan.at];
    const key = quote === '"' || quote === "'" ? readText(scan, quote) : take(scan, BARE_KEY);
    if (key === undefined) return undefined;
    keys.push(key);
    take(scan, SPACE);
  } while (takeLetter(scan, "."));
  return keys;
}

function readPair(scan: Scan, current: Table): boolean {
  const keys = readKeys(scan);
  if (keys === undefined || !takeLetter(scan, "=")) return false;
  take(scan, SPACE);
  const last = keys.pop() ?? "";
  return putOnce(tableAt(current, keys), last, readValue(scan, 0));
}

function putOnce(table: Table | undefined, key: string, value: unknown): boolean {
  if (value === undefined || table === undefined || lookUp(table, key) !== undefined) return false;
  put(table, key, value);
  return true;
}

const DEEPEST = 20;

function readValue(scan: Scan, depth: number): unknown {
  const letter = scan.text[scan.at];
  if (letter === '"' || letter === "'") return readText(scan, letter);
  if (letter === "[") return depth > DEEPEST ? undefined : readList(scan, depth + 1);
  if (letter === "{") return depth > DEEPEST ? undefined : readInline(scan, depth + 1);
  if (letter === "t" || letter === "f") {
    const word = take(scan, WORD);
    return word === undefined ? undefined : word === "true";
  }
  const digits = take(scan, INTEGER);
  return digits === undefined ? undefined : Number(digits);
}

// oxlint-disable-next-line no-control-regex
const NOT_PLAIN = /[\\\0-\x08\x0a-\x1f\x7f]/;

function readText(scan: Scan, quote: string): string | undefined {
  const start = scan.at + 1;
  const end = scan.text.indexOf(quote, start);
  if (end === -1) return undefined;
  const text = scan.text.slice(start, end);
  // Three quotes start a multi-line string.
  if (NOT_PLAIN.test(text) || (text === "" && scan.text[end + 1] === quote)) return undefined;
  scan.at = end + 1;
  return text;
}

function readList(scan: Scan, depth: number): unknown[] | undefined {
  const list: unknown[] = [];
  scan.at++;
  for (;;) {
    take(scan, BETWEEN);
    if (takeLetter(scan, "]")) return list;
    const value = readValue(scan, depth);
    if (value === undefined) return undefined;
    list.push(value);
    take(scan, BETWEEN);
    if (!takeLetter(scan, ",") && scan.text[scan.at] !== "]") return undefined;
  }
}

function readInline(scan: Scan, depth: number): Table | undefined {
  const table: Table = {};
  scan.at++;
  take(scan, SPACE);
  if (takeLetter(scan, "}")) return table;
  do {
    const keys = readKeys(scan);
    if (keys === undefined || !takeLetter(scan, "=")) return undefined;
    take(scan, SPACE);
    const last = keys.pop() ?? "";
    if (!putOnce(tableAt(table, keys), last, readValue(scan, depth))) return undefined;
    take(scan, SPACE);
  } while (takeLetter(scan, ","));
  return takeLetter(scan, "}") ? table : undefined;
}
