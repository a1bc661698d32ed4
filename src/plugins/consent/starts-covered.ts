/** Whether everything that a command starts is a file whose bytes the consent covers; otherwise it runs whatever the repository contains (PL-17). */

import { basename, dirname, isAbsolute, join, normalize, posix, win32 } from "node:path";

import { lettersOf } from "../../host/bytes.ts";
import type { Runnable } from "../../host/command-line.ts";
import { mustResolve } from "../../host/files.ts";
import { firstBytes } from "../../host/read-file.ts";
import { isUnsafeVariable } from "../../host/safe-environment.ts";
import { lookUp, tableOf } from "../../lookup.ts";
import { type Assignment, type Redirect, type SyntaxNode, visitShell, type Word, type WordPart, wordText } from "../../model/shell-text.ts";

export interface Covering {
  /** The path of the covered file that a word names, wherever the agent works. */
  readonly covered: (word: string) => string | undefined;
  /** Whether a path comes with the repository: a program elsewhere is the system's. */
  readonly isInside: (path: string) => boolean;
  readonly variables?: KnownVariables;
}

/** Lines in lines, such as `sh -c 'sh -c …'`, and scripts that name a script as their interpreter. */
const DEEPEST = 5;

/** `given` are the names of the variables that the command is given: one that steers an interpreter starts something else. */
export function startsCovered({ kind, path, args }: Runnable, covering: Covering, given: readonly string[]): boolean {
  if (!given.every((name) => mayBeSet(name, covering.variables ?? {}))) return false;
  if (kind === "script") return covering.covered(path) !== undefined;
  return kind === "shell" ? isLineCovered(path, args, covering, 0) : isCommandCovered([path, ...args], covering, 0);
}

/** `args` begin with what is `$0` in the line. */
function isLineCovered(line: string, args: readonly (string | undefined)[], covering: Covering, depth: number): boolean {
  if (depth > DEEPEST) return false;
  const [own] = args;
  const started = startedCommands(line, { ...covering.variables, ...(own === undefined ? {} : { 0: own }) });
  if (started?.written.every((target) => isElsewhere(target, covering) || /^\/dev\/std(?:out|err)$/.test(target ?? "")) !== true)
    return false;
  return started.commands.every((words) => isCommandCovered(words, covering, depth));
}

function isCommandCovered([program, ...args]: StartedCommand, covering: Covering, depth: number): boolean {
  if (program === undefined || depth > DEEPEST) return false;
  const file = covering.covered(program);
  if (file !== undefined) return isCommandCovered(interpreterOf(file), covering, depth + 1);
  const name = programName(program, covering);
  if (name === undefined) return false;
  if (isIdle([name, ...args])) return true;
  if (lookUp(SAME_WORDS, name) !== undefined) return isCommandCovered(args, covering, depth);
  if (name === "timeout") return /^\d+[smh]?$/.test(args[0] ?? "") && isCommandCovered(args.slice(1), covering, depth);
  if (name === "env") return isCommandCovered(args.slice(settingsIn(args, covering.variables)), covering, depth);
  const flags = lookUp(INTERPRETERS, name.replace(/(?<![\d.])[\d.]+$/, ""));
  if (flags === undefined) return false;
  const first = args.findIndex((word) => word === undefined || !flags.test(word));
  const [script, line, ...rest] = first === -1 ? [] : args.slice(first);
  if (script === undefined) return false;
  if (script === "-c" && lookUp(SHELLS, name) !== undefined) return line !== undefined && isLineCovered(line, rest, covering, depth + 1);
  return covering.covered(script) !== undefined;
}

/** The interpreter that the first line names, and the file. Without that line the system starts it itself, and a shell reads it as `sh` does. */
function interpreterOf(file: string): StartedCommand {
  let text = "";
  try {
    text = lettersOf(firstBytes(file, LONGEST_FIRST_LINE).bytes);
  } catch {
    // An interpreter cannot read it either.
  }
  const [, line = "/bin/sh"] = /^#![ \t]*([^\n]+)/.exec(text) ?? [];
  const words = line.trim().split(/[ \t]+/);
  return [...(words[1] === "-S" ? words.toSpliced(1, 1) : words), file];
}

