import { endWith } from "./run.ts";
import { readAll, writeAll } from "./stdio.ts";
import { exitCodeOf, type Subcommand } from "./subcommand.ts";

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
