/** The commands that a line for `sh` starts, each as its words, and the files it writes (PL-17). */

import {
  type Assignment,
  type Command,
  type Redirect,
  type SyntaxNode,
  visitShell,
  type Word,
  type WordPart,
  wordText,
} from "../../canonical/read-shell.ts";
import { lookUp } from "../../lookup.ts";
import { isUnsafeVariable } from "../../platform/unsafe-variables.ts";

/** `undefined` for a word that is not known before the line runs. */
export type StartedCommand = readonly (string | undefined)[];

export interface StartedLine {
  readonly commands: readonly StartedCommand[];
  /** The targets of its redirections, `undefined` for one that is not known before. */
  readonly written: StartedCommand;
}

/** Values of variables, `0` and `~` among them. */
export type KnownVariables = Readonly<Record<string, string>>;

/** `undefined` where the line is more than is understood, so that it might start anything. */
export function startedCommands(line: string, variables: KnownVariables): StartedLine | undefined {
  const commands: StartedCommand[] = [];
  const written: (string | undefined)[] = [];
  const isRead = visitShell(line, (node) => {
    if (!isUnderstood(node, variables)) return false;
    if (node.type === "Command" && node.name !== undefined) commands.push(wordsOf(node, variables));
    if (node.type === "Redirect" && isWriting(node)) written.push(node.target && textOf(node.target, variables));
    return true;
  });
  return isRead ? { commands, written } : undefined;
}

/** `<>` does, too. After `>&` a number is a descriptor, and Bash takes anything else for a file. */
function isWriting({ operator, target }: Redirect): boolean {
  return operator.includes(">") && !(operator === ">&" && /^(?:\d+|-)$/.test(target?.text ?? ""));
}

/** What means the same in every shell that may be `sh`. No functions: they give a name another meaning. */
const UNDERSTOOD: ReadonlySet<string> = new Set<SyntaxNode["type"]>([
  "Script",
  "Statement",
  "CompoundList",
  "AndOr",
  "Pipeline",
  "Negation",
  "Command",
  "Redirected",
  "If",
  "Elif",
  "For",
  "While",
  "Case",
  "CaseItem",
  "Subshell",
  "BraceGroup",
  "Assignment",
  "Word",
  "Literal",
  "SingleQuoted",
  "DoubleQuoted",
  "Glob",
  "SimpleExpansion",
  "ParameterExpansion",
  "Default",
  "Remove",
  "CommandExpansion",
  "Redirect",
  "FileDescriptor",
  "HereDoc",
  "HereDocDelimiter",
  "HereDocBody",
]);

function isUnderstood(node: SyntaxNode, variables: KnownVariables): boolean {
  if (!UNDERSTOOD.has(node.type)) return false;
  switch (node.type) {
    case "Pipeline":
      return !node.operators.includes("|&");
    case "Redirect":
      return !node.operator.startsWith("&");
    case "Default":
      return !node.operator.endsWith("=");
    case "For":
      return mayBeSet(node.name.value, variables);
    case "Assignment":
      return mayBeSet(node.name, variables) && !node.text.includes("[") && node.append !== true;
    default:
      return true;
  }
}

/** With another PATH the same names are other programs, and with another value a known variable leads elsewhere. */
export function mayBeSet(name: string, variables: KnownVariables): boolean {
  return name !== "PATH" && name !== "HOME" && lookUp(variables, name) === undefined && !isUnsafeVariable(name, "linux");
}

function wordsOf({ name, args }: Command, variables: KnownVariables): StartedCommand {
  return [name, ...args].map((word) => (word === undefined ? undefined : textOf(word, variables)));
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
  switch (part.type) {
    case "Literal":
      return part.value;
    case "SimpleExpansion":
      return valueOf(part.text.slice(1), variables, isQuoted);
    case "ParameterExpansion":
      return part.operation === undefined && part.prefix === undefined && part.index === undefined
        ? valueOf(part.parameter, variables, isQuoted)
        : undefined;
    default:
      return undefined;
  }
}

/** Without quotes the shell splits a value at blanks, and takes some signs for patterns. */
function valueOf(name: string, variables: KnownVariables, isQuoted: boolean): string | undefined {
  const value = lookUp(variables, name);
  return value === undefined || (!isQuoted && !/^[\w@%+=:,./-]*$/.test(value)) ? undefined : value;
}
