/** Signals sent to the hook program. State is kept here, so only one module may use it: a module loaded later has its own copy. */

import { attempt } from "../errors.ts";

/** Signals that end a program, as agents, terminals and users send them. KILL, and those the engine needs for its own crashes, cannot be caught. */
const USUAL = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"] as const;

/** Signals that would end us too, and that a handler may send its parent. */
const UNUSUAL = ["SIGUSR1", "SIGUSR2", "SIGALRM", "SIGVTALRM", "SIGPROF", "SIGXCPU", "SIGIO"] as const;

/** Would end us for a forbidden write: the call continues, and the write fails. */
const FORBIDDEN_WRITE = "SIGXFSZ";

const STOPPING = ["SIGTSTP", "SIGTTIN", "SIGTTOU"] as const;

const running = new Set<() => Promise<unknown>>();
let received: NodeJS.Signals | undefined;

/**
 * From here on none of the usual signals ends our program: the running handler is ended, no other is started, and the call answers
 * (RT-38). Every signal costs each call under Node 50 microseconds.
 */
export function outliveSignals(): void {
  for (const signal of USUAL) listen(signal, note);
  listen(FORBIDDEN_WRITE, () => {});
}

/** Catches the other signals that can be caught, before the first handler starts. */
export function outliveHandlers(): void {
  if (areOutlived) return;
  areOutlived = true;
  for (const signal of UNUSUAL) listen(signal, note);
  for (const signal of STOPPING) listen(signal, () => {});
}

let areOutlived = false;

export function receivedSignal(): NodeJS.Signals | undefined {
  return received;
}

/** Ends a handler when such a signal arrives, or at once where it has arrived, until the returned function is called. */
export function endOnSignal(endHandler: () => Promise<unknown>): () => void {
  running.add(endHandler);
  if (received !== undefined) void endHandler();
  return () => void running.delete(endHandler);
}

/** Of many signals the first one counts. */
function note(signal: NodeJS.Signals): void {
  if (received !== undefined) return;
  received = signal;
  for (const endHandler of running) void endHandler();
}

/** Windows has few of them, and refuses the others. */
function listen(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): void {
  attempt(() => process.on(signal, listener));
}
