/** Taking one member or item out of its container, with one comma and the white space that came with it. */

import type { Json } from "../canonical/json.ts";
import type { Trouble } from "./editor.ts";
import type { Found } from "./jsonc-places.ts";
import { isChanged } from "./jsonc-shape.ts";
import { applySplices, type Splice } from "./jsonc-splices.ts";
import type { JsoncDocument } from "./jsonc-tree.ts";
import { commaBetween, hasLineBreak, piecesBetween, spaceStart } from "./jsonc-trivia.ts";
import { troubleAt } from "./trouble-at.ts";

export type Cut = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly trouble: Trouble };

/** `before` is the white space that was put in front of it, if that is known. */
export function cutFound(document: JsoncDocument, found: Found, before?: string): Cut {
  const text = applySplices(document.text, splicesFor(document.text, found, before));
  if (isChanged(document, { kind: "cut", steps: found.steps }, text)) return { ok: true, text };
  return {
    ok: false,
    trouble: troubleAt(document.text, "this entry cannot be taken out without touching what stands around it", found.value.start),
  };
}

/** Puts other text in the place of a value, which it must stand for. */
export function replaceFound(document: JsoncDocument, found: Found, value: Json, put: string): Cut {
  const text = applySplices(document.text, [{ start: found.value.start, end: found.value.end, text: put }]);
  if (isChanged(document, { kind: "replaced", steps: found.steps, value }, text)) return { ok: true, text };
  return { ok: false, trouble: troubleAt(document.text, "this value cannot be replaced safely", found.value.start) };
}

function splicesFor(text: string, { containers, steps, value }: Found, before: string | undefined): Splice[] {
  const container = containers.at(-1);
  const index = steps.at(-1);
  if (container === undefined || index === undefined) return [cut(value.start, value.end)];
  const { members } = container;
  const member = members[index];
  if (member === undefined) throw new Error("a member that its container does not have");
  const previous = members[index - 1];
  const next = members[index + 1];
  const floor = previous?.end ?? container.start + 1;
  const behind = commaBetween(text, member.end, next?.start ?? container.end - 1);
  const comma = behind ?? (previous === undefined ? undefined : commaBetween(text, previous.end, member.start));

  // The first of several on one line: the next one moves up to where it stood.
  if (
    previous === undefined &&
    next !== undefined &&
    isBlank(text.slice(floor, member.start)) &&
    isBlank(text.slice(member.end, next.start))
  ) {
    return [cut(member.start, next.start)];
  }
  const start = leadStart(text, member.start, floor, before);
  const lead = followsLineComment(text, floor, start) && !endsLine(text, member.end, behind) ? member.start : start;
  return [cut(lead, member.end), ...(comma === undefined ? [] : [cut(comma.start, comma.end)])];
}

/** Where the white space begins that goes with a member: what was put in, if it still stands there, or else its own line break. */
function leadStart(text: string, offset: number, floor: number, before: string | undefined): number {
  const start = spaceStart(text, offset, floor);
  const space = text.slice(start, offset);
  if (before !== undefined && stands(space, before)) return offset - before.length;
  const line = /(?:\r\n|\n|\r)[ \t]*$/.exec(space);
  return line === null ? start : start + line.index;
}

function stands(space: string, before: string): boolean {
  if (!hasLineBreak(before)) return !hasLineBreak(space) && space.endsWith(before);
  return space.endsWith(before) && !(before.startsWith("\n") && space.at(-before.length - 1) === "\r");
}

function followsLineComment(text: string, from: number, to: number): boolean {
  return piecesBetween(text, from, to).findLast((piece) => piece.kind !== "space")?.kind === "line-comment";
}

/** Whether the line ends behind a member and its comma. */
function endsLine(text: string, end: number, comma: { readonly start: number; readonly end: number } | undefined): boolean {
  const between = comma === undefined ? "" : text.slice(end, comma.start);
  return /^[ \t]*[\r\n]/.test(between + text.slice(comma?.end ?? end));
}

/** Nothing but blanks and a comma. */
function isBlank(between: string): boolean {
  return /^[ \t]*,?[ \t]*$/.test(between);
}

function cut(start: number, end: number): Splice {
  return { start, end, text: "" };
}
