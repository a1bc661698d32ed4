/** Ends detached processes of hook calls, before the files they work on are removed (RG-24). */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { holderOf } from "../host/lock.ts";
import { namesIn } from "../host/paths.ts";
import type { Places } from "../host/places.ts";
import { isAlive } from "../host/processes.ts";

/** A process that is nearly done may end by itself; one that is signalled first ends the programs it has started. */
const PATIENCE_MS = 2_000;
const GRACE_MS = 5_000;
const STEP_MS = 50;

/** Each process holds a lock with its number in it. Skips those that have ended, or that are not ours. */
export async function endBackground({ locks }: Pick<Places, "locks">, patienceMs = PATIENCE_MS): Promise<void> {
  const pids = namesIn(locks).flatMap((name) => (/^refresh-[0-9a-f]{12}$/.test(name) ? (holderOf(join(locks, name), Date.now) ?? []) : []));
  const ours = pids.filter((pid) => pid > 1 && pid !== process.pid && isRefresh(pid));
  await Promise.all(ours.map((pid) => end(pid, patienceMs)));
}

async function end(pid: number, patienceMs: number): Promise<void> {
  if (await isGone(pid, patienceMs)) return;
  signal(pid, "SIGTERM");
  if (await isGone(pid, GRACE_MS)) return;
  signal(-pid, "SIGKILL");
  await isGone(pid, GRACE_MS);
}

async function isGone(pid: number, ms: number): Promise<boolean> {
  for (let waited = 0; waited <= ms; waited += STEP_MS) {
    if (!isAlive(pid) || !isRefresh(pid)) return true;
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  return false;
}

/** The number of an ended process may belong to any other. */
function isRefresh(pid: number): boolean {
  return commandLine(pid).some((word) => word === "--refresh");
}

function commandLine(pid: number): readonly string[] {
  if (process.platform === "linux") {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    } catch {
      return [];
    }
  }
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const question = `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`;
  const [file, ...args] =
    process.platform === "win32"
      ? (["powershell.exe", "-NoProfile", "-NonInteractive", "-Command", question] as const)
      : (["/bin/ps", "-o", "args=", "-p", String(pid)] as const);
  return (spawnSync(file, args, { encoding: "utf8", timeout: 10_000 }).stdout ?? "").split(/\s+/);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has just ended, or has no group of its own.
  }
}
