/**
 * The seed of everything that tests choose at random. Below `proof` it is the same in every run, so that chance does not decide whether a change
 * lands; a proof takes a new one. `SYMPOSIUM_TEST_SEED=<whole number>` repeats a run, or tries another seed at any level.
 */

import { isAtLeast } from "./thoroughness.ts";

const USUAL = 20_261_117;

export const SEED: number = seedOf(process.env["SYMPOSIUM_TEST_SEED"]);

function seedOf(text: string | undefined): number {
  if (text === undefined || text === "") return isAtLeast("proof") ? Math.floor(Math.random() * 2 ** 31) : USUAL;
  const seed = Number(text);
  if (!Number.isInteger(seed)) throw new Error(`SYMPOSIUM_TEST_SEED=${text}: say a whole number`);
  return seed;
}

/** Numbers from 0 to 1 that follow from the seed. */
export function generator(seed = SEED): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}
