/** A bound on the processes of a run, for an agent or a hook that starts ever more of them. Called inside the process namespace. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { release } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

/** The busiest runs have about thirty. */
const MOST_PROCESSES = 200;

/** What the kernel gives out at most, threads counted: what a loop can start before the next look. */
const MOST_IDS = 2048;

const BETWEEN_LOOKS = 100;

/**
 * Calls `exceeded` once there are too many. Leaving the namespace is the caller's part, and ends all of them. With few ids each is soon used again,
 * which breaks records of processes by id.
 */
export function boundProcesses(exceeded: () => void, fewIds = true): void {
  if (fewIds && hasOwnLimit(release())) limitIds();
  const looking = setInterval(() => {
    if (countProcesses() <= MOST_PROCESSES) return;
    clearInterval(looking);
    exceeded();
  }, BETWEEN_LOOKS);
}

/** Waits until nothing runs here but the caller, which is the first process of the namespace, or the seconds are over. */
export async function othersEnded(seconds: number): Promise<void> {
  for (const until = Date.now() + seconds * 1000; Date.now() < until && someoneRuns();) await pause(BETWEEN_LOOKS);
}

/** Before Linux 6.14 this setting belongs to the whole machine, and is not ours to change. */
export function hasOwnLimit(kernel: string): boolean {
  const [major = 0, minor = 0] = kernel.split(".").map((part) => Number.parseInt(part, 10));
  return major > 6 || (major === 6 && minor >= 14);
}

function limitIds(): void {
  try {
    writeFileSync("/proc/sys/kernel/pid_max", String(MOST_IDS));
  } catch {
    // Not allowed here; the count still holds.
  }
}

function countProcesses(): number {
  return processes().length;
}

function someoneRuns(): boolean {
  return processes().some((id) => id !== String(process.pid) && !hasEnded(id));
}

function processes(): string[] {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
}

/** One that no one has asked for its exit code is still listed. */
function hasEnded(id: string): boolean {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${id}/stat`, "latin1"));
  } catch {
    return true;
  }
}
