/**
 * Before any test: the programmes in `dist` are built where they are missing or older than the sources. A tree that does not
 * build fails the tests that start a programme, and only those.
 */

import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { bunExecutable } from "../../scripts/build-native.ts";
import { BUILD_FAILED } from "./programmes.ts";

const ROOT = join(import.meta.dirname, "../..");

export function setup(): void {
  const { status, error } = spawnSync(bunExecutable(), [join(ROOT, "scripts/build.ts"), "--if-stale"], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
    // Bun keeps transpiled sources in the home folder unless it is told not to.
    env: { ...process.env, BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0" },
  });
  if (status !== 0) process.env[BUILD_FAILED] = error?.message ?? "see the output above the tests";
}
