/** Where in a container the next member goes, and what must be inserted with it. */

import type { Layout } from "./style.ts";
import type { JsoncContainer } from "./tree.ts";
import { commaBetween, hasLineBreak, isComment, lineIndent, type Piece, piecesBetween, spaceStart } from "./trivia.ts";

export interface Spot {
  readonly at: number;
  /** Where a comma must be inserted, after the value of the last member. */
  readonly comma?: number;
  readonly before: string;
  /** A comma after ours, where the container ends with one. */
  readonly trailing: string;
  readonly after: string;
  /** Whether ours is on its own lines, and how far indented. */
  readonly lines: boolean;
  readonly indent: string;
}

/** In an empty document: after its white space and comments, if any. */
export function spotInBlank(text: string, { lineBreak }: Layout): Spot {
  const content = text.replace(/^\uFEFF/, "");
  const before = content.trim() === "" || /[\r\n]$/.test(content) ? "" : lineBreak;
  return { at: text.length, before, trailing: "", after: lineBreak, lines: true, indent: "" };
}

export function spotIn(text: string, container: JsoncContainer, layout: Layout): Spot {
  return container.members.length === 0 ? spotInEmpty(text, container, layout) : spotBehindLast(text, container, layout);
}

/**
 * After the comments of an empty container, if any; its own white space stays. On one line that white space comes after ours: before, it could
 * not be distinguished from a space inserted between two insertions.
 */
function spotInEmpty(text: string, container: JsoncContainer, { lines, lineBreak, indent, closing }: Layout): Spot {
  const end = container.end - 1;
  const from = piecesBetween(text, container.start + 1, end).findLast(isComment)?.end ?? container.start + 1;
  if (!lines) return { at: from, before: "", trailing: "", after: "", lines, indent };
  const before = lineBreak + indent;
  if (hasLineBreak(text.slice(from, end))) return { at: from, before, trailing: "", after: "", lines, indent };
  return { at: end, before, trailing: "", after: lineBreak + closing, lines, indent };
}

/** After the last member, its comma, and the comments on the same line, which are about it. */
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
