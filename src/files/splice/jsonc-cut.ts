/** Cuts one member or item out of its container, with one comma and the white space that came with it. */

import { type Json, sameJson } from "../../model/json.ts";
import { type Insertion, refusal } from "../editor.ts";
import { commaBetween, hasLineBreak, isComment, type JsoncDocument, jsonOf, piecesBetween, spaceStart } from "./jsonc-document.ts";
import { findOurs, type Found, foundAt, foundBySteps, membersOf, type OursFound } from "./jsonc-find.ts";
import { type Change, changedDocument, startsLine } from "./jsonc-style.ts";
import { isEntry } from "./splice-editor.ts";
import { applied, cutOf, type Span, type Splice } from "./text.ts";

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
function changed(document: JsoncDocument, { value }: Found, splices: readonly Splice[], change: Change): JsoncDocument {
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
  const isThere = before !== undefined && space.endsWith(before) && !(before.startsWith("\n") && space.at(-before.length - 1) === "\r");
  if (isThere) return offset - before.length;
  const line = /(?:\r\n|\n|\r)[ \t]*$/.exec(space);
  return line === null ? start : start + line.index;
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
function endsLine(text: string, end: number, comma: Span | undefined): boolean {
  const between = comma === undefined ? "" : text.slice(end, comma.start);
  return /^[ \t]*[\r\n]/.test(between + text.slice(comma?.end ?? end));
}

/** Only spaces and a comma. */
function isBlank(between: string): boolean {
  return /^[ \t]*(?:,[ \t]*)?$/.test(between);
}

/** From the end of the document, so that of two neighbours neither counts as added by others; then the containers, the innermost first. */
export function lastFirst(document: JsoncDocument, insertions: readonly Insertion[]): readonly Insertion[] {
  const rank = (insertion: Insertion) =>
    isEntry(insertion) ? (findOurs(document, insertion)?.found.value.start ?? -1) : insertion.path.length - Number.MAX_SAFE_INTEGER;
  const ranked = insertions.map((insertion) => ({ insertion, rank: rank(insertion) }));
  return ranked.toSorted((left, right) => right.rank - left.rank).map(({ insertion }) => insertion);
}

export function hasFollowers({ found: { containers, steps } }: OursFound): boolean {
  return (steps.at(-1) ?? 0) < (containers.at(-1)?.members.length ?? 0) - 1;
}

export function cutOurs(document: JsoncDocument, { found, isExact, shared }: OursFound, before: string): JsoncDocument {
  if (shared === undefined) return cutFound(document, found, isExact ? before : undefined);
  let now = document;
  for (const part of shared.parts.toReversed()) {
    const item = foundBySteps(now, found.steps);
    const list = item === undefined ? undefined : membersOf(item).findLast(({ member }) => member.key === shared.key);
    const ours = list === undefined ? undefined : membersOf(list).find(({ value }) => sameJson(jsonOf(value), part.value));
    if (ours === undefined) throw new Error("a shared entry that was found is not there");
    now = cutFound(now, ours, part.before);
  }
  return now;
}

/** `undefined` where the container is not empty; the document unchanged where there is nothing left to remove. */
export function emptyContainer(document: JsoncDocument, insertion: Insertion): JsoncDocument | undefined {
  const found = foundAt(document, insertion.path);
  if (found === undefined || found.value.type === "scalar") return document;
  if (!hasNoMembers(found)) return undefined;
  if (insertion.kind === "room") return cutRoom(document, found, insertion.after);
  if (hasComments(document, found)) return undefined;
  if (insertion.path.length === 0) return cutRoot(document, found, insertion);
  // A container that was inserted on one line and has several now was reformatted.
  const isAnew = !hasLineBreak(insertion.before) && hasLineBreak(document.text.slice(found.value.start, found.value.end));
  return cutFound(document, found, isAnew ? undefined : insertion.before);
}

/** Whether a container is empty and has no comment either. */
export function isEmpty(document: JsoncDocument, found: Found): boolean {
  return hasNoMembers(found) && !hasComments(document, found);
}

function hasNoMembers({ value }: Found): boolean {
  return value.type !== "scalar" && value.members.length === 0;
}

function hasComments({ text }: JsoncDocument, { value }: Found): boolean {
  return piecesBetween(text, value.start + 1, value.end - 1).some(isComment);
}

/** The white space at the end of an empty container, unless it ends a comment's line. */
function cutRoom(document: JsoncDocument, found: Found, after: string): JsoncDocument {
  const { text } = document;
  const end = found.value.end - 1;
  const comment = piecesBetween(text, found.value.start + 1, end).findLast(isComment);
  const space = text.slice(comment?.end ?? found.value.start + 1, end);
  const line = space.endsWith(after) ? after : /(?:\r\n|\n|\r)[ \t]*$/.exec(space)?.[0];
  const isNeeded = comment?.kind === "line-comment" && line === space;
  if (line === undefined || isNeeded) return document;
  return changed(document, found, [cutOf(end - line.length, end)], { kind: "none" });
}

function cutRoot(document: JsoncDocument, found: Found, { before, after }: Insertion): JsoncDocument {
  const { text } = document;
  const { start, end } = found.value;
  const ahead = text.slice(0, start).endsWith(before) ? before.length : 0;
  const behind = text.startsWith(after, end) ? after.length : (/^\r?\n/.exec(text.slice(end))?.[0].length ?? 0);
  return changed(document, found, [cutOf(start - ahead, end + behind)], { kind: "none" });
}
