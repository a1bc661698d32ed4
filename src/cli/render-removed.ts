/** What goes of our own, as people see it: a line for each file, or one for a folder in which there are many. */

import { dirname } from "node:path";

import { type Look, shortened } from "./look.ts";

/** Beyond so many files of one folder the folder is named. */
const MOST_NAMED = 3;

export function removedLines(paths: readonly string[], { style, home, dryRun }: Look): string[] {
  const word = style("good", (dryRun ? "would delete" : "deleted").padEnd(13));
  const line = (path: string, words: string) => `${word} ${shortened(path, home)}${words}`;
  return byFolder(paths).flatMap(([folder, files]) =>
    files.length > MOST_NAMED ? [line(folder, `  ${files.length} files`)] : files.map((file) => line(file, "")),
  );
}

function byFolder(paths: readonly string[]): [folder: string, paths: string[]][] {
  const folders = new Map<string, string[]>();
  for (const path of paths) folders.set(dirname(path), [...(folders.get(dirname(path)) ?? []), path]);
  return [...folders];
}
