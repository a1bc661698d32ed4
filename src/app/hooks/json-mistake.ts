/** Where a mistake in a JSON file is: what reads it at hook time only knows that there is one. */

import { jsoncEditor } from "../../config-files/splice-jsonc.ts";
import type { Problem } from "../../documents/problem.ts";
import { readTextFile } from "../../documents/text-file.ts";

export function jsonMistake(problem: Problem): Problem {
  if (problem.position !== undefined) return problem;
  const file = readTextFile(problem.file);
  const read = file.kind === "text" ? jsoncEditor.read(file.text) : undefined;
  if (read === undefined || read.ok || read.trouble.line === undefined) return problem;
  return { ...problem, position: { line: read.trouble.line, column: 1 } };
}
