/** A problem in a file that a person wrote, with its place and its fix. */

import { printable } from "../model/safe-text.ts";

export interface Position {
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
}

export interface Problem {
  /** An error costs the item it is about; a warning costs nothing. */
  readonly severity: "error" | "warning";
  /** A warning that still fails validation. `once allowed`: an older dialect allowed it, so what was read counts as sound. */
  readonly failsValidation?: true | "once allowed";
  readonly file: string;
  readonly position?: Position;
  readonly message: string;
  /** `dormant`: a plugin or skill is off until the user enables it. */
  readonly code?: "dormant";
  /** How to fix it, in one line. */
  readonly hint?: string;
  /** The line it is about and a caret below, where someone asked for it. */
  readonly quote?: readonly string[];
  /** It may pass without a change of any stamp, as an error of the disk may. */
  readonly mayPass?: true;
  /** Since when the version has been in force that stays until this is fixed. */
  readonly inForce?: string;
}

/** `file:line:column: message`, which editors and terminals turn into a link. On one line, whatever names it contains. */
export function problemText({ file, position, message, inForce }: Problem): string {
  const place = position === undefined ? file : `${file}:${position.line}:${position.column}`;
  const rest = inForce === undefined ? "" : `; the last good version, of ${inForce}, stays in force until this is fixed`;
  return printable(`${place}: ${message}${rest}`);
}

/** The same problem where an earlier version stays in force; `since` in milliseconds since 1970. */
export function withLastGood(problem: Problem, since: number): Problem {
  const date = new Date(since);
  const inForce = Number.isNaN(date.getTime()) ? "an unknown day" : `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return { ...problem, inForce };
}

export type TomlPath = readonly (string | number)[];

/** Gives the line and column of an offset; it counts the lines of the text once, when first asked. */
export function positionsIn(text: string): (offset: number) => Position {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - starts[low]! + 1 };
  };
}
