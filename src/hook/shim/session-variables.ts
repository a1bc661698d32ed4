/**
 * Variables that a hook leaves for later hooks of its plugin and session (IX-13). A script writes them as lines for a shell; they are read here
 * and never run. The file is private, lies beside the session's memory and goes with it; without it hooks run as before.
 */

import type { OperatingSystem } from "../../context.ts";
import { shortHash } from "../../host/bytes.ts";
import { exists } from "../../host/files.ts";
import { readRegularTextIfAny } from "../../host/read-file.ts";
import { isUnsafeVariable } from "../../host/safe-environment.ts";
import { writePrivately } from "../../host/write-file.ts";
import { put } from "../../lookup.ts";
import { type Assignment, parseShell, type Statement, type Word, wordText } from "../../model/shell-text.ts";
import { variablesFolder } from "../session.ts";

const MOST_BYTES = 64 * 1024;
const MOST_VARIABLES = 200;

/** `session` is the file of the session's memory. */
export function variablesFile(session: string, plugin: string): string {
  return `${variablesFolder(session)}/${shortHash(plugin)}.sh`;
}

/** An empty file where there is none. */
export function makeVariablesFile(file: string): void {
  try {
    if (!exists(file)) writePrivately(file, "");
  } catch {
    // A script that cannot write there fails by itself.
  }
}

export function readVariables(file: string, os: OperatingSystem): Readonly<Record<string, string>> {
  const text = exists(file) ? readRegularTextIfAny(file, { maxBytes: MOST_BYTES, isOurs: true }) : undefined;
  return text === undefined ? {} : parseVariables(text, os);
}

/** The assignments in a shell script that consist of plain text. Skips whatever only a shell can read, and everything after a syntax error. */
export function parseVariables(text: string, os: OperatingSystem): Readonly<Record<string, string>> {
  // The file is empty until a script writes to it.
  if (!text.includes("=")) return {};
  const lines = text.replaceAll("\r\n", "\n");
  const { commands = [], errors = [] } = parseShell(lines, MOST_BYTES) ?? {};
  // A shell reads whole lines before it runs anything of them.
  const statements = commands.filter(({ end }) => errors.every(({ pos }) => end <= lines.lastIndexOf("\n", pos)));
  const variables: Record<string, string> = {};
  let count = 0;
  for (const { name, value, append, index } of statements.flatMap(assignmentsIn)) {
    const plain = value.type === "Word" && append !== true && index === undefined ? plainText(value) : undefined;
    if (plain !== undefined && isAllowed(name, os) && count++ < MOST_VARIABLES) put(variables, name, plain);
  }
  return variables;
}

const DECLARES: readonly string[] = ["declare", "typeset"];

/** Of `A=1 B=2`, `export A=1` and `declare -x A=1` alone; not those of a command, nor with anything else beside them. */
function assignmentsIn({ command, background }: Statement): readonly Assignment[] {
  if (command.type !== "Command" || background === true || command.redirects.length > 0) return [];
  const [first, ...rest] = [...command.prefix, ...(command.name === undefined ? [] : [command.name]), ...command.args];
  if (first === undefined) return [];
  const flagged = DECLARES.includes(first.type === "Word" ? first.text : "") && rest[0]?.type === "Word" && rest[0].text === "-x";
  const words = first.type === "Word" && first.text === "export" ? rest : flagged ? rest.slice(1) : [first, ...rest];
  const found = words.filter((word) => word.type === "Assignment");
  return found.length === words.length ? found : [];
}

/** An unescaped tilde may be a folder's name. */
const NO_TILDE = /^(?:[^\\~]|\\[^])*$/;

function plainText(word: Word): string | undefined {
  const text = wordText(word, (part, isQuoted) =>
    part.type === "Glob" || (part.type === "Literal" && (isQuoted || NO_TILDE.test(part.text))) ? part.value : undefined,
  );
  return text?.includes("\0") === true ? undefined : text;
}

/** False for variables by which programs are found, and for those that steer programs or Symposium. */
function isAllowed(name: string, os: OperatingSystem): boolean {
  const folded = os === "windows" ? name.toUpperCase() : name;
  return folded !== "PATH" && folded !== "HOME" && folded !== "PATHEXT" && !folded.startsWith("SYMPOSIUM_") && !isUnsafeVariable(name, os);
}
