/** The end of what a failed handler wrote to stderr, short enough for a reason or a message. */

import { printableLines } from "../platform/printable.ts";

const MOST_LINES = 5;
const MOST_CHARACTERS = 500;

/**
 * Empty where nothing is worth showing. Colours, blank lines and the frames of stack traces are left out, so that the error itself fits. Only a
 * failure comes here, so the patterns cost no other call anything.
 */
export function stderrTail(stderr: string): string {
  const lines = stderr
    // oxlint-disable-next-line no-control-regex
    .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, "")
    .split(/\r?\n|\r/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== "" && !/^\s+(?:at |\^)/.test(line));
  const text = printableLines(lines.slice(-MOST_LINES).join("\n"));
  const characters = [...text];
  return characters.length <= MOST_CHARACTERS ? text : `…${characters.slice(1 - MOST_CHARACTERS).join("")}`;
}
