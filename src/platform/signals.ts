/** Signals sent to the hook program. State is kept here, so one module alone may use it: what is loaded later has a copy of its own. */

/** What would end us before we have answered. KILL, and what the engine needs for its own crashes, cannot be heard. */
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
/** These would stop us, or end us for a write that a limit forbids: the call goes on, and the write fails. */
const HARMLESS = ["SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGXFSZ"] as const;

/** What must end with the call. */
const running = new Set<() => Promise<unknown>>();
let received: NodeJS.Signals | undefined;

/**
 * From here on no signal that can be heard ends our program: the running handler is ended, no other is started, and the call answers
 * (RT-38). Listening from the first instruction costs less than a tenth of a millisecond.
 */
export function outliveSignals(): void {
  for (const signal of ENDING) listen(signal, note);
  for (const signal of HARMLESS) listen(signal, () => {});
}

/** The first signal that was to end us. */
export function receivedSignal(): NodeJS.Signals | undefined {
  return received;
}

/** Ends a handler when such a signal comes, or at once where it has come, until the function that this returns is called. */
export function endOnSignal(endHandler: () => Promise<unknown>): () => void {
  running.add(endHandler);
  if (received !== undefined) void endHandler();
  return () => void running.delete(endHandler);
}

/** Of a storm of signals the first one counts. */
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
