/** Whether everything that a command starts is a file whose bytes the consent covers; otherwise it runs whatever the repository contains (PL-17). */

import { isAbsolute, posix, win32 } from "node:path";

import type { Runnable } from "../../platform/interpreter.ts";
import { isUnsafeVariable } from "../../platform/unsafe-variables.ts";
import { lookUp, tableOf } from "../../lookup.ts";
import { type KnownVariables, type StartedCommand, startedCommands } from "./started-commands.ts";

export interface Covering {
  /** Whether such a word is a covered file, wherever the agent works. */
  readonly isCovered: (word: string) => boolean;
  /** Whether a path comes with the repository: a program elsewhere is the system's. */
  readonly isInside: (path: string) => boolean;
  readonly variables?: KnownVariables;
}

/** Lines in lines, such as `sh -c 'sh -c …'`. */
const DEEPEST = 5;

export function startsCovered(command: Runnable, covering: Covering): boolean {
  const { kind, path, args } = command;
  if (kind === "script") return covering.isCovered(path);
  return kind === "shell" ? isLineCovered(path, args, covering, 0) : isCommandCovered([path, ...args], covering, 0);
}

/** `args` begin with what is `$0` in the line. */
function isLineCovered(line: string, args: readonly (string | undefined)[], covering: Covering, depth: number): boolean {
  if (depth > DEEPEST) return false;
  const [own] = args;
  const commands = startedCommands(line, { ...covering.variables, ...(own === undefined ? {} : { 0: own }) });
  const starting = commands?.filter((words) => !isIdle(words)) ?? [];
  return starting.length > 0 && starting.every((words) => isCommandCovered(words, covering, depth));
}

function isCommandCovered([program, ...args]: StartedCommand, covering: Covering, depth: number): boolean {
  if (program === undefined) return false;
  if (covering.isCovered(program)) return true;
  const name = programName(program, covering);
  if (name === undefined) return false;
  if (lookUp(SAME_WORDS, name) !== undefined) return isCommandCovered(args, covering, depth);
  if (name === "env") return isCommandCovered(args.slice(settingsIn(args)), covering, depth);
  const flags = lookUp(INTERPRETERS, name);
  if (flags === undefined) return false;
  const first = args.findIndex((word) => word === undefined || !flags.test(word));
  const [script, line, ...rest] = first === -1 ? [] : args.slice(first);
  if (script === undefined) return false;
  if (script === "-c" && lookUp(SHELLS, name) !== undefined) return line !== undefined && isLineCovered(line, rest, covering, depth + 1);
  return covering.isCovered(script);
}

/** A bare word, or the last part of a program of the system. */
function programName(program: string, { isInside }: Covering): string | undefined {
  const name = (process.platform === "win32" ? win32 : posix).basename(program);
  if (name === program) return name.replace(/\.exe$/, "");
  return isAbsolute(program) && !isInside(program) ? name.replace(/\.exe$/, "") : undefined;
}

/** They start nothing and set no variable, whatever they are given. */
const IDLE = new Set(
  ": true false echo test [ exit cat cut tr head tail wc grep egrep fgrep jq uniq date sleep basename dirname pwd mkdir touch rm".split(
    " ",
  ),
);

function isIdle([name, ...args]: StartedCommand): boolean {
  if (name === "printf") return args[0]?.startsWith("-") === false;
  if (name === "set") return args.every((word) => word !== undefined && /^-[eux]*o?$|^pipefail$/.test(word));
  return name !== undefined && IDLE.has(name);
}

/** They start what follows them. */
const SAME_WORDS = tableOf({ exec: true, nohup: true });

/** How many words at the beginning set variables; an option is none of them. */
function settingsIn(args: StartedCommand): number {
  const isSetting = (word: string | undefined) => {
    const [, name] = /^([A-Za-z_]\w*)=/.exec(word ?? "") ?? [];
    return name !== undefined && name !== "PATH" && !isUnsafeVariable(name, "linux");
  };
  const end = args.findIndex((word) => !isSetting(word));
  return end === -1 ? args.length : end;
}

const SHELL_FLAGS = /^-[efux]+$/;
const SHELLS = tableOf({ sh: SHELL_FLAGS, bash: SHELL_FLAGS, dash: SHELL_FLAGS, ksh: SHELL_FLAGS, zsh: SHELL_FLAGS });
const NO_FLAGS = /(?!)/;
const PYTHON_FLAGS = /^-[BEISsu]+$/;

/** What they start is their first word that is not one of these options. */
const INTERPRETERS = tableOf({
  ...SHELLS,
  ".": NO_FLAGS,
  node: NO_FLAGS,
  bun: NO_FLAGS,
  python: PYTHON_FLAGS,
  python3: PYTHON_FLAGS,
  perl: /^-[Tw]+$/,
  ruby: /^-w$/,
  php: NO_FLAGS,
  lua: NO_FLAGS,
  java: /^-jar$/,
});
