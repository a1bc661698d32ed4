/** Cutting text in and out. */

export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with all splices carried out. They must not overlap; of two at the same place the earlier comes first. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  let result = "";
  let done = 0;
  for (const { start, end, text: put } of splices.toSorted((left, right) => left.start - right.start)) {
    if (start < done) throw new Error("splices overlap");
    result += text.slice(done, start) + put;
    done = end;
  }
  return result + text.slice(done);
}
