/** For tests of predicates and subcommands, in process. They get the input of the test alone: no variables and no stdin unless it has some. */

import { type Predicate, type PredicateInput, predicateOutput, type PredicateWatch } from "./predicate.ts";
import { exitCodeOf, type Subcommand, type SubcommandInput } from "./subcommand.ts";

export interface PredicateTest extends Partial<Omit<PredicateInput, "argument">> {
  /** The text in the parentheses. */
  readonly argument?: string;
}

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

export interface SubcommandTest extends Partial<Pick<SubcommandInput, "args" | "cwd" | "env">> {
  readonly stdin?: string;
}

export interface SubcommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the program would print and exit with. Rejects with what the subcommand throws. */
export async function subcommandResult(
  command: Subcommand,
  { args = [], cwd = process.cwd(), env = {}, stdin = "" }: SubcommandTest = {},
): Promise<SubcommandResult> {
  let [stdout, stderr] = ["", ""];
  const code = await exitCodeOf(command, {
    args,
    cwd,
    env,
    readStdin: () => stdin,
    print: (line) => void (stdout += `${line}\n`),
    warn: (line) => void (stderr += `${line}\n`),
  });
  return { code, stdout, stderr };
}
