/** `cache list` and `cache clean`: acquired programs with their sizes and users, and removing those that no active plugin uses. */

import { type CachedProgram, cleanCache, type CleanResult, listCache } from "../setup/cache.ts";
import { command, toggle } from "./command.ts";
import type { Style } from "./terminal/reporter.ts";
import { counted, shortPath, sizeText } from "./terminal/text.ts";

export const cacheListCommand = command({
  brief: "List acquired programs with their sizes",
  examples: ["", "--json"],

  async run(cli) {
    const programs = await listCache(cli);
    cli.report({ type: "answer", value: { programs }, text: (style) => renderCache(programs, { style, home: cli.context.home }) });
  },
});

export const cacheCleanCommand = command({
  brief: "Remove acquired programs that no active plugin uses",
  about:
    "Checks every workspace that was synced, and removes programs that none of their plugins uses. `sync` acquires a removed program again when a plugin needs it.",
  examples: ["", "--older-than 30", "--dry-run"],
  flags: {
    olderThan: {
      kind: "parsed",
      parse: days,
      brief: "Remove only programs acquired more than DAYS days ago",
      placeholder: "DAYS",
      optional: true,
    },
    dryRun: toggle("Print what would be removed, and change nothing"),
  },
  async run(cli, flags) {
    const result = await cleanCache(cli, flags);
    const { removed, left } = result;
    for (const { folder } of left) cli.report({ type: "message", level: "warning", message: `cannot remove ${folder}: it is in use` });
    cli.report({
      type: "answer",
      value: { dryRun: flags.dryRun, removed, left, bytes: removed.reduce((sum, { bytes }) => sum + bytes, 0) },
      text: (style) => renderClean(result, { style, home: cli.context.home, dryRun: flags.dryRun }),
      isReport: true,
    });
  },
});

function days(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number) || number < 0)
    throw new SyntaxError(`${JSON.stringify(text)} is not a number of days`);
  return number;
}

/** Acquired programs as people see them. */
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
