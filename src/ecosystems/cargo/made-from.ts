/** The mark on a lock file that was made for a root without one: what it was made from, so that it counts only as long as that is so. */

import type { TextFile } from "../../documents/text-file.ts";
import { shortHash } from "../../platform/short-hash.ts";
import type { Manifest } from "./manifest.ts";

/** Of how locks are made; what an earlier version made with the repository's configuration does not count. */
const RULES = "offline 1";

/** By what the files say, not by when they were written: switching branches back and forth changes nothing. */
export function madeFrom(members: readonly Manifest[]): string {
  const manifests = members.map(({ file, text }) => `${file}\n${shortHash(text)}`).sort();
  return shortHash([RULES, ...manifests].join("\n"));
}

const MARK = "# symposium: made from ";

export function markedLock(lock: string, mark: string): string {
  return `${MARK}${mark}\n${lock}`;
}

/** The lock file's text, if it was made from what is there now. */
export function takeMadeLock(file: TextFile, current: string): string | undefined {
  return file.kind === "text" && file.text.startsWith(`${MARK}${current}\n`) ? file.text : undefined;
}
