/** The simple commands in a line for the shell, as far as Claude Code reads them for a permission rule. */

import { type Assignment, type Command, type SyntaxNode, visitShell, type Word, wordText } from "../../canonical/read-shell.ts";

export interface SimpleCommand {
  /** Without assignments before it and without redirections. */
  readonly words: readonly string[];
  /** The shell puts nothing into these words that is not seen here. */
  readonly isCertain: boolean;
}

/** Groups in braces, functions, choices, `${…}`, `$'…'`, `{a,b}` and `<(…)` are not among them. */
const READ: ReadonlySet<string> = new Set<SyntaxNode["type"]>([
  "Script",
  "Statement",
  "CompoundList",
  "AndOr",
  "Pipeline",
  "Negation",
  "Time",
  "Coproc",
  "Command",
  "Redirected",
  "If",
  "Elif",
  "For",
  "While",
  "Subshell",
  "TestCommand",
  "TestUnary",
  "TestBinary",
  "TestLogical",
  "TestNot",
  "TestGroup",
  "Assignment",
  "Word",
  "Literal",
  "Glob",
  "SingleQuoted",
  "DoubleQuoted",
  "SimpleExpansion",
  "CommandExpansion",
  "ArithmeticExpansion",
  "ArithmeticBinary",
  "ArithmeticUnary",
  "ArithmeticWord",
  "Redirect",
  "FileDescriptor",
  "HereString",
  "HereDoc",
  "HereDocDelimiter",
  "HereDocBody",
]);

/** `undefined` where the line has something that Claude Code does not read, or that it is not known to read; nothing can be said about it then. */
export function simpleCommands(text: string): readonly SimpleCommand[] | undefined {
  const line = text.replaceAll("\r\n", "\n");
  const commands: SimpleCommand[] = [];
  /** Words that the shell reads for itself, and Claude Code takes for the program. */
  const before = new Map<SyntaxNode, readonly string[]>();
  const isRead = visitShell(line, (node) => {
    if (!isReadByClaude(node, line)) return false;
    if (node.type === "Coproc") before.set(node.body, ["coproc"]);
    const time = node.type === "Pipeline" ? node.prefixes.find((prefix) => prefix.type === "Time") : undefined;
    const [timed] = node.type === "Pipeline" ? node.commands : [];
    if (time !== undefined && timed !== undefined) before.set(timed, time.posix === undefined ? ["time"] : ["time", "-p"]);
    if (before.has(node) && node.type !== "Command") return false;
    if (node.type === "TestCommand") {
      const written = line.slice(node.pos, node.end);
      commands.push({ words: written.split(/\s+/), isCertain: !/[$`]/.test(written) });
    }
    if (node.type !== "Command" || node.name === undefined) return true;
    const command = commandOf([node.name, ...node.args], before.get(node) ?? []);
    if (command !== undefined) commands.push(command);
    return command !== undefined;
  });
  return isRead ? commands.flatMap(withArgumentsOf) : undefined;
}

/** `xargs git push` runs both. With options it is not known where its command begins. */
function withArgumentsOf(command: SimpleCommand): readonly SimpleCommand[] {
  const [program, next = "-", ...rest] = command.words;
  return program === "xargs" && !next.startsWith("-") ? [command, { ...command, words: [next, ...rest] }] : [command];
}

function isReadByClaude(node: SyntaxNode, line: string): boolean {
  if (!READ.has(node.type)) return false;
  switch (node.type) {
    case "Script":
      // In escaped backticks positions are not those of the line.
      return node.source === undefined;
    case "Pipeline":
      return node.commands.length > 0 && !node.operators.includes("|&");
    case "Redirect":
      return node.operator !== "<>";
    case "HereDoc":
      // A quoted mark takes the text as it is; without quotes the shell works on it.
      return (
        node.delimiter?.quoted === true && node.closing !== undefined && /^[ \t]*$/.test(line.slice(node.end, line.indexOf("\n", node.end)))
      );
    case "Assignment":
      return node.index === undefined;
    case "Word":
      return readWord(node) !== undefined;
    default:
      return true;
  }
}

function commandOf([name, ...args]: Command["args"], before: readonly string[]): SimpleCommand | undefined {
  const program = name === undefined ? undefined : readWord(name);
  // Which program runs decides most rules.
  if (program?.isCertain !== true) return undefined;
  const words = [program, ...args.map(readWord)];
  const read = words.filter((word) => word !== undefined);
  if (read.length < words.length) return undefined;
  return { words: [...before, ...read.map(({ text }) => text)], isCertain: read.every(({ isCertain }) => isCertain) };
}

interface ReadWord {
  readonly text: string;
  readonly isCertain: boolean;
}

/** Neither a dollar sign that begins nothing, an escaped blank, nor braces that look like choices. */
const PLAIN = /^(?:[^\\$\r]|\\[^ ])*$/s;
const PLAIN_IN_QUOTES = /^(?:[^\\$]|\\[^])*$/;
const BRACES = /\{[^\s{}]*[,.]/;
const SIGN = /^\$[?#@*!$-]$/;
const ARITHMETIC = /^\$\(\([\w\s+*/%-]*\)\)$/;
/** Stands for what the shell puts there: no rule has it. */
const UNSEEN = "\0";

function readWord(word: Word | Assignment): ReadWord | undefined {
  if (word.type === "Assignment") {
    const value = word.value.type === "Word" ? readWord(word.value) : undefined;
    return value && { ...value, text: `${word.name}${word.append === true ? "+" : ""}=${value.text}` };
  }
  let isCertain = true;
  const text = wordText(word, (part, isQuoted) => {
    switch (part.type) {
      case "Literal":
      case "Glob":
        return (isQuoted ? PLAIN_IN_QUOTES.test(part.text) : PLAIN.test(part.text) && !BRACES.test(part.text)) ? part.value : undefined;
      case "ArithmeticExpansion":
        isCertain &&= !isQuoted;
        return ARITHMETIC.test(part.text) ? UNSEEN : undefined;
      case "SimpleExpansion":
        isCertain &&= part.text === "$HOME";
        return isQuoted && !SIGN.test(part.text) ? undefined : UNSEEN;
      case "CommandExpansion":
        isCertain = false;
        return UNSEEN;
      default:
        return undefined;
    }
  });
  return text === undefined ? undefined : { text, isCertain };
}
