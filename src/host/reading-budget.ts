/**
 * How much may be read of what a stranger wrote, in looks at files, bytes and time. Reading is synchronous, so the budget in force is that of the
 * innermost `withinBudget`: the functions of this folder that look at files spend it, and code that reads a workspace looks at files through them
 * alone. Where it is spent, they throw what `unlessSpent` handles: code between may have millions of questions left.
 */

export interface BudgetLimits {
  /** Of files and folders: one that is opened, listed or asked for its stamp. */
  readonly looks: number;
  readonly bytes: number;
  readonly milliseconds: number;
}

/** What a hook call reads of a workspace before it answers without it. */
export const IN_CALL: BudgetLimits = { looks: 100_000, bytes: 32 * 1024 * 1024, milliseconds: 2_000 };

/** The same for a command, for which a person waits, and for a refresh, for which no one does. */
export const IN_COMMAND: BudgetLimits = { looks: 5_000_000, bytes: 1024 * 1024 * 1024, milliseconds: 60_000 };

export interface Budget {
  looks: number;
  bytes: number;
  readonly until: number;
  readonly clock: () => number;
  /** The limit that was exceeded, for people. */
  spent?: string;
  /** What was read first: when it changes, reading may succeed. */
  readonly seen: Stamped[];
  readonly limits: BudgetLimits;
}

export function startBudget(limits: BudgetLimits, clock: () => number = () => performance.now()): Budget {
  const { looks, bytes, milliseconds } = limits;
  return { looks, bytes, until: clock() + milliseconds, clock, seen: [], limits };
}

class BudgetSpent extends Error {}

let current: Budget | undefined;
let known: Map<string, Map<string, unknown>> | undefined;

/** `read` is synchronous. Throws what `unlessSpent` handles. */
export function withinBudget<T>(budget: Budget | undefined, read: () => T): T {
  const around = [current, known] as const;
  [current, known] = [budget, budget === undefined ? undefined : new Map()];
  try {
    spendTime();
    const value = read();
    // Code that handles every error may have handled ours.
    if (budget?.spent !== undefined) throw new BudgetSpent(budget.spent);
    return value;
  } finally {
    [current, known] = around;
  }
}

/** The budget for what is read after a workspace. None where it is spent: the workspace was given up, and the rest belongs to the user. */
export function leftOf(budget: Budget): Budget | undefined {
  return budget.spent === undefined ? budget : undefined;
}

/** What `read` has read before a budget was spent does not count. */
export function unlessSpent<T>(read: () => T, otherwise: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!isBudgetSpent(error)) throw error;
    return otherwise();
  }
}

/** An answer. A map would be searched twice for one that it has as `undefined`, and a workspace asks thousands of questions. */
const UNDEFINED = Symbol("undefined");

/**
 * Within a budget each question about a file is asked once: every folder on a long way asks about all folders above it, and one that is missing for
 * a moment only must not count as both. `question` says what is asked of the path.
 */
export function askedOnce<T>(question: string, path: string, ask: (path: string) => T): T {
  if (known === undefined) return ask(path);
  let answers = known.get(question);
  if (answers === undefined) known.set(question, (answers = new Map()));
  const found = answers.get(path);
  if (found === undefined) {
    // What it looks at spends time.
    const answer = ask(path);
    answers.set(path, answer === undefined ? UNDEFINED : answer);
    return answer;
  }
  spendTime();
  return (found === UNDEFINED ? undefined : found) as T;
}

/** Called before each look at a file or folder. */
export function spendLook(): void {
  if (current === undefined) return;
  if (--current.looks < 0) end(current, `more than ${current.limits.looks} files and folders`);
  spendTime();
}

/** Of the slowest parser, TOML's. */
const MS_PER_MIB = 175;

/** Called before a text is parsed, which nothing can interrupt: it does not begin where the time left is too short for it. */
export function spendBytes(bytes: number): void {
  if (current === undefined) return;
  current.bytes -= bytes;
  if (current.bytes < 0) end(current, `more than ${Math.round(current.limits.bytes / 1024 / 1024)} MiB`);
  spendTime((bytes / 1024 / 1024) * MS_PER_MIB);
}

function spendTime(ahead = 0): void {
  if (current === undefined) return;
  if (current.spent !== undefined || current.clock() + ahead > current.until)
    end(current, `more than ${current.limits.milliseconds / 1000} s`);
}

function end(budget: Budget, limit: string): never {
  budget.spent ??= limit;
  throw new BudgetSpent(budget.spent);
}

/** Whether an error must reach `unlessSpent`. */
export function isBudgetSpent(error: unknown): boolean {
  return error instanceof BudgetSpent;
}

const MOST_SEEN = 500;

export function noteSeen(path: string, stamp: Stamp): void {
  if (current !== undefined && current.seen.length < MOST_SEEN) current.seen.push([path, stamp]);
}

/** Fingerprint of a file or folder: `seconds.microseconds:size:inode`, `-` when it is missing, or `?` and an error's code where that is unknown. */
export type Stamp = string;
export type Stamped = readonly [path: string, stamp: Stamp];
