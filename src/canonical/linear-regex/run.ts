/**
 * Regular expressions for text from plugins: RE2's syntax and meaning, in time linear in the text whatever the pattern.
 * `parse.ts` turns a pattern into steps; this follows all paths through them at once, one character at a time.
 */

import type { CharacterTest } from "./characters.ts";

/** The character before the first and after the last. */
export const NONE = -1;

/** Reads the characters on both sides of a position. */
export type PositionTest = (before: number, after: number) => boolean;

/** After a step comes the next one; after the last one the pattern has matched. */
export type Step =
  | { readonly kind: "set"; readonly test: CharacterTest }
  | { readonly kind: "position"; readonly test: PositionTest }
  /** Distances count from the step itself, so that a range of steps can be copied and moved. */
  | { readonly kind: "jump"; readonly by: number }
  /** Continues in both places. */
  | { readonly kind: "fork"; readonly by: number };

export interface Pattern {
  readonly steps: readonly Step[];
  /** Read `-` in the text as `_`; the steps are made for that. */
  readonly foldDashes: boolean;
}

export const atStart: PositionTest = (before) => before === NONE;

/** Whether the pattern matches anywhere in the text. */
export function matches({ steps, foldDashes }: Pattern, given: string): boolean {
  const text = foldDashes ? given.replaceAll("-", "_") : given;
  const first = steps[0];
  const onlyAtStart = first?.kind === "position" && first.test === atStart;
  let at = 0;
  let before = NONE;
  // Where each step was last reached: following a step once per character keeps the time linear.
  const reached = new Array<number>(steps.length).fill(NONE);
  let pending = [0];
  let next: number[] = [];
  while (at <= text.length) {
    const after = text.codePointAt(at) ?? NONE;
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      const step = steps[index];
      if (step === undefined) return true;
      if (reached[index] === at) continue;
      reached[index] = at;
      if (step.kind === "set") {
        if (after !== NONE && step.test(after)) next.push(index + 1);
      } else if (step.kind === "position") {
        if (step.test(before, after)) pending.push(index + 1);
      } else {
        pending.push(index + step.by);
        if (step.kind === "fork") pending.push(index + 1);
      }
    }
    if (onlyAtStart && next.length === 0) return false;
    if (!onlyAtStart) next.push(0);
    at += after > 0xffff ? 2 : 1;
    before = after;
    const emptied = pending;
    pending = next;
    next = emptied;
  }
  return false;
}
