const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/**
 * A handler in a session of its own does not hear the signals that end our programme, and would go on without a
 * deadline. Until the function that this returns is called, such a signal ends the handler first, and then us.
 */
export function endWithUs(endHandler: () => Promise<unknown>): () => void {
  const stop = () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
  const onSignal = async (signal: NodeJS.Signals) => {
    await endHandler();
    stop();
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return stop;
}
