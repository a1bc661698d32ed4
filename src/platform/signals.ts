/** Signals sent to our own program, and the handlers that must end because of them. */

const ENDING = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
/** What else would end us before we have answered. KILL, and what the engine needs for its own crashes, cannot be heard. */
const ALSO_ENDING = ["SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGVTALRM", "SIGPROF", "SIGXCPU", "SIGIO"] as const;
/** These would stop us, or end us for a write that a limit forbids: the call goes on, and the write fails. */
const HARMLESS = ["SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGXFSZ"] as const;

/** What must end before us. */
const running = new Set<() => Promise<unknown>>();
let listening: "no" | "until they end us" | "for ever" = "no";
let received: NodeJS.Signals | undefined;

/**
 * From here on no signal that can be heard ends our program: the running handler is ended, no other is started, and the call answers
 * (RT-38). Listening from the first instruction costs less than a tenth of a millisecond.
 */
export function outliveSignals(): void {
  listening = "for ever";
  for (const signal of [...ENDING, ...ALSO_ENDING]) listen(signal, note);
  for (const signal of HARMLESS) listen(signal, () => {});
}

/** The first signal that was to end us. */
export function receivedSignal(): NodeJS.Signals | undefined {
  return received;
}

/**
 * A handler in a session of its own does not hear the signals that end our program, and would go on without a deadline. Until the
 * function that this returns is called, such a signal ends the handler first, and then us, unless we outlive it. We go on listening
 * between handlers, because each change of a signal costs a call more than the handler's own bookkeeping.
 */
export function endWithUs(endHandler: () => Promise<unknown>): () => void {
  running.add(endHandler);
  if (listening === "no") {
    listening = "until they end us";
    for (const signal of ENDING) process.on(signal, endUs);
  }
  return () => void running.delete(endHandler);
}

/** Of a storm of signals the first one counts. */
function note(signal: NodeJS.Signals): void {
  if (received !== undefined) return;
  received = signal;
  for (const endHandler of running) void endHandler();
}

async function endUs(signal: NodeJS.Signals): Promise<void> {
  await Promise.all([...running].map((endHandler) => endHandler()));
  for (const each of ENDING) process.off(each, endUs);
  listening = "no";
  process.kill(process.pid, signal);
}

/** Windows has few of them. */
function listen(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): void {
  try {
    process.on(signal, listener);
  } catch {
    // This system does not have it.
  }
}
