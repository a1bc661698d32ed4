/** Reads TOML that people wrote. One parser reads values; the other, which knows positions, runs only when there is a problem to report. */

import { parse, TomlError } from "smol-toml";

import type { Position, TomlPath } from "./problem.ts";
import { tomlPositions } from "./toml-positions.ts";

export type TomlTable = Readonly<Record<string, unknown>>;

export type Toml =
  | { readonly ok: true; readonly table: TomlTable; readonly positionOf: (path: TomlPath) => Position }
  | { readonly ok: false; readonly position: Position; readonly message: string; readonly hint?: string };

/** Never throws. `positionOf` gives the position of a key, or of the nearest written thing around it. */
export function readToml(text: string): Toml {
  try {
    const table = parse(text) as TomlTable;
    let positions: ReadonlyMap<string, Position> | undefined;
    return { ok: true, table, positionOf: (path) => nearest((positions ??= tomlPositions(text)), path) };
  } catch (error) {
    if (error instanceof TomlError) {
      const position = { line: error.line, column: error.column };
      const mistake = tomlMistake(text, position, error.message);
      if (mistake === undefined) return { ok: false, position, message: notValidToml(error.message) };
      return { ok: false, position, ...mistake, message: `not valid TOML: ${mistake.message}` };
    }
    return { ok: false, position: START, message: notValidToml(String(error)) };
  }
}

/** The values in a file of another program, which has to say itself what is wrong in it. `undefined` where the text is not TOML. */
export function tomlIn(text: string): TomlTable | undefined {
  const read = readToml(text);
  return read.ok ? read.table : undefined;
}

export function isTable(value: unknown): value is Record<string, unknown> {
  // Dates and times are objects too, of their own classes.
  const prototype: unknown = typeof value === "object" && value !== null ? Object.getPrototypeOf(value) : undefined;
  return prototype === null || prototype === Object.prototype;
}

const START: Position = { line: 1, column: 1 };

/** The parser's own words. */
export function notValidToml(message: string): string {
  const line = message.replace(/^Invalid TOML document: /, "").split("\n", 1)[0] ?? "";
  return `not valid TOML: ${line}`;
}

function nearest(positions: ReadonlyMap<string, Position>, path: TomlPath): Position {
  for (let length = path.length; length > 0; length--) {
    const found = positions.get(JSON.stringify(path.slice(0, length)));
    if (found !== undefined) return found;
  }
  return START;
}

type Mistake = { readonly message: string; readonly hint?: string };

interface MistakenPlace {
  readonly text: string;
  readonly line: string;
  /** From the place that the parser complained about. */
  readonly rest: string;
}

const NOT_CLOSED: Mistake = { message: "the list or table before this line is not closed", hint: "add ] or }" };

/** `says` is a part of what the parser says. */
const RULES: readonly { readonly says: string; readonly read: (place: MistakenPlace) => Mistake | undefined }[] = [
  { says: "control characters are not allowed in strings", read: unclosedString },
  { says: "unfinished string", read: ({ rest }) => ({ message: `the string has no closing ${/^("""|'''|.)/.exec(rest)?.[0] ?? '"'}` }) },
  { says: "unrecognised escape sequence", read: badEscape },
  { says: "invalid value", read: badValue },
  { says: "illegal character in key", read: badKey },
  { says: "expected end of table array declaration", read: () => ({ message: "the header has no closing `]]`" }) },
  { says: "expected comma or end of structure", read: unclosedList },
  { says: "must be followed by an end-of-line", read: trailing },
  { says: "already defined", read: twice },
  {
    says: "illegal character in numeric literal",
    read: () => ({ message: "a number has digits only", hint: "write the number alone; times are in seconds" }),
  },
  {
    says: "illegal leading zero",
    read: () => ({ message: "a number does not begin with 0", hint: "remove the zero, or quote the value" }),
  },
];

const LONGEST = 400;

/** What a person did wrong, by the line it is in: the parser only says what it expected. `undefined` where that must do. */
function tomlMistake(text: string, { line: number, column }: Position, said: string): Mistake | undefined {
  const line = text.split(/\r?\n/)[number - 1] ?? "";
  // A hostile line must not make the expressions below slow.
  if (line.length > LONGEST) return undefined;
  const place = { text, line, rest: line.slice(column - 1) };
  return RULES.find(({ says }) => said.includes(says))?.read(place);
}

