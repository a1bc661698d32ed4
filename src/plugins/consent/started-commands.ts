/** The commands that a line for `sh` starts, each as its words, and the files it writes (PL-17). Loaded where there is such a line: it needs a parser. */

import { type Assignment, type Command, forEachChild, parse, type Redirect, type SyntaxNode, type Word } from "unbash";

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

/** Longer lines, and lines with more brackets, are not parsed: nested substitutions are parsed one in the other. */
const LONGEST = 16_384;
const MOST_BRACKETS = 200;

/** `undefined` where the line is more than is understood, so that it might start anything. */
export function startedCommands(line: string, variables: KnownVariables): StartedLine | undefined {
  if (line.length > LONGEST || (line.match(/[([{`]/g) ?? []).length > MOST_BRACKETS) return undefined;
  const commands: StartedCommand[] = [];
  const written: (string | undefined)[] = [];
  const visit = (node: SyntaxNode): void => {
    if (!isUnderstood(node, variables)) throw new NotUnderstood();
    if (node.type === "Command" && node.name !== undefined) commands.push(wordsOf(node, variables));
    if (node.type === "Redirect" && isWriting(node)) written.push(node.target && textOf(node.target, variables));
    forEachChild(node, visit);
  };
  try {
    visit(parse(line));
  } catch {
    // Whatever the parser trips over might start anything, too.
    return undefined;
  }
  return { commands, written };
}

/** `<>` does, too. After `>&` a number is a descriptor, and Bash takes anything else for a file. */
function isWriting({ operator, target }: Redirect): boolean {
  return operator.includes(">") && !(operator === ">&" && /^(?:\d+|-)$/.test(target?.text ?? ""));
}

class NotUnderstood extends Error {}

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
    case "Script":
      return node.errors === undefined || node.errors.length === 0;
    case "CommandExpansion":
      return node.script !== undefined;
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
  const text = word.parts === undefined ? word.value : joined(word.parts, variables, false);
  return text === undefined ? undefined : home === "" ? text : home + text.slice(1);
}

type Parts = NonNullable<Word["parts"]>;

function joined(parts: Parts, variables: KnownVariables, isQuoted: boolean): string | undefined {
  let text = "";
  for (const part of parts) {
    const next = partText(part, variables, isQuoted);
    if (next === undefined) return undefined;
    text += next;
  }
  return text;
}

function partText(part: Parts[number], variables: KnownVariables, isQuoted: boolean): string | undefined {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
      return part.value;
    case "DoubleQuoted":
      return joined(part.parts, variables, true);
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
