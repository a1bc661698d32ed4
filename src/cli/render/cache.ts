/** Acquired programs as people see them. */

import type { CachedProgram, CleanResult } from "../../app/cache.ts";
import type { Style } from "../report/reporter.ts";
import { counted } from "./counted.ts";
import { shortPath } from "./short-path.ts";
import { sizeText } from "./size.ts";

interface CacheOptions {
  readonly style: Style;
  readonly home: string;
}

export function renderCache(programs: readonly CachedProgram[], options: CacheOptions): string[] {
  if (programs.length === 0) return ["no programs were acquired"];
  return [...programs.map((program) => lineOf(program, options)), `${counted(programs.length, "program", "programs")}, ${total(programs)}`];
}

export function renderClean({ removed, kept }: CleanResult, { dryRun, ...options }: CacheOptions & { readonly dryRun: boolean }): string[] {
  if (removed.length === 0) return [`nothing to remove: ${counted(kept.length, "program is", "programs are")} in use or too new`];
  const last = `${dryRun ? "would free" : "freed"} ${total(removed)}`;
  return [...removed.map((program) => lineOf(program, options)), options.style("good", last)];
}

function lineOf({ subject, source, version, bytes, users, isUsed, folder }: CachedProgram, { style, home }: CacheOptions): string {
  const plugins = [...new Set(users.map(({ plugin }) => plugin))].join(", ");
  const use = plugins === "" ? (isUsed ? "used by an index of hooks" : "unused") : `used by ${plugins}`;
  return `${subject} ${version} ${style("faint", `(${source}, ${sizeText(bytes)}, ${use})`)}  ${style("whole", shortPath(folder, home))}`;
}

function total(programs: readonly CachedProgram[]): string {
  return sizeText(programs.reduce((sum, { bytes }) => sum + bytes, 0));
}
