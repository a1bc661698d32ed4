/**
 * Variables that a hook leaves for later hooks of its plugin and session (IX-13). A script writes them as lines for a shell; they are read here
 * and never run. The file is private, lies beside the session's memory and goes with it; without it hooks run as before.
 */

import { existsSync, mkdirSync } from "node:fs";

import type { OperatingSystem } from "../context.ts";
import { put } from "../lookup.ts";
import { readRegularTextIfAny } from "../platform/read-regular.ts";
import { shortHash } from "../platform/short-hash.ts";
import { isUnsafeVariable } from "../platform/unsafe-variables.ts";
import { writeAtomically } from "../platform/write-atomically.ts";
import { variablesFolder } from "./session-state.ts";

const MOST_BYTES = 64 * 1024;
const MOST_VARIABLES = 200;

/** `session` is the file of the session's memory. */
export function variablesFile(session: string, plugin: string): string {
  return `${variablesFolder(session)}/${shortHash(plugin)}.sh`;
}

/** An empty file where there is none. */
export function makeVariablesFile(file: string): void {
  try {
    mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true, mode: 0o700 });
    if (!existsSync(file)) writeAtomically(file, "", { mode: 0o600 });
  } catch {
    // A script that cannot write there fails by itself.
  }
}

export function readVariables(file: string, os: OperatingSystem): Readonly<Record<string, string>> {
  const text = existsSync(file) ? readRegularTextIfAny(file, { maxBytes: MOST_BYTES, isOurs: true }) : undefined;
  return text === undefined ? {} : parseVariables(text, os);
}

/** The assignments in a shell script that consist of plain text. Skips whatever only a shell can read. */
export function parseVariables(text: string, os: OperatingSystem): Readonly<Record<string, string>> {
  const variables: Record<string, string> = {};
  let count = 0;
  for (const statement of statements(text)) {
    const [first, ...rest] = statement;
    const words =
      first?.text === "export" ? rest : DECLARES.includes(first?.text ?? "") && rest[0]?.text === "-x" ? rest.slice(1) : statement;
    if (words.length === 0 || words.some((word) => word.name === undefined)) continue;
    for (const { name = "", text: value, isPlain } of words) {
      if (isPlain && isAllowed(name, os) && count++ < MOST_VARIABLES) put(variables, name, value.slice(name.length + 1));
    }
  }
  return variables;
}

const DECLARES: readonly string[] = ["declare", "typeset"];

/** Not where programs are found, nor what steers them or us. */
function isAllowed(name: string, os: OperatingSystem): boolean {
  const folded = os === "windows" ? name.toUpperCase() : name;
  return folded !== "PATH" && folded !== "HOME" && folded !== "PATHEXT" && !folded.startsWith("SYMPOSIUM_") && !isUnsafeVariable(name, os);
}

interface Word {
  readonly text: string;
  /** Of an assignment. */
  readonly name?: string;
  readonly isPlain: boolean;
}

/** The words of each statement, without quotes. */
function statements(text: string): readonly (readonly Word[])[] {
  const all: Word[][] = [];
  let words: Word[] = [];
  for (let at = 0; at < text.length;) {
    const next = text[at] ?? "";
    if (next === "\n" || next === ";") {
      all.push(words);
      words = [];
      at++;
    } else if (next === " " || next === "\t" || next === "\r") at++;
    else if (next === "#") at = endOf(text, "\n", at);
    else {
      const { word, end } = wordAt(text, at);
      words.push(word);
      at = end;
    }
  }
  all.push(words);
  return all;
}

function wordAt(text: string, from: number): { readonly word: Word; readonly end: number } {
  let [value, isPlain, at] = ["", true, from];
  for (; at < text.length && !" \t\r\n;".includes(text[at] ?? ""); at++) {
    const next = text[at] ?? "";
    if (next === "'") {
      const end = endOf(text, "'", at + 1);
      isPlain &&= end < text.length;
      value += text.slice(at + 1, end);
      at = end;
    } else if (next === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) {
        if (text[at] === "\\" && '"\\$`\n'.includes(text[at + 1] ?? " ")) value += text[++at] === "\n" ? "" : text[at];
        else {
          isPlain &&= text[at] !== "$" && text[at] !== "`";
          value += text[at];
        }
      }
      isPlain &&= at < text.length;
    } else if (next === "\\") value += text[++at] === "\n" ? "" : (text[at] ?? "");
    else {
      isPlain &&= !"$`&|<>()~\0".includes(next);
      value += next;
    }
  }
  const name = /^([A-Za-z_]\w*)=/.exec(text.slice(from, from + 300))?.[1];
  return { word: { text: value, isPlain: isPlain && !value.includes("\0"), ...(name === undefined ? {} : { name }) }, end: at };
}

function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at;
}
