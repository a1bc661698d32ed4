/** Where a build goes: made in a folder of its own, then moved file by file, so that programs in `dist` are whole at any moment. */

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const SOURCES = [
  "src",
  "package.json",
  "tsconfig.json",
  "tsconfig.build.json",
  "scripts/build.ts",
  "scripts/native",
  "scripts/build-notices.ts",
  "scripts/build-sbom.ts",
  "scripts/licences",
  "scripts/build-chunks.ts",
  "scripts/plain-exports.ts",
  "scripts/platforms.ts",
  "scripts/when-called.ts",
  "scripts/zig.ts",
];

/** Changes whenever anything that goes into a build does. */
export function fingerprint(root: string): string {
  const hash = createHash("sha256");
  for (const path of SOURCES.flatMap((source) => filesIn(join(root, source)))) {
    hash.update(relative(root, path)).update("\0").update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}

/** Two test runs may find `dist` stale at once; the second waits, and finds it fresh. */
export async function withBuildLock(root: string, act: (scratch: string) => Promise<void>): Promise<void> {
  const lock = join(root, "node_modules/.cache/symposium-build");
  mkdirSync(dirname(lock), { recursive: true });
  while (!taken(lock)) await pause(100);
  try {
    await act(lock);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Moves what was built over what is there: parts before the files that load them, then away with what no longer belongs. */
export function publish(from: string, to: string): void {
  const built = filesIn(from).map((path) => relative(from, path));
  const isPart = (path: string) => /^(?:chunks|library)\b/.test(path) || basename(path).startsWith("hook-");
  for (const path of [...built.filter(isPart), ...built.filter((path) => !isPart(path))]) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    renameSync(join(from, path), join(to, path));
  }
  const belongs = new Set(built);
  for (const path of filesIn(to)) if (!belongs.has(relative(to, path))) rmSync(path);
}

const LONGEST_BUILD_MS = 120_000;

function taken(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    // A folder that may not be written to is not a lock that someone else has.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > LONGEST_BUILD_MS) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}
