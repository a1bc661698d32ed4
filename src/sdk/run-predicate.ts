import { type Predicate, predicateOutput } from "./predicate.ts";
import { endWith, keepStdout } from "./run.ts";
import { writeAll } from "./stdio.ts";

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
