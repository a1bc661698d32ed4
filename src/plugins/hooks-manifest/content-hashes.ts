/** The `content_hashes` of a manifest: files that must be what it says before anything of it runs (IX-20). */

import { join } from "node:path";

import type { HookManifest } from "../../canonical/hook-manifest.ts";
import { boundsOf } from "../../platform/bounds.ts";
import { readRegular } from "../../platform/read-regular.ts";
import { realPath } from "../../platform/real-path.ts";
import { sha256 } from "../../platform/sha256.ts";
import type { Stamped } from "../../platform/stamp.ts";
import { consentStamp } from "../../trust/consent-stamp.ts";

export interface CheckedContent {
  /** The files with their fingerprints from before they were read, for calls to compare. */
  readonly files: readonly Stamped[];
  /** What differs, for people; the name is a key of `content_hashes`. */
  readonly differs?: { readonly name: string; readonly why: string };
}

/** Far above any script. */
const LARGEST = 64 * 1024 * 1024;

/** Never throws. A file outside the folder counts as a difference: no one vouches for it. */
export function checkContent({ content_hashes: hashes = {} }: Pick<HookManifest, "content_hashes">, folder: string): CheckedContent {
  const bounds = boundsOf(folder);
  const files: Stamped[] = [];
  let differs: CheckedContent["differs"];
  for (const [name, wanted] of Object.entries(hashes)) {
    const path = join(folder, name);
    if (name.includes("\0") || bounds.leadsOut(path) !== undefined) {
      differs ??= { name, why: "leads out of the manifest's folder" };
      continue;
    }
    // A link stays as it is when what it leads to changes.
    for (const one of new Set([path, realPath(path)])) files.push([one, consentStamp(one)]);
    const digest = digestOf(path);
    if (digest === wanted.toLowerCase()) continue;
    differs ??= { name, why: digest === undefined ? "cannot be read" : "is not what `content_hashes` says" };
  }
  return { files, ...(differs === undefined ? {} : { differs }) };
}

function digestOf(path: string): string | undefined {
  try {
    return `sha256:${sha256(readRegular(path, { maxBytes: LARGEST }))}`;
  } catch {
    return undefined;
  }
}
