/** What the packages in folders say about their plugins in the files of their ecosystems. */

import { join } from "node:path";

import { readTextFileWithin } from "../documents/text-file-within.ts";
import { readTextFile } from "../documents/text-file.ts";
import { boundsOf } from "../platform/bounds.ts";
import { isLink } from "../platform/path-exists.ts";
import type { Ecosystem, Embedded } from "./ecosystem.ts";

/** `undefined` where the folder has no such file. A file that is a link out of the folder is a problem. */
export function readEmbedded(folder: string, { packageFile, embedded }: Ecosystem): Embedded | undefined {
  if (packageFile === undefined) return undefined;
  const file = join(folder, packageFile);
  const read = readTextFileWithin(file, boundsOf(folder));
  if (read.kind === "missing") return undefined;
  return read.kind === "bad" ? { file, problems: [read.problem] } : embedded(file, read.text);
}

/** Whether `readEmbedded` could find a table. Most packages have none, and this parses nothing. */
export function mayHaveEmbedded(folder: string, { packageFile, embeddedMarks = MARKS }: Ecosystem): boolean {
  if (packageFile === undefined) return false;
  const file = join(folder, packageFile);
  const isLinked = isLink(file);
  if (isLinked === undefined) return false;
  // Only a link leads out of the folder, and resolving the folder's path takes longer than reading the file.
  const read = isLinked ? readTextFileWithin(file, boundsOf(folder)) : readTextFile(file);
  if (read.kind === "bad") return read.problem.mayPass === true;
  return read.kind === "text" && embeddedMarks.some((mark) => read.text.includes(mark));
}

const MARKS = ["symposium"];
