/** Claude Code's `if` on a hook entry: a permission rule such as `Bash(git *)`, as measured (`test/agents/claude-code/if-measured.json`). */

import { dirname, relative, sep } from "node:path";

import { lookUp, tableOf } from "../../lookup.ts";
import type { HookInput } from "../../model/input.ts";
import { isObject, type Json } from "../../model/json.ts";
import { matches } from "../../model/match-pattern.ts";
import { parsePattern } from "../../model/pattern.ts";
import { type Assignment, type Command, type SyntaxNode, visitShell, type Word, wordText } from "../../model/shell-text.ts";
import type { ShimPlace } from "../shim.ts";

interface SimpleCommand {
  /** Without the assignments before the command and without redirections. */
  readonly words: readonly string[];
  /** The shell puts nothing into these words that is not seen here. */
  readonly isCertain: boolean;
}

/** Groups in braces, functions, choices, `${…}`, `$'…'`, `{a,b}` and `<(…)` are not among them. */
const READ: ReadonlySet<string> = new Set<SyntaxNode["type"]>([
  ...(["Script", "Statement", "CompoundList", "AndOr", "Pipeline", "Negation", "Time", "Coproc", "Command", "Redirected"] as const),
  ...(["If", "Elif", "For", "While", "Subshell"] as const),
  ...(["TestCommand", "TestUnary", "TestBinary", "TestLogical", "TestNot", "TestGroup"] as const),
  ...(["Assignment", "Word", "Literal", "Glob", "SingleQuoted", "DoubleQuoted", "SimpleExpansion", "CommandExpansion"] as const),
  ...(["ArithmeticExpansion", "ArithmeticBinary", "ArithmeticUnary", "ArithmeticWord"] as const),
  ...(["Redirect", "FileDescriptor", "HereString", "HereDoc", "HereDocDelimiter", "HereDocBody"] as const),
]);

/** `undefined` where the line has something that Claude Code does not read, or that it is not known to read; nothing can be said about it then. */
function simpleCommands(text: string): readonly SimpleCommand[] | undefined {
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
  if (program?.isCertain !== true) return undefined;
  const words = [program, ...args.map(readWord)];
  const read = words.filter((word) => word !== undefined);
  if (read.length < words.length) return undefined;
  return { words: [...before, ...read.map(({ text }) => text)], isCertain: read.every(({ isCertain }) => isCertain) };
}

