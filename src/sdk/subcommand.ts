/** For authors of subcommands: programs that people and agents call as `symposium <name>`. */

import { endWith, readAll, writeAll } from "./stdio.ts";

export interface SubcommandInput {
  /** The manifest's `args`, then what was typed after the name. */
  readonly args: readonly string[];
  /** The caller's folder. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Everything on stdin; waits for its end. */
  readonly readStdin: () => string;
  /** Writes a line to stdout. */
  readonly print: (line: string) => void;
  /** Writes a line to stderr. */
  readonly warn: (line: string) => void;
}

/** Returns the exit code; nothing means 0. */
export type Subcommand = (input: SubcommandInput) => ExitCode | Promise<ExitCode>;

type ExitCode = number | undefined | void;

/** Throws what the command throws. */
async function exitCodeOf(command: Subcommand, input: SubcommandInput): Promise<number> {
  const code: unknown = (await command(input)) ?? 0;
  if (typeof code === "number" && Number.isInteger(code) && code >= 0 && code <= 255) return code;
  throw new TypeError(`the subcommand returned ${JSON.stringify(code)}: return an exit code from 0 to 255, or nothing`);
}

/**
 * Makes a program of the subcommand: calls it and exits with its code, or with 1 and a message on stderr after an error. The program ends when
 * nothing is left to do, so a server or a timer keeps it running.
 */
export async function runSubcommand(command: Subcommand): Promise<void> {
  const unsettled = () => endWith(1, "the subcommand's promise was never settled");
  process.once("beforeExit", unsettled);
  const writeLine = (fd: number) => (line: string) => writeToReader(fd, `${line}\n`);
  try {
    process.exitCode = await exitCodeOf(command, {
      args: process.argv.slice(2),
      cwd: process.cwd(),
      env: process.env,
      readStdin: readAll,
      print: writeLine(1),
      warn: writeLine(2),
    });
  } catch (error) {
    return endWith(1, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  process.off("beforeExit", unsettled);
}

/** `symposium <name> | head` closes the pipe early; programs then end with SIGPIPE's code. */
function writeToReader(fd: number, text: string): void {
  try {
    writeAll(fd, text);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== "EPIPE") throw error;
    process.exit(141);
  }
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
