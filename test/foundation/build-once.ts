/**
 * Before any test: the programs in `dist` are built where they are missing or older than the sources. A tree that does not
 * build fails the tests that start a program, and only those.
 */

import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemoryFolder } from "../../scripts/memory-folder.ts";
import { TYPESCRIPT } from "../../scripts/run-typescript.ts";
import { BUILD_FAILED, BUILT_IN, WITHOUT_NATIVE } from "./programs.ts";

const ROOT = join(import.meta.dirname, "../..");

export function setup(): (() => void) | undefined {
  // Vitest calls it for each of its projects.
  if (process.env[BUILD_FAILED] !== undefined || process.env[WITHOUT_NATIVE] !== undefined) return undefined;
  const { status, error } = spawnSync(process.execPath, [...TYPESCRIPT, join(ROOT, "scripts/build.ts"), "--if-stale"], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) {
    process.env[BUILD_FAILED] = error?.message ?? "see the output above the tests";
    return undefined;
  }
  const memory = createMemoryFolder();
  if (memory !== undefined) process.env["TMPDIR"] = memory;
  const copies = mkdtempSync(join(tmpdir(), "symposium-builds-"));
  // For every user, because some tests call it as another one.
  chmodSync(copies, 0o755);
  process.env[WITHOUT_NATIVE] = copyBuild(join(copies, "without-native"), ["native", "types"]);
  if (memory !== undefined) process.env[BUILT_IN] = copyBuild(join(copies, "whole"), ["types"]);
  return () => rmSync(memory ?? copies, { recursive: true, force: true });
}

/** Without these parts. */
function copyBuild(folder: string, without: readonly string[]): string {
  const [built, left] = [join(ROOT, "dist"), without.map((name) => join(ROOT, "dist", name))];
  cpSync(built, join(folder, "dist"), { recursive: true, filter: (source) => !left.includes(source) });
  return join(folder, "dist");
}
