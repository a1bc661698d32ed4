/** How much memory a program needs at its peak. */

import { spawnSync } from "node:child_process";
import { existsSync, openSync, closeSync } from "node:fs";

import { type Run, type Sample, sampleOf } from "./measure.ts";

/**
 * Only a small parent can tell: what the system reports for a child begins with the size of the process that started it. GNU
 * time is such a parent.
 */
const TIME = "/usr/bin/time";

/** KiB, or `undefined` where there is no GNU time. */
export function measureMemory({ command, cwd, env, payload }: Run, runs: number): Sample | undefined {
  if (!existsSync(TIME)) return undefined;
  const sizes = Array.from({ length: runs }, () => {
    const stdin = openSync(payload.file, "r");
    const { stderr } = spawnSync(TIME, ["-f", "%M", ...command], { cwd, env, stdio: [stdin, "ignore", "pipe"], encoding: "utf8" });
    closeSync(stdin);
    return Number(stderr.trim().split("\n").at(-1));
  });
  return sizes.some(Number.isNaN) ? undefined : sampleOf(sizes);
}
