/** Removes the containers that we made, and the room that we made in others, once they are empty. */

import type { Insertion } from "../editor.ts";
import { cutOf } from "../splicing/splices.ts";
import { changed, cutFound } from "./cut.ts";
import { type Found, foundAt } from "./places.ts";
import type { JsoncDocument } from "./tree.ts";
import { hasLineBreak, isComment, piecesBetween } from "./trivia.ts";

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
