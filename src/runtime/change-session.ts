/** Writes the memory of a session. Loaded only when there is a change. */

import { existsSync, lstatSync, mkdirSync, rmSync } from "node:fs";

import { namesIn } from "../platform/folder-entries.ts";
import { withLock } from "../platform/lock.ts";
import type { Places } from "../platform/places.ts";
import { writeAtomically } from "../platform/write-atomically.ts";
import { answeredFile, changed, readSession, type SessionChange, variablesFolder } from "./session-state.ts";

/** Agents run tools in parallel, and each call writes; on a busy machine the last of them waits for seconds. */
const LONGEST_WAIT = 5_000;

/** A new session removes old ones: not every agent reports the start of a session, and its end may be idle. */
export function changeSession(file: string, change: SessionChange, now: () => number): void {
  const folder = file.slice(0, file.lastIndexOf("/"));
  const isNew = !existsSync(file);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const write = () => writeAtomically(file, JSON.stringify(changed(readSession(file), change)), { mode: 0o600 });
    if (!withLock(`${file}.lock`, { now, wait: LONGEST_WAIT }, write).held) write();
  } catch {
    // The answer is valid without memory.
  }
  if (isNew) prune(folder, now());
}

export function endSession(file: string): void {
  rmSync(file, { force: true });
  rmSync(answeredFile(file), { force: true });
  rmSync(variablesFolder(file), { recursive: true, force: true });
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Removes the files of sessions unused for a week. */
export function pruneSessions(places: Pick<Places, "sessions">, agent: string, now: number): void {
  prune(`${places.sessions}/${agent}`, now);
}

function prune(folder: string, now: number): void {
  for (const name of namesIn(folder)) {
    try {
      const age = now - lstatSync(`${folder}/${name}`).mtimeMs;
      if (age > WEEK_MS) rmSync(`${folder}/${name}`, { recursive: true, force: true });
    } catch {
      // Another call may be pruning as well.
    }
  }
}
