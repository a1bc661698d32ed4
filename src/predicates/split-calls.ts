/** Commas between calls, not those inside their arguments. */

export interface Piece {
  readonly text: string;
  readonly offset: number;
}

export function splitOutsideParentheses(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") depth += 1;
    else if (text[at] === ")") depth -= 1;
    else if (text[at] === "," && depth <= 0) {
      pieces.push({ text: text.slice(from, at), offset: from });
      from = at + 1;
    }
  }
  pieces.push({ text: text.slice(from), offset: from });
  return pieces;
}
