/** The usual mistakes in TOML, by the line they are in: what a person did wrong, where the parser only says what it expected. */

import type { Position } from "./problem.ts";

export interface Mistake {
  readonly message: string;
  readonly hint?: string;
}

interface Place {
  readonly text: string;
  readonly line: string;
  /** From the place that the parser complained about. */
  readonly rest: string;
}

interface Rule {
  /** A part of what the parser says. */
  readonly says: string;
  readonly read: (place: Place) => Mistake | undefined;
}

const RULES: readonly Rule[] = [
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

/** `undefined` where the parser's own words must do. */
export function tomlMistake(text: string, { line: number, column }: Position, said: string): Mistake | undefined {
  const line = text.split(/\r?\n/)[number - 1] ?? "";
  // A hostile line must not make the expressions below slow.
  if (line.length > LONGEST) return undefined;
  const place = { text, line, rest: line.slice(column - 1) };
  return RULES.find(({ says }) => said.includes(says))?.read(place);
}

function unclosedString({ line, rest }: Place): Mistake | undefined {
  if (rest !== "") return undefined;
  const quote = /["']/.exec(line)?.[0] ?? '"';
  return { message: `the string has no closing ${quote}`, hint: `add ${quote} on this line` };
}

function badEscape({ line }: Place): Mistake {
  const escape = /\\[^btnfreuUx"\\]/.exec(line)?.[0] ?? "\\";
  const hint = `write the text between single quotes, where ${escape} stays as it is, or write \\${escape}`;
  return { message: `${escape} means nothing between double quotes`, hint };
}

function badValue({ line, rest }: Place): Mistake | undefined {
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

function badKey({ line, rest }: Place): Mistake | undefined {
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

function unclosedList({ line, rest }: Place): Mistake {
  // The parser stumbles over the next thing in the file, at the beginning of a line.
  const isNext = rest === line.trimStart() && (rest === "" || /^(?:\[\[?[\w."-]+\]|[\w"-]+\s*=)/.test(rest));
  return isNext ? NOT_CLOSED : { message: "a comma is missing" };
}

const NOT_CLOSED: Mistake = { message: "the list or table before this line is not closed", hint: "add ] or }" };

function trailing({ rest }: Place): Mistake {
  if (rest.startsWith(",")) return { message: "a line does not end with a comma", hint: "remove it" };
  if (/^[\w"-]+\s*=/.test(rest)) return { message: "two keys on one line", hint: "write each key on a line of its own" };
  return { message: "something follows the value", hint: "remove it, or begin a comment with #" };
}

function twice({ text, line }: Place): Mistake {
  const name = /^\s*\[\[?([^\]]+)\]/.exec(line)?.[1]?.trim();
  if (name === undefined) return { message: `\`${line.split("=", 1)[0]?.trim()}\` is set twice`, hint: "remove one of them" };
  const lines = text.split(/\r?\n/).map((each) => each.trim());
  const isMixed = lines.some((each) => each.startsWith(`[${name}]`)) && lines.some((each) => each.startsWith(`[[${name}]]`));
  if (isMixed) return { message: `the file has both [${name}] and [[${name}]]`, hint: `write [[${name}]] for each` };
  return { message: `\`${name}\` is there twice`, hint: `put its keys into one table` };
}
