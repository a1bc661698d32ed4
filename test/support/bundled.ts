/** A TypeScript program of the tests as one file that every runtime can run. */

import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { TYPESCRIPT } from "../../scripts/run-typescript.ts";

/** In a process of its own: a bundler leaves so much memory behind that every process which a test then starts takes longer. */
export function bundled(input: string, file: string): string {
  execFileSync(process.execPath, [...TYPESCRIPT, join(import.meta.dirname, "bundle-program.ts"), input, file], { stdio: "pipe" });
  return file;
}
