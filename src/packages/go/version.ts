/** Go's versions, in the order of `golang.org/x/mod/semver`, with zeros for missing numbers, and here the `v` may be missing; and the paths of modules. */

import { BUILD, compareDigits, comparePre, NUMBER, PRE } from "../../model/semantic-version.ts";
import type { Numbers } from "../atom-requirement.ts";

const VERSION = new RegExp(`^v?(${NUMBER})(?:\\.(${NUMBER})(?:\\.(${NUMBER})(?:-(${PRE}))?(?:\\+${BUILD})?)?)?$`);
const LONGEST = 500;

/** `undefined` for an invalid version. */
export function parseGoVersion(text: string): Numbers | undefined {
  const [, major, minor, patch, pre] = (text.length > LONGEST ? null : VERSION.exec(text)) ?? [];
  return major === undefined ? undefined : { major, minor, patch, pre: pre ?? "" };
}

export function compareParsed(a: Numbers, b: Numbers): number {
  return (
    compareDigits(a.major, b.major) ||
    compareDigits(a.minor ?? "0", b.minor ?? "0") ||
    compareDigits(a.patch ?? "0", b.patch ?? "0") ||
    comparePre(a.pre, b.pre)
  );
}

/** Positive where the first is newer. An invalid version is older than every valid one. */
export function compareGoVersions(a: string, b: string): number {
  const [left, right] = [parseGoVersion(a), parseGoVersion(b)];
  if (left === undefined || right === undefined) return Number(left !== undefined) - Number(right !== undefined);
  return compareParsed(left, right);
}

/** With three numbers and the `v`, as a module cache and `go.sum` have it. */
export function isWholeVersion(text: string): boolean {
  return text.startsWith("v") && parseGoVersion(text)?.patch !== undefined;
}

export interface Module {
  readonly name: string;
  readonly version: string;
  /** As in `go.sum`. */
  readonly checksum?: string;
}

const ELEMENT = "[A-Za-z0-9_~-](?:[\\w.~-]*[\\w~-])?";
const PATH = new RegExp(`^[A-Za-z0-9_](?:[\\w.~-]*[\\w~-])?(?:/${ELEMENT})*$`);
const LONGEST_PATH = 500;

/** What Go accepts as a module path. It is neither an option nor a path that leaves its folder. */
export function isModulePath(text: string): boolean {
  return text.length <= LONGEST_PATH && PATH.test(text);
}

/** Go writes `Azure` as `!azure` in its cache and in requests: some file systems fold case. */
export function escaped(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
}

export function unescaped(text: string): string {
  return text.replace(/!([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
