/** Texts of what the user accepted, so that a later question can show the difference. They are named by their digest, and verified when read. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { namesIn } from "../platform/folder-entries.ts";
import type { Places } from "../platform/places.ts";
import { readInPlace } from "../platform/read-in-place.ts";
import { readRegular } from "../platform/read-regular.ts";
import { removeQuietly } from "../platform/remove-quietly.ts";
import { writeAtomically } from "../platform/write-atomically.ts";
import type { ConsentRecord } from "./consent-record.ts";
import { sha256 } from "../platform/sha256.ts";
import type { Snapshot } from "./snapshot.ts";

const LONGEST = 64 * 1024;

type TextPlace = Pick<Places, "consentTexts">;

/** The paths whose texts are stored. Never throws: without a text the difference only names the file. */
export function storeTexts({ consentTexts }: TextPlace, { folder, files, named }: Snapshot): readonly string[] {
  return files.flatMap(([path, , digest]) => {
    const bytes = named.includes(path) ? textIn(join(folder, path), digest) : undefined;
    if (bytes === undefined) return [];
    try {
      mkdirSync(consentTexts, { recursive: true, mode: 0o700 });
      writeAtomically(join(consentTexts, plain(digest)), bytes, { mode: 0o600 });
      return [path];
    } catch {
      return [];
    }
  });
}

/** The text as it was accepted. */
export function storedText({ consentTexts }: TextPlace, digest: string): string | undefined {
  try {
    const bytes = readRegular(join(consentTexts, plain(digest)), { maxBytes: LONGEST, isOurs: true });
    return sha256(bytes) === plain(digest) ? bytes.toString("utf8") : undefined;
  } catch {
    return undefined;
  }
}

/** The text as it is now; `undefined` for a large file, or one that is not text or has another digest. */
export function textNow(file: string, digest: string): string | undefined {
  return textIn(file, digest)?.toString("utf8");
}

function textIn(file: string, digest: string): Buffer | undefined {
  try {
    const bytes = readInPlace(file, LONGEST);
    return sha256(bytes) === plain(digest) && !bytes.includes(0) ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** Removes texts that no record names any more. */
export function forgetTexts({ consentTexts }: TextPlace, records: readonly ConsentRecord[]): void {
  const named = new Set(records.flatMap(({ files }) => files.map(([, , digest]) => plain(digest))));
  for (const name of namesIn(consentTexts)) if (!named.has(name)) removeQuietly(join(consentTexts, name));
}

function plain(digest: string): string {
  return digest.slice(digest.indexOf(":") + 1);
}