function unclosedString({ line, rest }: MistakenPlace): Mistake | undefined {
  if (rest !== "") return undefined;
  const quote = /["']/.exec(line)?.[0] ?? '"';
  return { message: `the string has no closing ${quote}`, hint: `add ${quote} on this line` };
}

function badEscape({ line }: MistakenPlace): Mistake {
  const escape = /\\[^btnfreuUx"\\]/.exec(line)?.[0] ?? "\\";
  const hint = `write the text between single quotes, where ${escape} stays as it is, or write \\${escape}`;
  return { message: `${escape} means nothing between double quotes`, hint };
}

function badValue({ line, rest }: MistakenPlace): Mistake | undefined {
  if (line.trim() === "") return NOT_CLOSED;
  const key = line.split("=", 1)[0]?.trim();
  if (/^[“”‘’„«]/.test(rest)) return { message: "these are typographic quotes", hint: "write \" or '" };
  if (/^\s*(?:#|$)/.test(rest)) return { message: `\`${key}\` has no value` };
  const [word = ""] = /^[^\s,\]}#]+/.exec(rest) ?? [];
  if (/^(?:true|yes|on)$/i.test(word)) return { message: `\`${word}\` is not a value`, hint: "write true" };
  if (/^(?:false|no|off)$/i.test(word)) return { message: `\`${word}\` is not a value`, hint: "write false" };
  if (/^(?:null|none|nil)$/i.test(word)) return { message: "TOML has no null", hint: "remove the line" };
  return word === "" ? undefined : { message: "a string needs quotes", hint: `write "${word.replace(/(?<!["'])["']+$/, "")}"` };
}

function badKey({ line, rest }: MistakenPlace): Mistake | undefined {
  const trimmed = line.trim();
  if (trimmed.startsWith("{")) return { message: "this is JSON, and a manifest is TOML", hint: 'write name = "…" without braces' };
  if (trimmed.startsWith("//") || trimmed.startsWith("/*")) return { message: "comments begin with #" };
  if (trimmed.startsWith("[") && !trimmed.includes("]"))
    return { message: `the header has no closing \`${trimmed.startsWith("[[") ? "]]" : "]"}\`` };
  if (rest.startsWith(":"))
    return { message: "a key and its value are joined by =, not by a colon", hint: `write ${trimmed.replace(/(?<!\s)\s*:\s*/, " = ")}` };
  if (/^["'[{\w]/.test(rest) && !trimmed.includes("=")) return { message: "= is missing between key and value" };
  if (/^\w/.test(rest)) return { message: "a key is one word", hint: "join its words with -, as in on-failure" };
  return undefined;
}

function unclosedList({ line, rest }: MistakenPlace): Mistake {
  // The parser stumbles over the next thing in the file, at the beginning of a line.
  const isNext = rest === line.trimStart() && (rest === "" || /^(?:\[\[?[\w."-]+\]|[\w"-]+\s*=)/.test(rest));
  return isNext ? NOT_CLOSED : { message: "a comma is missing" };
}

function trailing({ rest }: MistakenPlace): Mistake {
  if (rest.startsWith(",")) return { message: "a line does not end with a comma", hint: "remove it" };
  if (/^[\w"-]+\s*=/.test(rest)) return { message: "two keys on one line", hint: "write each key on a line of its own" };
  return { message: "something follows the value", hint: "remove it, or begin a comment with #" };
}

function twice({ text, line }: MistakenPlace): Mistake {
  const name = /^\s*\[\[?([^\]]+)\]/.exec(line)?.[1]?.trim();
  if (name === undefined) return { message: `\`${line.split("=", 1)[0]?.trim()}\` is set twice`, hint: "remove one of them" };
  const lines = text.split(/\r?\n/).map((each) => each.trim());
  const isMixed = lines.some((each) => each.startsWith(`[${name}]`)) && lines.some((each) => each.startsWith(`[[${name}]]`));
  if (isMixed) return { message: `the file has both [${name}] and [[${name}]]`, hint: `write [[${name}]] for each` };
  return { message: `\`${name}\` is there twice`, hint: `put its keys into one table` };
}
