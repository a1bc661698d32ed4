/** Putting other bytes into a file of somebody else's, as a whole or not at all, with everything else about it as it was (RG-25). */

import { chmodSync, closeSync, constants, fsyncSync, openSync, statSync, writeFileSync } from "node:fs";

import { copyWithMetadata, type CopyTools, lost } from "./copy-metadata.ts";
import { removeQuietly } from "./remove-quietly.ts";
import { renamePatiently } from "./rename-patiently.ts";
import { linkTarget, writeAtomically } from "./write-atomically.ts";

/** Follows links. Throws what the file system throws, or why something of the file would be lost. */
export function replaceFile(file: string, text: string, temporary: string, tools?: CopyTools): void {
  const target = linkTarget(file);
  const present = statSync(target, { throwIfNoEntry: false });
  if (present === undefined) return writeAtomically(file, text, { durable: true, temporary, follow: true });
  try {
    copyWithMetadata(target, temporary, tools);
    overwrite(temporary, text);
    if (!hasMode(temporary, present.mode)) throw lost(file, "its mode cannot be kept");
    renamePatiently(temporary, target);
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
}

const { O_WRONLY, O_TRUNC, O_NOFOLLOW = 0 } = constants;

function overwrite(file: string, text: string): void {
  const descriptor = openSync(file, O_WRONLY | O_TRUNC | O_NOFOLLOW);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Writing takes bits away that lend the rights of the owner. */
function hasMode(file: string, mode: number): boolean {
  if (statSync(file).mode === mode) return true;
  chmodSync(file, mode & 0o7777);
  return statSync(file).mode === mode;
}
