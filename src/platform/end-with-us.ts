const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** What must end before us. */
const running = new Set<() => Promise<unknown>>();
let isListening = false;

/**
 * A handler in its own session does not get the signals that end our program, and would run on without a
 * deadline. Until the returned function is called, such a signal ends the handler first, and then us. We keep
 * listening between handlers, because changing a signal listener costs a call more than the handler's own bookkeeping.
 */
export function endWithUs(endHandler: () => Promise<unknown>): () => void {
  running.add(endHandler);
  if (!isListening) for (const signal of SIGNALS) process.on(signal, onSignal);
  isListening = true;
  return () => void running.delete(endHandler);
}

async function onSignal(signal: NodeJS.Signals): Promise<void> {
  await Promise.all([...running].map((endHandler) => endHandler()));
  for (const each of SIGNALS) process.off(each, onSignal);
  isListening = false;
  process.kill(process.pid, signal);
}
