/**
 * Before any test: the programs in `dist` are built where they are missing or older than the sources. A tree that does not
 * build fails the tests that start a program, and only those.
 */

import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { bunExecutable } from "../../scripts/build-native.ts";
import { BUILD_FAILED, WITHOUT_NATIVE } from "./programs.ts";

const ROOT = join(import.meta.dirname, "../..");

export function setup(): (() => void) | undefined {
  const { status, error } = spawnSync(bunExecutable(), [join(ROOT, "scripts/build.ts"), "--if-stale"], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
    // Bun keeps transpiled sources in the home folder unless it is told not to.
    env: { ...process.env, BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0" },
  });
  if (status !== 0) {
    process.env[BUILD_FAILED] = error?.message ?? "see the output above the tests";
    return undefined;
  }
  const other = copyWithoutNative();
  process.env[WITHOUT_NATIVE] = join(other, "dist");
  return () => rmSync(other, { recursive: true, force: true });
}

/** For every user, because some tests call it as another one. */
function copyWithoutNative(): string {
  const [built, other] = [join(ROOT, "dist"), mkdtempSync(join(tmpdir(), "symposium-without-native-"))];
  const left = ["native", "types"].map((name) => join(built, name));
  cpSync(built, join(other, "dist"), { recursive: true, filter: (source) => !left.includes(source) });
  chmodSync(other, 0o755);
  return other;
}
