/** `cache list` and `cache clean`: acquired programs with their sizes and users, and removing those that no active plugin uses. */

import { type CachedProgram, cleanCache, type CleanResult, listCache } from "../setup/cache.ts";
import { command, parsed, toggle } from "./command.ts";
import { answer, say, tell } from "./terminal/reporter.ts";
import { counted, renderOptions, type RenderOptions, shortPath, sizeText } from "./terminal/text.ts";

export const cacheListCommand = command({
  brief: "List acquired programs with their sizes",
  examples: ["", "--json"],
  async run(cli) {
    const programs = await listCache(cli);
    answer(cli, { programs }, (style) => renderCache(programs, renderOptions(cli, style)));
  },
});

export const cacheCleanCommand = command({
  brief: "Remove acquired programs that no active plugin uses",
  about:
    "Checks every workspace that was synced, and removes programs that none of their plugins uses. `sync` acquires a removed program again when a plugin needs it.",
  examples: ["", "--older-than 30", "--dry-run"],
  flags: {
    olderThan: { ...parsed("DAYS", "Remove only programs acquired more than DAYS days ago"), parse: days },
    dryRun: toggle("Print what would be removed, and change nothing"),
  },
  async run(cli, flags) {
    const result = await cleanCache(cli, flags);
    const { removed, left } = result;
    for (const { folder } of left) say(cli, "warning", `cannot remove ${folder}: it is in use`);
    const value = { dryRun: flags.dryRun, removed, left, bytes: total(removed) };
    tell(cli, value, (style) => renderClean(result, renderOptions(cli, style, flags.dryRun)));
  },
});

function days(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number) || number < 0)
    throw new SyntaxError(`${JSON.stringify(text)} is not a number of days`);
  return number;
}

export function renderCache(programs: readonly CachedProgram[], options: RenderOptions): string[] {
  if (programs.length === 0) return ["no programs were acquired"];
  return [
    ...programs.map((program) => lineOf(program, options)),
    `${counted(programs.length, "program", "programs")}, ${sizeText(total(programs))}`,
  ];
}

export function renderClean({ removed, kept }: CleanResult, options: RenderOptions): string[] {
  if (removed.length === 0) return [`nothing to remove: ${counted(kept.length, "program is", "programs are")} in use or too new`];
  const last = `${options.dryRun ? "would free" : "freed"} ${sizeText(total(removed))}`;
  return [...removed.map((program) => lineOf(program, options)), options.style("good", last)];
}

function lineOf({ subject, source, version, bytes, users, isUsed, folder }: CachedProgram, { style, home }: RenderOptions): string {
  const plugins = [...new Set(users.map(({ plugin }) => plugin))].join(", ");
  const use = plugins === "" ? (isUsed ? "used by an index of hooks" : "unused") : `used by ${plugins}`;
  return `${subject} ${version} ${style("faint", `(${source}, ${sizeText(bytes)}, ${use})`)}  ${style("whole", shortPath(folder, home))}`;
}

function total(programs: readonly CachedProgram[]): number {
  return programs.reduce((sum, { bytes }) => sum + bytes, 0);
}
