/** Signals sent to the hook program. State is kept here, so only one module may use it: a module loaded later has its own copy. */

/** Signals that would end us before we answer. KILL, and those the engine needs for its own crashes, cannot be caught. */
const ENDING = [
  "SIGTERM",
  "SIGINT",
  "SIGHUP",
  "SIGQUIT",
  "SIGUSR1",
  "SIGUSR2",
  "SIGALRM",
  "SIGVTALRM",
  "SIGPROF",
  "SIGXCPU",
  "SIGIO",
] as const;
/** These would stop us, or end us for a forbidden write: the call continues, and the write fails. */
const HARMLESS = ["SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGXFSZ"] as const;

/** What must end with the call. */
const running = new Set<() => Promise<unknown>>();
let received: NodeJS.Signals | undefined;

/**
 * From here on no signal that can be caught ends our program: the running handler is ended, no other is started, and the call answers
 * (RT-38). Listening from the first instruction costs less than a tenth of a millisecond.
 */
export function outliveSignals(): void {
  for (const signal of ENDING) listen(signal, note);
  for (const signal of HARMLESS) listen(signal, () => {});
}

/** The first signal that should have ended us. */
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

/** Windows has few of them. */
function listen(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): void {
  try {
    process.on(signal, listener);
  } catch {
    // This system does not have it.
  }
}
