/** Changes to a text: what is cut and inserted, and its lines. All else stays, byte for byte, because it is never touched. */

import { type Insertion, refusal } from "../editor.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Splice extends Span {
  readonly put: string;
}

/** What is put into a text: with the bytes before and after the value. */
export interface Put {
  readonly splices: readonly Splice[];
  readonly before: string;
  readonly after: string;
}

export function cutOf(start: number, end: number): Splice {
  return { start, end, put: "" };
}

export function putAt(at: number, put: string): Splice {
  return { start: at, end: at, put };
}

/** Refuses where two changes overlap: one of them is then wrong. */
export function applied(text: string, splices: readonly Splice[]): string {
  let result = "";
  let from = 0;
  for (const { start, end, put } of splices.toSorted((left, right) => left.start - right.start)) {
    if (start < from || end < start || end > text.length) throw refusal("cannot be edited safely");
    result += text.slice(from, start) + put;
    from = end;
  }
  return result + text.slice(from);
}

export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

/** A line ends where its content ends, before its line end. */
export function lineEnd(text: string, at: number): number {
  const feed = text.indexOf("\n", at);
  if (feed === -1) return text.length;
  return feed > 0 && text[feed - 1] === "\r" ? feed - 1 : feed;
}

/** Where the next line starts; at the end of the text, that end. */
export function nextLine(text: string, at: number): number {
  const feed = text.indexOf("\n", at);
  return feed === -1 ? text.length : feed + 1;
}

/** The end of the last line, without its line end. */
export function lastLineEnd(text: string): number {
  if (text.endsWith("\r\n")) return text.length - 2;
  return text.endsWith("\n") ? text.length - 1 : text.length;
}

export function isBlankLine(text: string, at: number): boolean {
  return text.slice(lineStart(text, at), lineEnd(text, at)).trim() === "";
}

export function indentOf(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, at), at))?.[0] ?? "";
}

/** The line end that the text uses first. */
export function newlineOf(text: string): string {
  const feed = text.indexOf("\n");
  return feed > 0 && text[feed - 1] === "\r" ? "\r\n" : "\n";
}

function countNewlines(text: string): number {
  return text.split("\n").length - 1;
}

/** Whole lines; `lead` is what comes before the value: indentation, key, header. */
export type NewLines = { readonly lead: string; readonly value: string };

/**
 * After the line whose content ends at `end`; `apart`: separated by a blank line, unless there is one or the lines are packed. Where the text ends without
 * a line end, the new lines bring theirs in front and the text still ends without one: so each insertion can be removed alone, in any order, and the
 * original bytes return.
 */
export function putBehind(text: string, end: number, { lead, value }: NewLines, apart = false): Put {
  const newline = newlineOf(text);
  if (text === "") return { splices: [putAt(0, lead + value + newline)], before: lead, after: newline };
  const next = nextLine(text, end);
  const packed = next < text.length && !isBlankLine(text, next);
  const before = (apart && !packed && !isBlankLine(text, end) ? newline : "") + lead;
  if (text[next - 1] !== "\n" || end === text.length) {
    return { splices: [putAt(text.length, newline + before + value)], before: newline + before, after: "" };
  }
  return { splices: [putAt(next, before + value + newline)], before, after: newline };
}

/** Above the line at `start`, after the last of the comments before it, with a blank line on either side. Nothing else is above it. */
export function putAbove(text: string, start: number, { lead, value }: NewLines): Put {
  const newline = newlineOf(text);
  if (start === 0) return { splices: [putAt(0, lead + value + newline.repeat(2))], before: lead, after: newline.repeat(2) };
  const end = text.slice(0, start).trimEnd().length;
  const before = newline.repeat(end === 0 ? 1 : 2) + lead;
  return { splices: [putAt(lineEnd(text, end), before + value)], before, after: "" };
}

/** The exact inserted bytes, if they surround a value that ends at `end` and are whole lines; `from` is where the first of them starts. */
export function exactBytes(text: string, from: number, end: number, insertion: Insertion): Splice | undefined {
  const { before, text: value = "", after } = insertion;
  const start = end - before.length - value.length;
  if (start < 0 || start > from || text.slice(start, end + after.length) !== before + value + after) return undefined;
  const bringsItsOwn = after === "";
  const begins = bringsItsOwn ? /^\r?\n/.test(before) : start === 0 || text[start - 1] === "\n";
  const ends = bringsItsOwn ? lineEnd(text, end) === end : after.endsWith("\n");
  return begins && ends ? cutOf(start, end + after.length) : undefined;
}

/** How many blank lines an insertion brought with it. */
export function blankLines({ before, after }: Insertion): { readonly above: number; readonly below: number } {
  const leading = countNewlines(/^[\r\n]*/.exec(before)?.[0] ?? "");
  return after === "" ? { above: Math.max(0, leading - 1), below: 0 } : { above: leading, below: Math.max(0, countNewlines(after) - 1) };
}

/** Cuts the lines of these spans, with everything else on them. A text without a final line end has none afterwards. */
export function cutLines(text: string, spans: readonly Span[], blank = { above: 0, below: 0 }): readonly Splice[] {
  const cuts: { start: number; end: number }[] = [];
  for (const span of spans) {
    const start = lineStart(text, span.start);
    const end = nextLine(text, span.end);
    const last = cuts.at(-1);
    if (last !== undefined && last.end >= start) last.end = Math.max(last.end, end);
    else cuts.push({ start, end });
  }
  const first = cuts[0];
  const last = cuts.at(-1);
  if (first === undefined || last === undefined) return [];
  for (let count = 0; count < blank.above && first.start > 0 && isBlankLine(text, first.start - 1); count++) {
    first.start = lineStart(text, first.start - 1);
  }
  const below = blank.below > 0 ? firstBlankLine(text, last.end) : undefined;
  if (below === last.end) last.end = nextLine(text, below);
  else if (below !== undefined) cuts.push({ start: below, end: nextLine(text, below) });
  if (last.end === text.length) {
    const unended = text[last.end - 1] !== "\n" ? 1 : 0;
    // Where the text below was removed, line ends that came with the insertion are above it now.
    for (let count = 0; count < unended + blank.below && last.start > 0; count++)
      last.start = lineEnd(text, lineStart(text, last.start - 1));
  }
  return cuts.map(({ start, end }) => cutOf(start, end));
}

/** The blank line after an insertion: others may have been inserted in between. */
function firstBlankLine(text: string, from: number): number | undefined {
  for (let at = from; at < text.length; at = nextLine(text, at)) if (isBlankLine(text, at)) return at;
  return undefined;
}
