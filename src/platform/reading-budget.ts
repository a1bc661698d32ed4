/**
 * How much may be read of what a stranger wrote, in looks at files, bytes and time. Reading is synchronous, so the budget in force is that of the innermost
 * `withinBudget`: the functions of this folder that look at files spend it, and code that reads a workspace looks at files through them alone. Where
 * it is spent, every file is missing or unreadable. Whoever made the budget then discards what was read.
 */

import type { Stamped } from "./stamp.ts";

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
  /** What was looked at first: when it changes, reading may succeed. */
  readonly seen: Stamped[];
  readonly limits: BudgetLimits;
}

export function startBudget(limits: BudgetLimits, clock: () => number = () => performance.now()): Budget {
  const { looks, bytes, milliseconds } = limits;
  return { looks, bytes, until: clock() + milliseconds, clock, seen: [], limits };
}

let current: Budget | undefined;
let known: Map<string, unknown> | undefined;

/** `read` is synchronous. */
export function withinBudget<T>(budget: Budget | undefined, read: () => T): T {
  const around = [current, known] as const;
  [current, known] = [budget, budget === undefined ? undefined : new Map()];
  try {
    return read();
  } finally {
    [current, known] = around;
  }
}

/**
 * Within a budget each question about a file is asked once: every folder on a long way asks about all folders above it, and one that is missing for
 * a moment only must not count as both. `question` says what is asked of the path.
 */
export function askedOnce<T>(question: string, path: string, ask: () => T): T {
  if (known === undefined) return ask();
  const key = question + path;
  if (known.has(key)) {
    noteTime();
    return known.get(key) as T;
  }
  const answer = ask();
  known.set(key, answer);
  return answer;
}

/** Called before each look at a file or folder. False where the budget is spent: then nothing is looked at. */
export function mayLook(): boolean {
  if (current === undefined) return true;
  if (current.spent !== undefined) return false;
  const { limits } = current;
  if (--current.looks < 0) current.spent = `more than ${limits.looks} files and folders`;
  noteTime();
  return current.spent === undefined;
}

/** Asking for what is known takes time, too. */
function noteTime(): void {
  if (current === undefined || current.clock() <= current.until) return;
  current.spent ??= `more than ${current.limits.milliseconds / 1000} s`;
}

/** The same before a text is parsed. */
export function mayRead(bytes: number): boolean {
  if (current === undefined) return true;
  current.bytes -= bytes;
  if (current.bytes < 0) current.spent ??= `more than ${limitInMiB(current)} MiB`;
  return current.spent === undefined;
}

function limitInMiB({ limits }: Budget): number {
  return Math.round(limits.bytes / 1024 / 1024);
}

const MOST_SEEN = 500;

export function noteSeen(one: Stamped): void {
  if (current !== undefined && current.spent === undefined && current.seen.length < MOST_SEEN) current.seen.push(one);
}
