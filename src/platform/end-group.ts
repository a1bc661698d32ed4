import type { OperatingSystem } from "../context.ts";
import type { StartedProcess } from "./started-process.ts";
import { within } from "./within.ts";

/** How often a group that was told to end is looked at. */
const LOOK_MS = 10;
/** A process that is stuck in the kernel does not get longer than this after KILL. */
const REAP_MS = 100;

/**
 * Ends a process with all it has started: TERM to the group, KILL to whoever of it is left after the grace. What counts
 * is whether it is still there, not that a signal was sent. Windows has no groups and no TERM: `killTree` does all.
 */
export async function endGroup(
  child: StartedProcess,
  graceMs: number,
  os: OperatingSystem,
  killTree: (pid: number) => Promise<void>,
): Promise<void> {
  if (os === "windows") {
    await killTree(child.pid);
  } else {
    const until = performance.now() + graceMs;
    signalGroup(child.pid, "SIGTERM");
    await within(graceMs, child.exited);
    while (signalGroup(child.pid, 0) && performance.now() < until) await pause(LOOK_MS);
    signalGroup(child.pid, "SIGKILL");
  }
  await within(REAP_MS, child.exited);
}

/** False when nobody of the group is left. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-leader, signal);
    return true;
  } catch {
    return false;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
