/** Reads a repository's files: only those inside it, whatever its links and paths say. */

import type { Bounds } from "../platform/bounds.ts";
import type { Problem } from "./problem.ts";
import { readTextFile, type TextFile } from "./text-file.ts";

/** Without bounds any file may be read: the user named it. */
export function readTextFileWithin(file: string, bounds: Bounds | undefined, largest?: number): TextFile {
  const target = bounds?.leadsOut(file);
  if (bounds !== undefined && target !== undefined) return { kind: "bad", problem: leadsOutProblem(file, target, bounds) };
  return readTextFile(file, largest);
}

/** `subject` where something written in the file leads outside, not the file itself. */
export function leadsOutProblem(file: string, target: string, { top }: Bounds, subject?: string): Problem {
  const message = `${subject === undefined ? "" : `${subject} `}leads to ${target}, outside ${top}, so it is not read`;
  return { severity: "warning", file, message, hint: "only files inside the repository are read" };
}
