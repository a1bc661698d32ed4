/** Replaces the bytes of a user's file, as a whole or not at all, and keeps everything else about it (RG-25). */

import { chmodSync, closeSync, constants, fsyncSync, openSync, statSync, writeFileSync } from "node:fs";

import { copyWithMetadata, type CopyTools, lost } from "./copy-metadata.ts";
import { removeQuietly } from "./remove-quietly.ts";
import { renamePatiently } from "./rename-patiently.ts";
import { linkTarget, writeAtomically } from "./write-atomically.ts";

/** Follows links. Throws the file system's error, or what would be lost. `check` may throw just before the file is replaced. */
export function replaceFile(file: string, text: string, temporary: string, tools?: CopyTools, check?: () => void): void {
  const target = linkTarget(file);
  const present = statSync(target, { throwIfNoEntry: false });
  if (present === undefined) return writeAtomically(file, text, { durable: true, temporary, follow: true });
  try {
    copyWithMetadata(target, temporary, tools);
    overwrite(temporary, text);
    if (!hasMode(temporary, present.mode)) throw lost(file, "cannot keep its mode");
    check?.();
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

/** Writing clears the set-user-ID and set-group-ID bits. */
function hasMode(file: string, mode: number): boolean {
  if (statSync(file).mode === mode) return true;
  chmodSync(file, mode & 0o7777);
  return statSync(file).mode === mode;
}
