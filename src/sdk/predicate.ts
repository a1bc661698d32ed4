/** For authors of predicates: programs that decide where a plugin applies. Symposium stores the answer until something it watches changes. */

import { endWith, keepStdout, writeAll } from "./stdio.ts";

export interface PredicateInput {
  /** The text in the parentheses, `flake` of `uses_nix(flake)`: the last of `args`, or empty. */
  readonly argument: string;
  /** The manifest's `args`, then the text in the parentheses where there is any. */
  readonly args: readonly string[];
  /** The workspace. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** When Symposium asks again. Without any of these the answer lasts until the manifest's command changes. */
export interface PredicateWatch {
  /** Created, changed or removed; relative to the workspace, or absolute. */
  readonly files?: readonly string[];
  /** Names of environment variables. */
  readonly variables?: readonly string[];
  /** Milliseconds; 0 means every time. */
  readonly time?: number;
}

export interface PredicateAnswer {
  readonly holds: boolean;
  readonly watch?: PredicateWatch;
}

/** A boolean alone watches nothing. */
export type Predicate = (input: PredicateInput) => boolean | PredicateAnswer | Promise<boolean | PredicateAnswer>;

/** What the program prints and exits with. Throws what the predicate throws. */
async function predicateOutput(predicate: Predicate, input: PredicateInput): Promise<{ readonly stdout: string; readonly code: 0 | 1 }> {
  const { holds, watch } = checked(await predicate(input));
  const { files = [], variables = [], time } = watch ?? {};
  const times = time === undefined ? [] : [{ watchTime: time }];
  const lines = [...files.map((watchFile) => ({ watchFile })), ...variables.map((watchEnv) => ({ watchEnv })), ...times];
  return { stdout: lines.map((line) => `${JSON.stringify(line)}\n`).join(""), code: holds ? 0 : 1 };
}

/** Symposium skips lines it cannot read, so a mistake would be silent. */
function checked(answer: unknown): PredicateAnswer {
  if (typeof answer === "boolean") return { holds: answer };
  const { holds, watch = {} } = (answer ?? {}) as Partial<PredicateAnswer>;
  if (typeof holds !== "boolean")
    throw new TypeError(`the predicate returned ${JSON.stringify(answer)}: return a boolean, or { holds, watch }`);
  const { files = [], variables = [], time = 0 } = watch;
  const wrong = [...files, ...variables].find((name: unknown) => typeof name !== "string" || name === "" || name.includes("\0"));
  if (wrong !== undefined) throw new TypeError(`watch has ${JSON.stringify(wrong)}: write names of files and variables`);
  if (!Number.isFinite(time) || time < 0) throw new TypeError(`watch.time is ${time}: write milliseconds, 0 or more`);
  return { holds, watch };
}

/**
 * Makes a program of the predicate: calls it, prints what to watch, and exits with code 0 for true and 1 for false. After an error it exits with
 * 126, which Symposium reports and does not store.
 */
export async function runPredicate(predicate: Predicate): Promise<void> {
  keepStdout();
  process.once("beforeExit", () => endWith(FAILED, "the predicate's promise was never settled"));
  const args = process.argv.slice(2);
  try {
    const { stdout, code } = await predicateOutput(predicate, { argument: args.at(-1) ?? "", args, cwd: process.cwd(), env: process.env });
    writeAll(1, stdout);
    process.exit(code);
  } catch (error) {
    // Symposium shows the last line.
    const stack = error instanceof Error ? `${error.stack}\n` : "";
    return endWith(FAILED, `${stack}${String(error)}`);
  }
}

const FAILED = 126;

export type PredicateTest = Partial<PredicateInput>;

/** The answer as Symposium reads it. Rejects with what the predicate throws. */
export async function predicateAnswer(
  predicate: Predicate,
  { argument = "", args = [], cwd = process.cwd(), env = {} }: PredicateTest = {},
): Promise<{ readonly holds: boolean; readonly watch: PredicateWatch }> {
  const all = argument === "" ? args : [...args, argument];
  const { stdout, code } = await predicateOutput(predicate, { argument: all.at(-1) ?? "", args: all, cwd, env });
  const lines = stdout.split("\n").slice(0, -1);
  const watched = lines.map((line) => JSON.parse(line) as { watchFile?: string; watchEnv?: string; watchTime?: number });
  const files = watched.flatMap(({ watchFile }) => watchFile ?? []);
  const variables = watched.flatMap(({ watchEnv }) => watchEnv ?? []);
  const time = watched.find(({ watchTime }) => watchTime !== undefined)?.watchTime;
  const watch = {
    ...(files.length === 0 ? {} : { files }),
    ...(variables.length === 0 ? {} : { variables }),
    ...(time === undefined ? {} : { time }),
  };
  return { holds: code === 0, watch };
}
