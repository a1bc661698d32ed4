/** A folder in memory for the homes of tests: on a disk, creating and removing folders can take a hundred times as long. */

import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MEMORY = "/dev/shm";

/** What tests that run at once can need. Containers often have 64 MB here. */
const ROOM = 4 * 1024 ** 3;

/** A run that was killed leaves its folder behind. No run lets an hour pass without a new home. */
const ABANDONED_MS = 3_600_000;

/** Creates a folder in memory, which every user may use as the system's own, where there is room and programs can run. */
export function createMemoryFolder(memory = MEMORY): string | undefined {
  let folder: string | undefined;
  try {
    for (const name of readdirSync(memory)) removeAbandoned(memory, name);
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < ROOM) return undefined;
    folder = mkdtempSync(join(memory, `symposium-tests-${process.pid}-`));
    const program = join(folder, "program");
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
    execFileSync(program);
    chmodSync(folder, 0o1777);
    return folder;
  } catch {
    if (folder !== undefined) rmSync(folder, { recursive: true });
    return undefined;
  }
}

function removeAbandoned(memory: string, name: string): void {
  const [, pid] = /^symposium-tests-(\d+)-/.exec(name) ?? [];
  const stat = pid === undefined ? undefined : statSync(join(memory, name), { throwIfNoEntry: false });
  if (stat === undefined || stat.uid !== process.getuid?.() || Date.now() - stat.mtimeMs < ABANDONED_MS) return;
  try {
    process.kill(Number(pid), 0);
  } catch {
    rmSync(join(memory, name), { recursive: true, force: true });
  }
}
