/** The simple commands in a line for the shell, as far as a permission rule is about them. */

import { type Cursor, readWord, skipBlanks, Unreadable, type Word } from "./if-words.ts";

export interface SimpleCommand {
  /** Without assignments before it and without redirections. */
  readonly words: readonly string[];
  /** The shell puts nothing into these words that is not seen here. */
  readonly isCertain: boolean;
}

/** These only say how the commands after them are connected. */
const CONNECTING = ["if", "then", "else", "elif", "fi", "while", "until", "do", "done", "!"];
/** Groups, functions and choices are not read. */
const UNREAD = ["{", "}", "case", "esac", "function", "select", "in"];
const DEEPEST = 20;
/** Reading a longer line could take longer than the call may. */
const LONGEST = 20_000;

/** `undefined` where the line has something that is not read here; nothing can be said about it then. */
export function simpleCommands(line: string): readonly SimpleCommand[] | undefined {
  if (line.length > LONGEST) return undefined;
  const commands: SimpleCommand[] = [];
  try {
    readList(line, 0, undefined, commands, 0);
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
  return commands.flatMap(withArgumentsOf);
}

/** `xargs git push` runs both. With options it is not known where its command begins. */
function withArgumentsOf(command: SimpleCommand): readonly SimpleCommand[] {
  const [program, next = "-", ...rest] = command.words;
  return program === "xargs" && !next.startsWith("-") ? [command, { ...command, words: [next, ...rest] }] : [command];
}

/** Commands up to the end of the line, or to the parenthesis that closes them; gives the place after it. */
function readList(line: string, from: number, end: ")" | undefined, commands: SimpleCommand[], depth: number): number {
  if (depth > DEEPEST) throw new Unreadable();
  const inner: Cursor["inner"] = (text, at, close) => readList(text, at, close, commands, depth + 1);
  const cursor: Cursor = { line, at: from, inner };
  for (let hasCommand = false; ;) {
    skipBlanks(cursor, false);
    const next = line[cursor.at];
    if (next === undefined || next === ")") {
      if (next !== end) throw new Unreadable();
      return cursor.at + 1;
    }
    if (next === "\n") cursor.at++;
    else if (";&|".includes(next)) {
      if (!hasCommand || line.startsWith(";;", cursor.at)) throw new Unreadable();
      hasCommand = false;
      cursor.at += next !== ";" && line[cursor.at + 1] === next ? 2 : 1;
    } else {
      if (next === "(") cursor.at = inner(line, cursor.at + 1, ")");
      else readCommand(cursor, commands);
      hasCommand = true;
    }
  }
}

function readCommand(cursor: Cursor, commands: SimpleCommand[]): void {
  const { line } = cursor;
  const words: Word[] = [];
  for (;;) {
    skipBlanks(cursor, words.length > 0);
    const next = line[cursor.at];
    if (line.startsWith("&>", cursor.at)) cursor.at++;
    else if (next === "(") throw new Unreadable();
    else if (next === undefined || "\n;&|)".includes(next)) break;
    else if (!skipRedirection(cursor)) {
      const word = readWord(cursor);
      if (words.length > 0 || !isSkipped(word, cursor)) words.push(word);
    }
  }
  if (words.length === 0) return;
  // Which program runs decides most rules.
  if (words[0]?.isCertain === false) throw new Unreadable();
  commands.push({ words: words.map(({ text }) => text), isCertain: words.every(({ isCertain }) => isCertain) });
}

/** Whether a word before the program is none of the command's own. */
function isSkipped({ text, isQuoted }: Word, cursor: Cursor): boolean {
  if (/^[A-Za-z_]\w*\+?=/.test(text)) return true;
  if (isQuoted) return false;
  if (UNREAD.includes(text)) throw new Unreadable();
  if (text === "for") skipLoopHead(cursor);
  return text === "for" || CONNECTING.includes(text);
}

/** `for name in words`, up to its `do`. */
function skipLoopHead(cursor: Cursor): void {
  const { line } = cursor;
  for (skipBlanks(cursor, true); !";&|()<>\n".includes(line[cursor.at] ?? ";"); skipBlanks(cursor, true)) readWord(cursor);
  if (line[cursor.at] === ";") cursor.at++;
}

function skipRedirection(cursor: Cursor): boolean {
  const found = /^\d*(>>|>&|>\||>|<<<|<<-?|<&|<)/.exec(cursor.line.slice(cursor.at, cursor.at + 12));
  if (found === null) return false;
  const [whole, sign] = found;
  cursor.at += whole.length;
  if (cursor.line[cursor.at] === "(") throw new Unreadable();
  skipBlanks(cursor, false);
  const target = readWord(cursor);
  if (sign === "<<" || sign === "<<-") skipDocument(target, cursor);
  return true;
}

/** A quoted mark takes the text as it is; without quotes the shell works on it. */
function skipDocument({ text, isQuoted }: Word, cursor: Cursor): void {
  const start = cursor.line.indexOf("\n", cursor.at);
  if (!isQuoted || start < 0 || cursor.line.slice(cursor.at, start).trim() !== "") throw new Unreadable();
  const lines = cursor.line.slice(start + 1).split("\n");
  const end = lines.findIndex((each) => each.trim() === text);
  if (end < 0) throw new Unreadable();
  cursor.at = start + 1 + lines.slice(0, end + 1).join("\n").length;
}
