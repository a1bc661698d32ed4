/** Something wrong in a file a person wrote, told with the place and the way to mend it. */

import { printable } from "../platform/printable.ts";

export interface Position {
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
}

export interface Problem {
  /** An error costs the item it is about; a warning costs nothing. */
  readonly severity: "error" | "warning";
  /** A warning that whoever validates the file has to mend all the same. */
  readonly failsValidation?: true;
  readonly file: string;
  readonly position?: Position;
  readonly message: string;
  /** What to do about it, in one line. */
  readonly hint?: string;
  /** The line it is about and a caret below, where someone asked for it. */
  readonly quote?: readonly string[];
  /** Since when the version has been in force that stays so until this is set right. */
  readonly inForce?: string;
}

/** `file:line:column: message`, the form that editors and terminals make into a link. On one line, whatever names are in it. */
export function problemText({ file, position, message, inForce }: Problem): string {
  const place = position === undefined ? file : `${file}:${position.line}:${position.column}`;
  const rest = inForce === undefined ? "" : `; the last good version, of ${inForce}, stays in force until this is fixed`;
  return printable(`${place}: ${message}${rest}`);
}

/** The same problem where an earlier version goes on counting; `since` in milliseconds since 1970. */
export function withLastGood(problem: Problem, since: number): Problem {
  const date = new Date(since);
  return {
    ...problem,
    inForce: Number.isNaN(date.getTime()) ? "an unknown day" : `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`,
  };
}
