/**
 * How much a test run tries. `npm test` is quick, `.ci/run` takes samples, `all` tries what a change of many parts should, and
 * `npm run proof` tries everything: `SYMPOSIUM_TESTS=quick|sample|all|proof`. What is left out is the same in every run.
 */

const LEVELS = ["quick", "sample", "all", "proof"] as const;

export type Level = (typeof LEVELS)[number];

export const LEVEL: Level = levelOf(process.env["SYMPOSIUM_TESTS"] ?? "quick");

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

/**
 * Where the same cases are tried in several forms: every case in every form from a level on, below it in one form each, in turns. In a
 * quick run the second of two forms, mostly that of Node, has one turn in four.
 */
export function inTurns<Value>(
  cases: readonly Value[],
  form: string,
  forms: readonly string[],
  wholeFrom: Level = "all",
): readonly Value[] {
  if (isAtLeast(wholeFrom)) return cases;
  const turns = LEVEL === "quick" && forms.length === 2 ? [0, 1, 0, 0] : forms.map((_, at) => at);
  return cases.filter((_, at) => turns[at % turns.length] === forms.indexOf(form));
}

/** Every case from `sample` on; in a quick run one in so many, the first among them. */
export function fewer<Value>(cases: readonly Value[], oneIn = 5): readonly Value[] {
  return isAtLeast("sample") ? cases : cases.filter((_, at) => at % oneIn === 0);
}

/**
 * Where the same tests run in several forms: says for one test after the other whether this form runs it. From `sample` on every form
 * runs all; in a quick run the first does, and the others every fifth.
 */
export function turnsOf(form: string, forms: readonly string[]): () => boolean {
  let asked = 0;
  return () => isAtLeast("sample") || form === forms[0] || asked++ % 5 === 0;
}

/** What differs by level; a quick run takes what a sample does unless it has something of its own. */
type ByLevel<Value, Names extends Level> = Readonly<Record<Exclude<Names, "quick">, Value>> & { readonly quick?: Value };

/** Numbers from 1 to `count`: all in a proof, else at most `most`, from one end to the other. */
export function points(count: number, most: ByLevel<number, Exclude<Level, "proof">>): readonly number[] {
  const wanted = LEVEL === "proof" ? count : Math.min(count, most[LEVEL] ?? most.sample);
  return Array.from({ length: wanted }, (_, at) => (wanted === 1 ? 1 : 1 + Math.round((at * (count - 1)) / (wanted - 1))));
}

/** How often something random is tried, or what else differs. */
export function times<Value = number>(counts: ByLevel<Value, Level>): Value {
  return counts[LEVEL] ?? counts.sample;
}

function spread(key: string): number {
  let sum = 0;
  for (let at = 0; at < key.length; at++) sum = (Math.imul(sum, 31) + key.charCodeAt(at)) >>> 0;
  return sum;
}
