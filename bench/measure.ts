/** How long programs take that are started in turns. */

import type { Run, Starter } from "./starter.ts";

export interface Sample {
  readonly min: number;
  readonly median: number;
  readonly runs: number;
}

/**
 * Every program once a round, each round in another order: what disturbs the machine then disturbs all alike, and no one
 * always runs behind the same neighbour.
 */
export async function measure(
  programs: Readonly<Record<string, Run>>,
  rounds: number,
  starter: Starter,
  onRound: (round: number) => void,
): Promise<Record<string, Sample>> {
  const all = Object.entries(programs).map(([name, run]) => ({ name, run, times: [] as number[] }));
  for (let round = 1; round <= rounds; round++) {
    for (const { name, run, times } of shuffled(all)) {
      const { ms, exitCode } = await starter.start(run);
      if (exitCode !== 0) throw new Error(`${name} ended with exit code ${exitCode}`);
      times.push(ms);
    }
    onRound(round);
  }
  return Object.fromEntries(all.map(({ name, times }) => [name, sampleOf(times)]));
}

export function sampleOf(values: readonly number[]): Sample {
  const sorted = values.toSorted((left, right) => left - right);
  return { min: sorted[0] ?? Number.NaN, median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, runs: sorted.length };
}

function shuffled<T>(items: readonly T[]): T[] {
  const keyed = items.map((item) => [Math.random(), item] as const);
  return keyed.sort(([left], [right]) => left - right).map(([, item]) => item);
}
