/** Takes a lock many times, and prints a line for each time that another living process was inside as well. Told to, it kills itself while it holds it. */

import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";

import { withLock } from "../../src/host/lock.ts";
import { isAlive, processOnLinux } from "../../src/host/processes.ts";

const [directory = "", inside = "", rounds = "", dies = ""] = process.argv.slice(2);

for (let round = 0; round < Number(rounds); round++) {
  const { held } = withLock(directory, { now: Date.now, wait: 60_000 }, enter);
  if (!held) console.log("did not get the lock");
}

if (dies === "dies") withLock(directory, { now: Date.now, wait: 60_000 }, () => (enter(), process.kill(process.pid, "SIGKILL")));

function enter(): void {
  try {
    const descriptor = openSync(inside, "wx");
    writeSync(descriptor, String(process.pid));
    closeSync(descriptor);
  } catch {
    const other = Number(readFileSync(inside, "utf8"));
    if (!hasEnded(other)) console.log(`${other} is inside too`);
    rmSync(inside);
    return enter();
  }
  if (dies === "dies" && Math.random() < 0.05) process.kill(process.pid, "SIGKILL");
  rmSync(inside);
}

/** One that was killed may wait for its parent. */
function hasEnded(pid: number): boolean {
  try {
    return !isAlive(pid) || processOnLinux(pid).state === "Z";
  } catch {
    return true;
  }
}
