/** The files that a command names: those whose bytes a consent to a repository's plugin is bound to (PL-17). */

import { statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";

import { isAtOrBelow } from "../../platform/bounds.ts";
import { isFolder } from "../../platform/is-folder.ts";
import { spendLook } from "../../platform/reading-budget.ts";

export interface NamedIn {
  /** Where relative names may start. */
  readonly folders: readonly string[];
  /** Only files in here count: others do not come with the repository. */
  readonly top: string;
}

/**
 * Absolute paths. A word counts where it is a file, and where it looks like the name of one that may appear later. A shell command is one text
 * with many words, and an option may contain a name: `--config=check.toml`.
 */
export function filesNamedBy(texts: readonly string[], { folders, top }: NamedIn): readonly string[] {
  const found = new Set<string>();
  for (const text of texts) {
    const parts = text.split(BETWEEN);
    for (const word of parts.length === 1 ? parts : [text, ...parts]) {
      if (word === "" || word.length > LONGEST || word.includes("\0")) continue;
      for (const folder of isAbsolute(word) ? [""] : folders) {
        const path = resolve(folder, word);
        if (path !== top && isAtOrBelow(path, top) && (isFile(path) || (LOOKS_LIKE_FILE.test(word) && !isFolder(path)))) found.add(path);
      }
    }
  }
  return [...found];
}

export const LONGEST = 4_096;
/** What separates words in a shell command or an option. */
export const BETWEEN = /[\s"'`=:;,|&<>(){}$]+/;
/** With an extension, and not an option or an address. */
export const LOOKS_LIKE_FILE = /^(?!-)[\w@%+./\\-]*[\w@%+-]\.[A-Za-z][A-Za-z0-9]{0,4}$/;

export function isFile(path: string): boolean {
  spendLook();
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
