import { answerLine, type Handlers } from "./handlers.ts";
import { readEvent } from "./read-event.ts";
import { readAll, writeAll } from "./stdio.ts";

/**
 * Makes a program of the handlers: reads the event on stdin, calls its handler, prints the answer and exits. The
 * exit code is 0, with or without an answer, and 1 with a message on stderr on failure. It does not wait for what is still
 * running after the answer (a timer, a connection), because the agent is waiting.
 */
export async function run(handlers: Handlers): Promise<void> {
  keepStdout();
  process.once("beforeExit", () => fail("the handler's promise was never settled"));
  try {
    const reading = readEvent(readAll());
    if (reading.problem !== undefined) return fail(reading.problem);
    writeAll(1, await answerLine(handlers, reading.event, reading.input));
  } catch (error) {
    return fail(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  process.exit(0);
}

/** Never 2, which would block. */
function fail(message: string): never {
  return endWith(1, message);
}

export function endWith(code: number, message: string): never {
  writeAll(2, `${message}\n`);
  process.exit(code);
}

/** A stray line on stdout would void the answer, so what handlers log goes to stderr. */
export function keepStdout(): void {
  for (const name of ["log", "info", "debug", "dir", "table"] as const) console[name] = console.error;
}