/** Text outside quotes is read if it has no dollar sign that begins nothing, no escaped blank and no braces that look like choices. */
const PLAIN = /^(?:[^\\$\r]|\\[^ ])*$/s;
const PLAIN_IN_QUOTES = /^(?:[^\\$]|\\[^])*$/;
const BRACES = /\{[^\s{}]*[,.]/;
const SIGN = /^\$[?#@*!$-]$/;
const ARITHMETIC = /^\$\(\([\w\s+*/%-]*\)\)$/;

/** Stands for what the shell puts there: no rule has it. */
const UNSEEN = "\0";

function readWord(word: Word | Assignment): { readonly text: string; readonly isCertain: boolean } | undefined {
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

/** A test of a whole text. A final ` *` may stand for nothing where it is the only star. A backslash makes a star plain. */
function wildcard(pattern: string): (text: string) => boolean {
  const parts = pattern
    .trim()
    .replace(/\s+/g, " ")
    .split(/(?<!\\)\*/)
    .map((part) => part.replaceAll("\\*", "*"));
  const [first = "", ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return (text) => text === first;
  if (rest.length === 0 && last === "" && first.endsWith(" ")) return (text) => text === first.slice(0, -1) || text.startsWith(first);
  return (text) => {
    if (!text.startsWith(first) || !text.endsWith(last)) return false;
    let from = first.length;
    for (const part of rest) {
      const at = text.indexOf(part, from);
      if (at < 0) return false;
      from = at + part.length;
    }
    return from + last.length <= text.length;
  };
}

const ONE_PROGRAM = /^[^\s*]*(?: \*|:\*|\*)$/;

/** `undefined` where the answer depends on what the shell will put into the command. */
function commandTest(pattern: string): (command: SimpleCommand) => boolean | undefined {
  const fits = pattern.endsWith(":*") ? prefix(pattern.slice(0, -2)) : wildcard(pattern);
  return ({ words, isCertain }) => {
    if (fits(words.join(" "))) return true;
    return isCertain || ONE_PROGRAM.test(pattern) ? false : undefined;
  };
}

function prefix(words: string): (text: string) => boolean {
  return (text) => text === words || text.startsWith(`${words} `);
}

/** As in a `.gitignore`: `//` is the root, `~/` the home, `/` the project. Others are tried from `cwd`, from the project and on the whole path. */
function fitsPath(pattern: string, file: string, { cwd, project, home }: ShimPlace & { readonly cwd: string }): boolean {
  if (pattern === file) return true;
  if (pattern.startsWith("//")) return isIgnored(pattern.slice(1), "/", file);
  if (pattern.startsWith("~/")) return isIgnored(pattern.slice(1), home, file);
  if (pattern.startsWith("/")) return isIgnored(pattern, project, file);
  const plain = pattern.startsWith("./") ? pattern.slice(2) : pattern;
  return isIgnored(plain, cwd, file) || isIgnored(plain, project, file) || wildcard(pattern)(file);
}

/** Whether the file, or a folder above it, has the pattern. Letters of both cases are the same. */
function isIgnored(pattern: string, root: string, file: string): boolean {
  const path = relative(root, file).split(sep).join("/");
  const body = pattern.replace(/(?<!\/)\/+$/, "");
  if (path === "" || path.startsWith("../") || path === ".." || ["", ".", "..", "~"].includes(body) || /^[!#]/.test(body)) return false;
  const isAnchored = body.includes("/");
  const test = segmentsTest((body.startsWith("/") ? body.slice(1) : body).toLowerCase().split("/"));
  for (let part = path.toLowerCase(); part !== "."; part = dirname(part)) {
    if (test((isAnchored ? part : part.slice(part.lastIndexOf("/") + 1)).split("/"))) return true;
  }
  return false;
}

function segmentsTest(wanted: readonly string[]): (given: readonly string[]) => boolean {
  const tests = wanted.map((segment) => (segment === "**" ? segment : segmentTest(segment)));
  return (given) => {
    // How many leading patterns can have taken the segments so far.
    let reached = new Set([0]);
    for (const segment of given) {
      const next = new Set<number>();
      for (const at of withSkipped(reached, tests)) {
        const test = tests[at];
        if (test === "**") next.add(at).add(at + 1);
        else if (test?.(segment) === true) next.add(at + 1);
      }
      reached = next;
    }
    // A final `**` is for what is inside: it took at least one segment above.
    return reached.has(tests.length);
  };
}

/** `**` in the middle may stand for no folder at all. */
function withSkipped(reached: ReadonlySet<number>, tests: readonly unknown[]): ReadonlySet<number> {
  const all = new Set(reached);
  for (const at of all) if (tests[at] === "**" && at + 1 < tests.length) all.add(at + 1);
  return all;
}

/** Uses our own matcher, which takes linear time whatever the pattern is. */
function segmentTest(segment: string): (text: string) => boolean {
  const source = segment.replace(PARTS, (part, escaped?: string, not?: string, set?: string) => {
    if (set !== undefined) return `[${not === "!" ? "^" : ""}${set.replace(/[\\\]^[]/g, "\\$&")}]`;
    if (part === "?") return "[^/]";
    if (escaped === undefined && part.startsWith("*")) return "[^/]*";
    return (escaped ?? part).replace(/[\\^$.*+?()[\]{}|]/, "\\$&");
  });
  const parsed = parsePattern(`^(?:${source})$`);
  return (text) => parsed.ok && matches(parsed.pattern, text);
}

/** An escaped character, a set, a star, a question mark or a plain character. */
const PARTS = /\\([^])|\[(!?)([^\]/]{1,200})\]|\*+|\?|[^]/g;

const RULE = /^([^\s()]+)(?:\(([^]*)\))?$/;
const OLDER_NAMES = tableOf({ Task: "Agent" });

/** The field that the text in parentheses is about. Of other tools only the name and `*` can be tested, and anything else never holds. */
const TESTED_FIELD = tableOf({
  Bash: "command",
  PowerShell: "command",
  Edit: "file_path",
  MultiEdit: "file_path",
  Write: "file_path",
  Read: "file_path",
  NotebookEdit: "notebook_path",
  Grep: "pattern",
  Glob: "pattern",
});

/** `undefined`: it cannot be said. At an event without a tool no rule holds. */
export function ruleHolds(rule: string, { tool, toolInput }: HookInput, { project, home }: ShimPlace, cwd: string): boolean | undefined {
  if (rule === "") return true;
  const [, name = "", content = ""] = RULE.exec(rule) ?? [];
  if (tool === undefined || current(name) !== current(tool.name)) return false;
  const wanted = content.replace(/\\([()\\])/g, "$1");
  if (wanted === "" || wanted === "*") return true;
  const field = lookUp(TESTED_FIELD, tool.name);
  if (field === undefined) return false;
  const value: Json | undefined = isObject(toolInput) ? lookUp(toolInput, field) : undefined;
  if (typeof value !== "string") return undefined;
  if (field === "command") return fitsCommand(wanted, value);
  if (field === "pattern") return wildcard(wanted)(value);
  return fitsPath(wanted, value, { cwd, project, home });
}

function current(name: string): string {
  return lookUp(OLDER_NAMES, name) ?? name;
}

function fitsCommand(wanted: string, line: string): boolean | undefined {
  const commands = simpleCommands(line);
  if (commands === undefined) return undefined;
  const test = commandTest(wanted);
  let isUncertain = false;
  for (const command of commands) {
    const fits = test(command);
    if (fits === true) return true;
    if (fits === undefined) isUncertain = true;
  }
  return isUncertain ? undefined : false;
}
