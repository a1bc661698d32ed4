/** The lock for changes to agents' files, our records or the program: two processes wait for each other. */

import { existsSync, mkdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";

import { UserError } from "../errors.ts";
import { notWritten } from "../files/user-file.ts";
import { takeLock } from "../host/lock.ts";
import type { PlacedContext, Places } from "../host/places.ts";
import { removeEmpty } from "../host/write-file.ts";

export const REGISTRATION_LOCK = "registration";

const PATIENCE_MS = 60_000;

/** `isLeaving`: everything is removed, which frees space. Where the disk is too full for a lock, no other process has one. */
export async function withRegistrationLock<T>(
  { context, places }: PlacedContext,
  act: () => Promise<T>,
  { isLeaving }: { readonly isLeaving?: true } = {},
): Promise<T> {
  const directory = join(places.locks, REGISTRATION_LOCK);
  const lock = takeLock(directory, { now: context.now, wait: PATIENCE_MS });
  if (lock === undefined) {
    const refused = refusal(directory, places);
    const { cause } = refused as { readonly cause?: { readonly code?: string } };
    const isFull = cause?.code === "ENOSPC" || cause?.code === "EDQUOT";
    if (isLeaving !== true || !isFull) throw refused;
  }
  try {
    return await act();
  } finally {
    lock?.release();
    // Only now, and only from the inside out: a waiting process makes the folders again.
    for (const folder of [places.locks, places.base]) if (folder !== context.home) removeEmpty(folder);
  }
}

function refusal(directory: string, { base, locks }: Places): unknown {
  if (existsSync(directory)) {
    const hint = `wait for it to end; if there is none, remove ${directory}`;
    return new UserError("BUSY", "another symposium process is changing agents' files", { hint });
  }
  try {
    mkdirSync(locks, { recursive: true, mode: 0o700 });
    mkdirSync(directory, { mode: 0o700 });
    rmdirSync(directory);
  } catch (error) {
    return notWritten(error, base);
  }
  return new UserError("NOT-WRITTEN", `cannot write to ${base}`, { hint: "check whether the disk is full", cause: { code: "ENOSPC" } });
}
