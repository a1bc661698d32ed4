/** Reads the files of one root: within its bounds, each once, with its stamp, and not more than a hook call can read. */

import type { Problem } from "../../documents/problem.ts";
import { leadsOutProblem, readTextFileWithin } from "../../documents/text-file-within.ts";
import type { Bounds } from "../../platform/bounds.ts";
import { stamped, type Stamped } from "../../platform/stamp.ts";
import { type GoFile, readGoFile } from "./go-file.ts";

export interface ReadFiles {
  readonly bounds: Bounds;
  /** `undefined` where it is missing or unreadable. */
  readonly text: (file: string, largest?: number) => string | undefined;
  /** `go.mod` or `go.work`; `hint` says how to fix a mistake in it. */
  readonly goFile: (file: string, hint: string) => GoFile | undefined;
  /** Whether a folder that a file names is inside the bounds. */
  readonly isInside: (folder: string, file: string, subject: string) => boolean;
  readonly stamps: ReadonlyMap<string, Stamped>;
  readonly problems: Problem[];
  /** A file with versions has a mistake. */
  readonly hasMistakes: () => boolean;
}

/** Of all files together, far above any real workspace. */
const MOST_TEXT = 64 * 1024 * 1024;
const MOST_REPORTED = 5;

export function openFiles(bounds: Bounds): ReadFiles {
  const stamps = new Map<string, Stamped>();
  const problems: Problem[] = [];
  let length = 0;
  let outside = 0;
  let mistakes = 0;
  const text = (file: string, largest?: number) => {
    stamps.set(file, stamped(file));
    const read = readTextFileWithin(file, bounds, largest);
    if (read.kind === "bad") problems.push(read.problem);
    if (read.kind !== "text") return undefined;
    length += read.text.length;
    if (length <= MOST_TEXT) return read.text;
    const message = `is not read: the files of this workspace have more than ${MOST_TEXT / 1024 / 1024} MiB together`;
    problems.push({ severity: "error", file, message });
    return undefined;
  };
  const goFile = (file: string, hint: string) => {
    const before = problems.length;
    const written = text(file);
    mistakes += problems.length - before;
    if (written === undefined) return undefined;
    const read = readGoFile(written);
    if (read.problem !== undefined) {
      mistakes++;
      problems.push({ severity: "error", file, ...read.problem, hint });
    }
    return read;
  };
  const isInside = (folder: string, file: string, subject: string) => {
    const target = bounds.leadsOut(folder);
    // A file may name thousands.
    if (target !== undefined && ++outside <= MOST_REPORTED) problems.push(leadsOutProblem(file, target, bounds, subject));
    return target === undefined;
  };
  return { bounds, text, goFile, isInside, stamps, problems, hasMistakes: () => mistakes > 0 };
}
