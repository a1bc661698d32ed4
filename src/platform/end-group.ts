import type { OperatingSystem } from "../context.ts";
import type { StartedProcess } from "./started-process.ts";
import { within } from "./within.ts";

/** How often an ending group is checked. */
const LOOK_MS = 10;
/** A process that is stuck in the kernel does not get longer than this after KILL. */
const REAP_MS = 100;

/**
 * Ends a process with all its children: TERM to the group, KILL to those left after the grace period. What counts
 * is whether it has ended, not that a signal was sent. Windows has no groups and no TERM: `killTree` does all, and where it fails the process
 * itself is ended.
 */
export async function endGroup(
  child: StartedProcess,
  graceMs: number,
  os: OperatingSystem,
  killTree: (pid: number) => Promise<void>,
): Promise<void> {
  if (os === "windows") {
    await killTree(child.pid);
    if ((await within(REAP_MS, child.exited)) === undefined) signal(child.pid, "SIGKILL");
  } else {
    const until = performance.now() + graceMs;
    signal(-child.pid, "SIGTERM");
    await within(graceMs, child.exited);
    while (signal(-child.pid, 0) && performance.now() < until) await pause(LOOK_MS);
    signal(-child.pid, "SIGKILL");
  }
  await within(REAP_MS, child.exited);
}

/** To a process, or by the negative number of its leader to a group. False when no process is left. */
function signal(whom: number, which: NodeJS.Signals | 0): boolean {
  try {
    process.kill(whom, which);
    return true;
  } catch {
    return false;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
