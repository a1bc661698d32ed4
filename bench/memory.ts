/** How much memory a program needs at its peak. */

import { spawnSync } from "node:child_process";
import { closeSync, copyFileSync, existsSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { basename, join } from "node:path";

import { type Sample, sampleOf } from "./measure.ts";
import type { Run } from "./starter.ts";

/**
 * Only a small parent can tell: what the system reports for a child begins with the size of the process that started it. GNU
 * time is such a parent.
 */
const TIME = "/usr/bin/time";

/**
 * A file system in memory. On a disk the pages of a file are cached in pieces of any size, and a process is charged for whole pieces: of two copies
 * of one program one takes 2 MiB more than the other.
 */
const IN_MEMORY = "/dev/shm";

/** KiB, or `undefined` where there is no GNU time. */
export function measureMemory({ command: [program, ...args], cwd, env, payload }: Run, runs: number): Sample | undefined {
  if (!existsSync(TIME)) return undefined;
  const folder = existsSync(IN_MEMORY) ? mkdtempSync(join(IN_MEMORY, "symposium-bench-")) : undefined;
  try {
    const measured = folder === undefined ? program : copied(program, folder);
    const sizes = Array.from({ length: runs }, () => {
      const stdin = openSync(payload, "r");
      const { stderr } = spawnSync(TIME, ["-f", "%M", measured, ...args], { cwd, env, stdio: [stdin, "ignore", "pipe"], encoding: "utf8" });
      closeSync(stdin);
      return Number(stderr.trim().split("\n").at(-1));
    });
    return sizes.some(Number.isNaN) ? undefined : sampleOf(sizes);
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true });
  }
}

function copied(program: string, folder: string): string {
  const copy = join(folder, basename(program));
  copyFileSync(program, copy);
  return copy;
}
