/**
 * How much a test run tries. `npm test` and `.ci/run` take samples, `all` tries what a change of many parts should, and
 * `npm run proof` tries everything: `SYMPOSIUM_TESTS=sample|all|proof`. Samples are the same in every run.
 */

const LEVELS = ["sample", "all", "proof"] as const;

export type Level = (typeof LEVELS)[number];

export const LEVEL: Level = levelOf(process.env["SYMPOSIUM_TESTS"] ?? "sample");

function levelOf(text: string): Level {
  const level = LEVELS.find((one) => one === text);
  if (level === undefined) throw new Error(`SYMPOSIUM_TESTS=${text}: say ${LEVELS.join(", ")}`);
  return level;
}

export function isAtLeast(level: Level): boolean {
  return LEVELS.indexOf(LEVEL) >= LEVELS.indexOf(level);
}

/** Every case from a level on; below it one case of each key, not always the first of its kind. */
export function sampled<Value>(cases: readonly Value[], keyOf: (value: Value) => string, wholeFrom: Level = "all"): readonly Value[] {
  if (isAtLeast(wholeFrom)) return cases;
  const groups = new Map<string, Value[]>();
  for (const value of cases) {
    const group = groups.get(keyOf(value));
    if (group === undefined) groups.set(keyOf(value), [value]);
    else group.push(value);
  }
  return [...groups].flatMap(([key, group]) => group.slice(spread(key) % group.length).slice(0, 1));
}

/** Where the same cases are tried in several forms: every case in every form from a level on, below it in one form each, in turns. */
export function inTurns<Value>(
  cases: readonly Value[],
  form: string,
  forms: readonly string[],
  wholeFrom: Level = "all",
): readonly Value[] {
  return isAtLeast(wholeFrom) ? cases : cases.filter((_, at) => at % forms.length === forms.indexOf(form));
}

/** Numbers from 1 to `count`: all in a proof, else at most `most`, from one end to the other. */
export function points(count: number, most: Readonly<Record<Exclude<Level, "proof">, number>>): readonly number[] {
  const wanted = LEVEL === "proof" ? count : Math.min(count, most[LEVEL]);
  return Array.from({ length: wanted }, (_, at) => (wanted === 1 ? 1 : 1 + Math.round((at * (count - 1)) / (wanted - 1))));
}

/** How often something random is tried, or what else differs. */
export function times<Value = number>(counts: Readonly<Record<Level, Value>>): Value {
  return counts[LEVEL];
}

function spread(key: string): number {
  let sum = 0;
  for (let at = 0; at < key.length; at++) sum = (Math.imul(sum, 31) + key.charCodeAt(at)) >>> 0;
  return sum;
}
