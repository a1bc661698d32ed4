/** Changes to a text: what is cut, and what is inserted there. Everything else stays, byte for byte, because it is never touched. */

export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly put: string;
}

export function cutOf(start: number, end: number): Splice {
  return { start, end, put: "" };
}

export function putAt(at: number, put: string): Splice {
  return { start: at, end: at, put };
}

/** `undefined` where two changes overlap: one of them is then wrong. */
export function spliced(text: string, splices: readonly Splice[]): string | undefined {
  let result = "";
  let from = 0;
  for (const { start, end, put } of splices.toSorted((left, right) => left.start - right.start)) {
    if (start < from || end < start || end > text.length) return undefined;
    result += text.slice(from, start) + put;
    from = end;
  }
  return result + text.slice(from);
}
