/** Where in a container the next member goes, and what must be put in with it. */

import type { Layout } from "./style.ts";
import type { JsoncContainer } from "./tree.ts";
import { commaBetween, hasLineBreak, isComment, lineIndent, type Piece, piecesBetween, spaceStart } from "./trivia.ts";

export interface Spot {
  readonly at: number;
  /** Where a comma must be put, behind the value of the last member. */
  readonly comma?: number;
  readonly before: string;
  /** A comma behind ours, where the container ends with one. */
  readonly trailing: string;
  readonly after: string;
  /** Whether ours stands on lines of its own, and how far in. */
  readonly lines: boolean;
  readonly indent: string;
}

/** In an empty document: behind the white space and the comments that it may have. */
export function spotInBlank(text: string, { lineBreak }: Layout): Spot {
  const content = text.replace(/^\uFEFF/, "");
  const before = content.trim() === "" || /[\r\n]$/.test(content) ? "" : lineBreak;
  return { at: text.length, before, trailing: "", after: lineBreak, lines: true, indent: "" };
}

export function spotIn(text: string, container: JsoncContainer, layout: Layout): Spot {
  return container.members.length === 0 ? spotInEmpty(text, container, layout) : spotBehindLast(text, container, layout);
}

/**
 * Behind the comments that an empty container may have; its own white space stays. On one line that is behind ours: in front, it could not be told
 * from a blank that was put between two of ours.
 */
function spotInEmpty(text: string, container: JsoncContainer, { lines, lineBreak, indent, closing }: Layout): Spot {
  const end = container.end - 1;
  const from = piecesBetween(text, container.start + 1, end).findLast(isComment)?.end ?? container.start + 1;
  if (!lines) return { at: from, before: "", trailing: "", after: "", lines, indent };
  const before = lineBreak + indent;
  if (hasLineBreak(text.slice(from, end))) return { at: from, before, trailing: "", after: "", lines, indent };
  return { at: end, before, trailing: "", after: lineBreak + closing, lines, indent };
}

/** Behind the last member, its comma, and the comments that follow on the same line and so are about it. */
function spotBehindLast(text: string, { members, end }: JsoncContainer, { lines, lineBreak, indent, blank }: Layout): Spot {
  const last = members.at(-1);
  if (last === undefined) throw new Error("a container without members");
  const comma = commaBetween(text, last.end, end - 1);
  const comments = sameLineComments(text, piecesBetween(text, comma?.end ?? last.end, end - 1));
  const at = comments.at(-1)?.end ?? comma?.end ?? last.end;
  const trailing = comma === undefined ? { trailing: "", comma: last.end } : { trailing: "," };
  if (lines) return { at, before: lineBreak + indent, ...trailing, after: "", lines, indent };
  if (comments.at(-1)?.kind === "line-comment") {
    const beside = lineIndent(text, last.start);
    return { at, before: lineBreak + beside, ...trailing, after: "", lines: true, indent: beside };
  }
  const beside = text.slice(spaceStart(text, last.start, members.at(-2)?.end ?? last.start), last.start);
  return { at, before: members.length > 1 ? beside : blank, ...trailing, after: "", lines, indent };
}

function sameLineComments(text: string, pieces: readonly Piece[]): Piece[] {
  const comments: Piece[] = [];
  for (const piece of pieces) {
    if (isComment(piece)) comments.push(piece);
    if (hasLineBreak(text.slice(piece.start, piece.end))) break;
  }
  return comments;
}
