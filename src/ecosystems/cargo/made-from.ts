/** The mark on a generated lock file: a digest of its inputs. The lock file counts only while they are unchanged. */

import type { TextFile } from "../../documents/text-file.ts";
import { shortHash } from "../../platform/short-hash.ts";
import type { Manifest } from "./manifest.ts";

/** The version of the generator; locks that earlier versions made with the repository's configuration do not count. */
const RULES = "offline 1";

/** By content, not by time: switching branches back and forth changes nothing. */
export function madeFrom(members: readonly Manifest[]): string {
  const manifests = members.map(({ file, text }) => `${file}\n${shortHash(text())}`).sort();
  return shortHash([RULES, ...manifests].join("\n"));
}

const MARK = "# symposium: made from ";

export function markedLock(lock: string, mark: string): string {
  return `${MARK}${mark}\n${lock}`;
}

/** The lock file's text, if its inputs are unchanged. */
export function takeMadeLock(file: TextFile, current: string): string | undefined {
  return file.kind === "text" && file.text.startsWith(`${MARK}${current}\n`) ? file.text : undefined;
}
