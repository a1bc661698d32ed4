/** Why a text is not a valid atom or predicate. */

export interface Flaw {
  readonly problem: string;
  /** What to write instead. */
  readonly hint?: string;
  /** Its position in the text, from 0. */
  readonly offset: number;
  /** The index of the item of a list that has it. */
  readonly index?: number;
}

export function isFlaw(read: object): read is Flaw {
  return "problem" in read;
}
