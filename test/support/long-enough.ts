/**
 * Runs something that its deadline ends. A busy machine may not let it come far enough before that: then it runs again, with twice the time.
 * What never comes that far is given back as it is.
 */
export async function longEnough<Result>(
  deadlineMs: number,
  run: (deadlineMs: number) => Promise<Result>,
  cameFarEnough: (result: Result) => boolean,
): Promise<Result> {
  const result = await run(deadlineMs);
  return cameFarEnough(result) || deadlineMs >= LONGEST_MS ? result : longEnough(deadlineMs * 2, run, cameFarEnough);
}

const LONGEST_MS = 10_000;
