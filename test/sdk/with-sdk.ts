/** Folders in which the SDK is installed, as users have them. */

import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import type { FileTree } from "fs-fixture";

import { program } from "../foundation/programs.ts";
import { type Runtime, RUNTIMES } from "../host/runtimes.ts";

const ROOT = join(import.meta.dirname, "../..");

/** What handlers run in: also Bun, where it is on `PATH`. */
export const HANDLER_RUNTIMES: readonly Runtime[] = [...RUNTIMES, ...bunOnPath()];

function bunOnPath(): readonly Runtime[] {
  const file = spawnSync("sh", ["-c", "command -v bun"], { encoding: "utf8" }).stdout.trim();
  return file === "" ? [] : [{ name: "bun", file }];
}

/** The files, with the built package beside them. */
export function withSdk(files: FileTree): FileTree {
  // Throws where the sources could not be built.
  program("symposium");
  return {
    "package.json": '{"type":"module"}',
    ...files,
    node_modules: { "@symposium-agents": { symposium: ({ symlink }) => symlink(ROOT, "dir") } },
  };
}

/** An example of the repository by its folder's name. */
export function exampleFiles(name: string): Readonly<Record<string, string>> {
  const folder = join(ROOT, "examples", name);
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(files.map((file) => [file.name, readFileSync(join(folder, file.name), "utf8")]));
}

/** A `tsconfig.json` as strict as can be, that knows nothing of Node. */
export function strict(files: readonly string[], options: object = {}): string {
  const compilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, rewriteRelativeImportExtensions: true },
    ...{ module: "nodenext", target: "es2023", lib: ["es2023"], types: [] },
    ...options,
  };
  return JSON.stringify({ compilerOptions, files });
}

/** What the compiler has to say. */
export function compile(folder: string): string {
  const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
  try {
    return execFileSync(process.execPath, [compiler, "--project", "tsconfig.json"], { cwd: folder, encoding: "utf8" });
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}
