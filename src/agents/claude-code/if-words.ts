/** The words of a line for the shell, without their quotes. Only as much of the shell as permission rules are about. */

/** Something that is not read here, so that nothing can be said about the line. */
export class Unreadable extends Error {}

export interface Cursor {
  readonly line: string;
  at: number;
  /** Reads the commands of a substitution, up to its end. */
  readonly inner: (line: string, from: number, end: ")" | undefined) => number;
}

export interface Word {
  readonly text: string;
  /** The shell puts nothing into it that is not seen here. */
  readonly isCertain: boolean;
  readonly isQuoted: boolean;
}

const ENDS_WORD = " \t\r\n;&|()<>";
/** Expansions that cannot become a part of a command. */
const CERTAIN = /^\$(?:HOME\b|\(\()/;
const EXPANSION = /^\$(?:\w+|[?#@*!$-]|\(\([\w\s+*/%-]*\)\))/;
/** Stands for what the shell puts there: no rule has it. */
const UNSEEN = "\0";

export function readWord(cursor: Cursor): Word {
  const { line } = cursor;
  const from = cursor.at;
  let [text, isCertain, isQuoted] = ["", true, false];
  for (let next = line[cursor.at]; next !== undefined && !ENDS_WORD.includes(next); next = line[cursor.at]) {
    if (next === "'") {
      text += quotedBy("'", cursor);
      isQuoted = true;
    } else if (next === '"') {
      const inside = inQuotes(cursor);
      text += inside.text;
      isCertain &&= inside.isCertain;
      isQuoted = true;
    } else if (next === "\\") {
      const escaped = line[cursor.at + 1];
      if (escaped === undefined || escaped === " ") throw new Unreadable();
      cursor.at += 2;
      text += escaped === "\n" ? "" : escaped;
      isQuoted ||= escaped !== "\n";
    } else if (next === "$" || next === "`") {
      isCertain &&= CERTAIN.test(line.slice(cursor.at, cursor.at + 8));
      text += expansion(cursor);
    } else {
      if (next === "{" && /^\{[^\s}]*[,.]/.test(line.slice(cursor.at))) throw new Unreadable();
      text += next;
      cursor.at++;
    }
  }
  if (cursor.at === from) throw new Unreadable();
  return { text, isCertain, isQuoted };
}

/** `isInside` a command a comment begins only after a blank. */
export function skipBlanks(cursor: Cursor, isInside: boolean): void {
  const { line } = cursor;
  for (;;) {
    const next = line[cursor.at];
    if (next === " " || next === "\t" || next === "\r") cursor.at++;
    else if (next === "\\" && line[cursor.at + 1] === "\n") cursor.at += 2;
    else if (next === "#" && (!isInside || /\s/.test(line[cursor.at - 1] ?? " "))) {
      while (cursor.at < line.length && line[cursor.at] !== "\n") cursor.at++;
    } else return;
  }
}

function quotedBy(mark: string, cursor: Cursor): string {
  const end = cursor.line.indexOf(mark, cursor.at + 1);
  if (end < 0) throw new Unreadable();
  const text = cursor.line.slice(cursor.at + 1, end);
  cursor.at = end + 1;
  return text;
}

function inQuotes(cursor: Cursor): Pick<Word, "text" | "isCertain"> {
  const { line } = cursor;
  let [text, isCertain] = ["", true];
  for (cursor.at++; line[cursor.at] !== '"';) {
    const [next, following = ""] = [line[cursor.at], line[cursor.at + 1]];
    if (next === undefined || (next === "$" && /\w/.test(following))) throw new Unreadable();
    if (next === "$" || next === "`") {
      text += expansion(cursor);
      isCertain = false;
    } else if (next === "\\" && following !== "" && '"\\$`\n'.includes(following)) {
      text += following === "\n" ? "" : following;
      cursor.at += 2;
    } else {
      text += next;
      cursor.at++;
    }
  }
  cursor.at++;
  return { text, isCertain };
}

/** What is inside `$(…)` and backticks runs too. */
function expansion(cursor: Cursor): string {
  const { line, inner } = cursor;
  if (line[cursor.at] === "`") {
    inner(quotedBy("`", cursor), 0, undefined);
  } else if (line.startsWith("$(", cursor.at) && !line.startsWith("$((", cursor.at)) {
    cursor.at = inner(line, cursor.at + 2, ")");
  } else {
    const found = EXPANSION.exec(line.slice(cursor.at));
    if (found === null) throw new Unreadable();
    cursor.at += found[0].length;
  }
  return UNSEEN;
}
