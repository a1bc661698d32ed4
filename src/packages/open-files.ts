/** The files of one root: read within its bounds, each once, with its stamp, and together not more than a hook call can read. */

import type { Position, Problem } from "../files/problem.ts";
import { leadsOutProblem, readTextFileWithin } from "../files/text-file.ts";
import type { Bounds } from "../host/bounds.ts";
import type { Stamped } from "../host/reading-budget.ts";
import { stamped } from "../host/stamp.ts";

export type RootFiles = ReturnType<typeof openFiles>;

/** Asks once for each key. */
export function remembered<T>(ask: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    if (!known.has(key)) known.set(key, ask(key));
    return known.get(key) as T;
  };
}

const MEBIBYTE = 1024 * 1024;

/** A file may name thousands. */
const MOST_REPORTED = 5;

/** Bounds may become narrower; without any nothing is refused. `most` is far above any real workspace, in mebibytes of `what` together. */
export function openFiles(bounds: () => Bounds | undefined, what: string, most = 64) {
  const texts = new Map<string, string | undefined>();
  const there = new Set<string>();
  const stamps = new Map<string, Stamped>();
  const problems: Problem[] = [];
  let [length, outside] = [0, 0];
  const read = (file: string, largest?: number): string | undefined => {
    stamps.set(file, stamped(file));
    const found = readTextFileWithin(file, bounds(), largest);
    if (found.kind === "missing") return undefined;
    there.add(file);
    if (found.kind === "bad") {
      problems.push(found.problem);
      return undefined;
    }
    length += found.text.length;
    if (length <= most * MEBIBYTE) return found.text;
    const isFirst = length - found.text.length <= most * MEBIBYTE;
    if (isFirst) problems.push({ severity: "error", file, message: `is not read: ${what} have more than ${most} MiB together` });
    return undefined;
  };
  /** `undefined` where it is missing, unreadable or outside. */
  const text = (file: string, largest?: number): string | undefined => {
    if (!texts.has(file)) texts.set(file, read(file, largest));
    return texts.get(file);
  };
  /** Whether it exists, readable or not. */
  const isThere = (file: string): boolean => {
    text(file);
    return there.has(file);
  };
  /** Whether a path that a file names leads out, which is reported, for a few of them. */
  const isOutside = (path: string, file: string, subject: string): boolean => {
    const within = bounds();
    const target = within?.leadsOut(path);
    if (within === undefined || target === undefined) return false;
    if (++outside <= MOST_REPORTED) problems.push(leadsOutProblem(file, target, within, subject));
    return true;
  };
  return { text, isThere, isOutside, stamps: stamps as ReadonlyMap<string, Stamped>, problems };
}

export function unknownDependencies(file: string, message: string, position?: Position): Problem {
  return { severity: "error", file, position, message, hint: "fix the file; its dependencies are unknown until then" };
}
