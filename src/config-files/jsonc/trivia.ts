/** White space, comments and commas between values. */

import { createScanner } from "jsonc-parser";

export interface Piece {
  readonly kind: "space" | "line-comment" | "block-comment" | "comma" | "other";
  readonly start: number;
  readonly end: number;
}

/** The pieces between two positions; both must be ends of tokens. */
export function piecesBetween(text: string, from: number, to: number): Piece[] {
  const scanner = createScanner(text);
  scanner.setPosition(from);
  const pieces: Piece[] = [];
  while (scanner.getPosition() < to) {
    const kind = KINDS[scanner.scan()] ?? "other";
    pieces.push({ kind, start: scanner.getTokenOffset(), end: scanner.getPosition() });
  }
  return pieces;
}

export function commaBetween(text: string, from: number, to: number): Piece | undefined {
  return piecesBetween(text, from, to).find((piece) => piece.kind === "comma");
}

export function isComment(piece: Piece): boolean {
  return piece.kind === "line-comment" || piece.kind === "block-comment";
}

export function hasLineBreak(text: string): boolean {
  return /[\r\n]/.test(text);
}

/** Where the white space before a position starts. */
export function spaceStart(text: string, offset: number, floor: number): number {
  let start = offset;
  while (start > floor && SPACE.has(text[start - 1] ?? "")) start--;
  return start;
}

/** The indentation of the line at a position. */
export function lineIndent(text: string, offset: number): string {
  const lineStart = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  return /^\uFEFF?([ \t]*)/.exec(text.slice(lineStart, offset))?.[1] ?? "";
}

const SPACE = new Set([" ", "\t", "\r", "\n"]);

/** By the numbers that jsonc-parser gives its tokens. */
const KINDS: Readonly<Record<number, Piece["kind"]>> = {
  5: "comma",
  12: "line-comment",
  13: "block-comment",
  14: "space",
  15: "space",
};