/** Linux reads no more. */
const LONGEST_FIRST_LINE = 256;

function programName(program: string, covering: Covering): string | undefined {
  const name = (process.platform === "win32" ? win32 : posix).basename(program);
  return name === program || isElsewhere(program, covering) ? name.replace(/\.exe$/, "") : undefined;
}

/** Neither the repository's nor covered. `/proc/self/cwd` and `/dev/stdin` lead anywhere. */
function isElsewhere(path: string | undefined, { isInside, covered }: Covering): boolean {
  if (path === undefined || !isAbsolute(path) || normalize(path) !== path) return false;
  if (/^\/(?:proc|dev\/(?:fd|stdin))(?:\/|$)/.test(path)) return false;
  return [path, realPath(path)].every((one) => !isInside(one) && covered(one) === undefined);
}

/** A file that is not there yet is where its folder is. */
function realPath(path: string): string {
  for (const [known, rest] of [[path], [dirname(path), basename(path)]] as const) {
    try {
      return join(mustResolve(known), rest ?? "");
    } catch {
      // It is missing: its folder decides.
    }
  }
  return path;
}

/** They start nothing, write no file and set no variable, whatever they are given. */
const IDLE = new Set(
  ": true false echo exit cat cut tr head tail wc grep egrep fgrep jq ls date sleep basename dirname pwd mkdir touch rm".split(" "),
);

const IDLE_WITH = tableOf({ set: /^-[eux]*o?$|^pipefail$/, sort: /^-[bdfginruzV]+$/, uniq: /^-[cdiuz]+$/ });

function isIdle([name, ...args]: StartedCommand): boolean {
  if (name === "printf") return args[0]?.startsWith("-") === false;
  // Bash evaluates the index of an array that a number is compared with.
  if (name === "test" || name === "[") return !args.some((word) => word?.includes("["));
  if (name === undefined || IDLE.has(name)) return name !== undefined;
  const words = lookUp(IDLE_WITH, name);
  return words !== undefined && args.every((word) => word !== undefined && words.test(word));
}

/** They start what follows them. */
const SAME_WORDS = tableOf({ exec: true, nohup: true });

/** How many words at the beginning set variables; an option is none of them. */
function settingsIn(args: StartedCommand, variables: KnownVariables = {}): number {
  const end = args.findIndex((word = "") => {
    const [, name] = /^([A-Za-z_]\w*)=/.exec(word) ?? [];
    return name === undefined || !mayBeSet(name, variables);
  });
  return end === -1 ? args.length : end;
}

const SHELL_FLAGS = /^-[efux]+$/;
const SHELLS = tableOf({ sh: SHELL_FLAGS, bash: SHELL_FLAGS, dash: SHELL_FLAGS, ksh: SHELL_FLAGS, zsh: SHELL_FLAGS });
const NO_FLAGS = /(?!)/;

/**
 * What they start is their first word that is not one of these options. Not Bun, which runs what `bunfig.toml` of the current folder says, and not
 * Lua, which searches modules there.
 */
const INTERPRETERS = tableOf({
  ...SHELLS,
  ".": NO_FLAGS,
  node: /^--(?:experimental-strip-types|enable-source-maps|no-warnings|disable-warning=\w+)$/,
  python: /^-[BEISsu]+$/,
  perl: /^-[Tw]+$/,
  ruby: /^-w$/,
  php: NO_FLAGS,
  java: /^-jar$/,
});

/** `undefined` for a word that is not known before the line runs. */
type StartedCommand = readonly (string | undefined)[];

type KnownVariables = Readonly<Record<string, string>>;

