/** Why a text is no atom or no predicate. */

export interface Flaw {
  readonly problem: string;
  /** What to write instead. */
  readonly hint?: string;
  /** Where in the text it is seen, from 0. */
  readonly offset: number;
  /** The item of a list that has it, from 0. */
  readonly index?: number;
}

export function isFlaw(read: object): read is Flaw {
  return "problem" in read;
}
