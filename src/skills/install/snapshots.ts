/** Snapshots of the skills of one run: a skill that goes into several folders is read once. */

import { digestOf, type Snapshot, takeSnapshot } from "./snapshot.ts";

export interface Snapshots {
  readonly of: (directory: string) => Snapshot;
  readonly digestOf: (directory: string) => string;
}

export function cachedSnapshots(): Snapshots {
  const taken = new Map<string, Snapshot>();
  const digests = new Map<string, string>();
  const of = (directory: string): Snapshot => remembered(taken, directory, takeSnapshot);
  return { of, digestOf: (directory) => remembered(digests, directory, () => digest(of(directory), directory)) };
}

/** An unreadable one equals no other. */
function digest(snapshot: Snapshot, directory: string): string {
  try {
    return snapshot.ok ? digestOf(snapshot) : directory;
  } catch {
    return directory;
  }
}

function remembered<T>(memory: Map<string, T>, key: string, make: (key: string) => T): T {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const made = make(key);
  memory.set(key, made);
  return made;
}
