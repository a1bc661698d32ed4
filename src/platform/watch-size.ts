/** Watches the size of a folder while a program fills it, because git does not report it in advance. */

import { lstatSync } from "node:fs";
import { join } from "node:path";

import { entriesIn } from "./folder-entries.ts";

export interface SizeLimit {
  readonly folder: string;
  readonly bytes: number;
  readonly files: number;
}

export interface SizeWatch {
  /** Settles when there is too much in the folder. */
  readonly exceeded: Promise<void>;
  /** Checks once more, and ends the watch. */
  readonly end: () => boolean;
}

const PAUSE_MS = 200;

export function watchSize(limit: SizeLimit): SizeWatch {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const exceeded = new Promise<void>((tell) => {
    const look = () => {
      const began = performance.now();
      isOver = isLarger(limit);
      if (isOver) return tell();
      // Checking many files takes long, and must not take all of the time.
      timer = setTimeout(look, Math.max(PAUSE_MS, 4 * (performance.now() - began)));
    };
    timer = setTimeout(look, PAUSE_MS);
  });
  const end = () => {
    clearTimeout(timer);
    return isOver || isLarger(limit);
  };
  return { exceeded, end };
}

function isLarger({ folder, bytes, files }: SizeLimit): boolean {
  let [size, count] = [0, 0];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of entriesIn(next)) {
      const path = join(next, entry.name);
      count += 1;
      if (entry.isDirectory()) waiting.push(path);
      else size += sizeOf(path);
      if (size > bytes || count > files) return true;
    }
  }
  return false;
}

function sizeOf(path: string): number {
  try {
    return lstatSync(path).size;
  } catch {
    return 0;
  }
}