/** `undefined` where the line is more than is understood, so that it might start anything. */
function startedCommands(line: string, variables: KnownVariables) {
  const commands: StartedCommand[] = [];
  // The targets of its redirections.
  const written: (string | undefined)[] = [];
  const known = (word: Word | Assignment | undefined) => word && textOf(word, variables);
  const isRead = visitShell(line, (node) => {
    if (!isUnderstood(node, variables)) return false;
    if (node.type === "Command" && node.name !== undefined) commands.push([node.name, ...node.args].map(known));
    if (node.type === "Redirect" && isWriting(node)) written.push(known(node.target));
    return true;
  });
  return isRead ? { commands, written } : undefined;
}

/** `<>` writes, too. After `>&` a number is a descriptor, and Bash takes anything else for a file. */
function isWriting({ operator, target }: Redirect): boolean {
  return operator.includes(">") && !(operator === ">&" && /^(?:\d+|-)$/.test(target?.text ?? ""));
}

/** What means the same in every shell that may be `sh`. No functions: they give a name another meaning. */
const UNDERSTOOD_TYPES: readonly SyntaxNode["type"][][] = [
  ["Script", "Statement", "CompoundList", "AndOr", "Pipeline", "Negation", "Command", "Redirected", "Subshell", "BraceGroup"],
  ["If", "Elif", "For", "While", "Case", "CaseItem", "Assignment", "Redirect", "FileDescriptor"],
  ["Word", "Literal", "SingleQuoted", "DoubleQuoted", "Glob", "HereDoc", "HereDocDelimiter", "HereDocBody"],
  ["SimpleExpansion", "ParameterExpansion", "Default", "Remove", "CommandExpansion"],
];
const UNDERSTOOD = new Set(UNDERSTOOD_TYPES.flat());

function isUnderstood(node: SyntaxNode, variables: KnownVariables): boolean {
  if (!UNDERSTOOD.has(node.type)) return false;
  if (node.type === "Pipeline") return !node.operators.includes("|&");
  if (node.type === "Redirect") return !node.operator.startsWith("&");
  if (node.type === "Default") return !node.operator.endsWith("=");
  if (node.type === "For") return mayBeSet(node.name.value, variables);
  if (node.type !== "Assignment") return true;
  return mayBeSet(node.name, variables) && !node.text.includes("[") && node.append !== true;
}

/** With another PATH the same names are other programs, and with another value a known variable leads elsewhere. */
function mayBeSet(name: string, variables: KnownVariables): boolean {
  return name !== "PATH" && name !== "HOME" && lookUp(variables, name) === undefined && !isUnsafeVariable(name, "linux");
}

function textOf(word: Word | Assignment, variables: KnownVariables): string | undefined {
  // In an argument it is no more than a text with an equals sign.
  if (word.type === "Assignment") return undefined;
  const home = /^~(?=\/)/.test(word.text) ? variables["~"] : "";
  if (home === undefined || (home === "" && word.text.startsWith("~"))) return undefined;
  const text = wordText(word, (part, isQuoted) => partText(part, variables, isQuoted));
  return text === undefined ? undefined : home === "" ? text : home + text.slice(1);
}

function partText(part: WordPart, variables: KnownVariables, isQuoted: boolean): string | undefined {
  if (part.type === "Literal") return part.value;
  if (part.type === "SimpleExpansion") return valueOf(part.text.slice(1), variables, isQuoted);
  if (part.type !== "ParameterExpansion") return undefined;
  const isPlain = part.operation === undefined && part.prefix === undefined && part.index === undefined;
  return isPlain ? valueOf(part.parameter, variables, isQuoted) : undefined;
}

/** Without quotes the shell splits a value at blanks, and takes some signs for patterns. */
function valueOf(name: string, variables: KnownVariables, isQuoted: boolean): string | undefined {
  const value = lookUp(variables, name);
  return value === undefined || (!isQuoted && !/^[\w@%+=:,./-]*$/.test(value)) ? undefined : value;
}
