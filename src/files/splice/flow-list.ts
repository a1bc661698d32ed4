/**
 * Lists in brackets with commas, in TOML and YAML. A new item goes after the last one, in the list's own style: on its
 * line, or on a separate line, with a comma after it where the others have one.
 */

import type { Insertion } from "../editor.ts";
import { cutOf, indentOf, lineEnd, newlineOf, type Put, putAt, type Span, type Splice } from "./text.ts";

export interface FlowList {
  /** After the opening bracket, and at the closing one. */
  readonly open: number;
  readonly close: number;
  readonly items: readonly Span[];
}

/** `lead` is what precedes the item's value, such as a key. */
export function putInFlow(text: string, list: FlowList, lead: string, value: string, padded = false): Put {
  const last = list.items.at(-1);
  if (last === undefined) {
    const inner = text.slice(list.open, list.close);
    if (inner.includes("\n")) {
      const before = `${newlineOf(text)}${indentOf(text, list.open)}  ${lead}`;
      return { splices: [putAt(lineEnd(text, list.open), before + value)], before, after: "" };
    }
    const apart = padded && inner === "" ? " " : "";
    const before = (inner === "" ? apart : " ") + lead;
    return { splices: [putAt(list.open, before + value + apart)], before, after: apart };
  }
  const comma = commaBehind(text, last.end, list.close);
  if (!text.slice(last.end, list.close).includes("\n")) {
    return { splices: [putAt(last.end, `, ${lead}${value}`)], before: ` ${lead}`, after: "" };
  }
  const end = lineEnd(text, comma ?? last.end);
  const before = newlineOf(text) + indentOf(text, last.start) + lead;
  if (comma !== undefined) return { splices: [putAt(end, `${before}${value},`)], before, after: "," };
  return { splices: [putAt(last.end, ","), putAt(end, before + value)], before, after: "" };
}

/** One comma goes with the item: the one after it where it was inserted with it, else the one before. */
export function cutFromFlow(text: string, list: FlowList, index: number, insertion?: Insertion): readonly Splice[] {
  const item = list.items[index];
  if (item === undefined) return [];
  const previous = list.items[index - 1];
  const inFront = previous === undefined ? undefined : commaBehind(text, previous.end, item.start);
  const behind = commaBehind(text, item.end, list.items[index + 1]?.start ?? list.close);
  const start = startOfCut(text, inFront === undefined ? list.open : inFront + 1, item.start, insertion);
  const takesBehind = behind !== undefined && (insertion?.after.startsWith(",") !== false || inFront === undefined);
  const last = takesBehind ? behind + 1 : item.end;
  const end = endOfCut(text, start, last);
  const padding = paddingAtEnd(text, end, list, insertion);
  if (takesBehind) return [gapless(text, index, start, end, list, insertion), ...padding];
  return [...(inFront === undefined ? [] : [cutOf(inFront, inFront + 1)]), cutOf(start, end), ...padding];
}

/** Between two items: only spaces, line ends, comments and one comma. */
function commaBehind(text: string, from: number, to: number): number | undefined {
  for (let at = from; at < to; at++) {
    if (text[at] === ",") return at;
    if (text[at] === "#") at = lineEnd(text, at);
  }
  return undefined;
}

function startOfCut(text: string, from: number, start: number, insertion: Insertion | undefined): number {
  const space = /(?<![ \t\r\n])[ \t\r\n]*$/.exec(text.slice(from, start))?.[0] ?? "";
  if (insertion !== undefined) {
    const ours = /^[ \t\r\n]*/.exec(insertion.before)?.[0] ?? "";
    if (space.endsWith(ours)) return start - ours.length;
  }
  const feed = space.lastIndexOf("\n");
  if (feed === -1) return start - space.length;
  return start - space.length + (space[feed - 1] === "\r" ? feed - 1 : feed);
}

/** An item alone on its line takes the comment after it along. */
function endOfCut(text: string, start: number, last: number): number {
  const ownLine = /^\r?\n/.test(text.slice(start, start + 2));
  return ownLine && /^[ \t]*#/.test(text.slice(last, lineEnd(text, last))) ? lineEnd(text, last) : last;
}

/** The space before the closing bracket that came with the first item; others may be in between by now. */
function paddingAtEnd(text: string, end: number, { close }: FlowList, insertion: Insertion | undefined): readonly Splice[] {
  const padding = insertion?.after.replace(",", "") ?? "";
  const start = close - padding.length;
  return padding !== "" && start >= end && text.slice(start, close) === padding ? [cutOf(start, close)] : [];
}

/** The first of several on one line takes the space after its comma along, unless the insertion records its own. */
function gapless(text: string, index: number, start: number, end: number, list: FlowList, insertion: Insertion | undefined): Splice {
  const next = list.items[index + 1];
  if (index > 0 || next === undefined || insertion !== undefined || text.slice(start, next.start).includes("\n")) return cutOf(start, end);
  return cutOf(list.items[0]?.start ?? start, next.start);
}
