/** Cuts one member or item out of its container, with one comma and the white space that came with it. */

import type { Json } from "../../canonical/json.ts";
import type { Found } from "./places.ts";
import { type Change, changedDocument } from "./shape.ts";
import { refusal } from "../splicing/refusal.ts";
import { cutOf, type Splice } from "../splicing/splices.ts";
import { applied } from "../splicing/syntax.ts";
import { startsLine } from "./style.ts";
import type { JsoncDocument } from "./tree.ts";
import { commaBetween, hasLineBreak, piecesBetween, spaceStart } from "./trivia.ts";

/** `before` is the white space inserted before it, if known. */
export function cutFound(document: JsoncDocument, found: Found, before?: string): JsoncDocument {
  return changed(document, found, splicesFor(document.text, found, before), { kind: "cut", steps: found.steps });
}

/** Replaces a value with text of another value. */
export function replaceFound(document: JsoncDocument, found: Found, value: Json, put: string): JsoncDocument {
  const { start, end } = found.value;
  return changed(document, found, [{ start, end, put }], { kind: "replaced", steps: found.steps, value });
}

/** The document after an edit, if the edit did what was intended. */
export function changed(document: JsoncDocument, { value }: Found, splices: readonly Splice[], change: Change): JsoncDocument {
  const after = changedDocument(document, change, applied(document.text, splices));
  if (after === undefined) throw refusal("Symposium cannot edit this without changing what surrounds it", document.text, value.start);
  return after;
}

function splicesFor(text: string, { containers, steps, value }: Found, before: string | undefined): Splice[] {
  const container = containers.at(-1);
  const index = steps.at(-1);
  if (container === undefined || index === undefined) return [cutOf(value.start, value.end)];
  const { members } = container;
  const member = members[index];
  if (member === undefined) throw new Error("a member that its container does not have");
  const previous = members[index - 1];
  const next = members[index + 1];
  const floor = previous?.end ?? container.start + 1;
  const behind = commaBetween(text, member.end, next?.start ?? container.end - 1);
  const comma = behind ?? (previous === undefined ? undefined : commaBetween(text, previous.end, member.start));

  // On one line with others, and changed since: the next one moves up, or else the comma and everything after it goes.
  // The first one has no separator of its own: the next one replaces it, after the comments there.
  const asPut = previous !== undefined && before !== undefined && text.slice(0, member.start).endsWith(`,${before}`);
  const isBeside = previous === undefined ? !startsLine(text, container, index) : !asPut && isBlank(text.slice(floor, member.start));
  if (isBeside && next !== undefined && isBlank(text.slice(member.end, next.start))) return [cutOf(member.start, next.start)];
  if (isBeside && behind === undefined && comma !== undefined) return [cutOf(comma.start, member.end)];
  const start = leadStart(text, member.start, floor, before);
  const isNeeded = followsLineComment(text, floor, start) && !endsLine(text, member.end, behind);
  const lead = isNeeded ? blanksStart(text, start, member.start, before) : start;
  return [cutOf(lead, member.end), ...(comma === undefined ? [] : [cutOf(comma.start, comma.end)])];
}

/** The start of the white space that goes with a member: the inserted one, if unchanged, or else its line break. */
function leadStart(text: string, offset: number, floor: number, before: string | undefined): number {
  const start = spaceStart(text, offset, floor);
  const space = text.slice(start, offset);
  if (before !== undefined && stands(space, before)) return offset - before.length;
  const line = /(?:\r\n|\n|\r)[ \t]*$/.exec(space);
  return line === null ? start : start + line.index;
}

function stands(space: string, before: string): boolean {
  return space.endsWith(before) && !(before.startsWith("\n") && space.at(-before.length - 1) === "\r");
}

/** Where the line break must stay because it ends a comment: ours may have been spaces after it. */
function blanksStart(text: string, start: number, offset: number, before = ""): number {
  return !hasLineBreak(before) && text.slice(start, offset).endsWith(before) ? offset - before.length : offset;
}

/** Whether a line comment would extend into text at this position. */
function followsLineComment(text: string, from: number, to: number): boolean {
  const last = piecesBetween(text, from, to).findLast((piece) => piece.kind !== "space");
  return last?.kind === "line-comment" && !hasLineBreak(text.slice(last.end, to));
}

/** Whether the line ends after a member and its comma. */
function endsLine(text: string, end: number, comma: { readonly start: number; readonly end: number } | undefined): boolean {
  const between = comma === undefined ? "" : text.slice(end, comma.start);
  return /^[ \t]*[\r\n]/.test(between + text.slice(comma?.end ?? end));
}

/** Only spaces and a comma. */
function isBlank(between: string): boolean {
  return /^[ \t]*(?:,[ \t]*)?$/.test(between);
}
