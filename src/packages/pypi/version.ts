/** Versions by PEP 440, read and ordered as Python's `packaging` does. Vectors made with it are in `test/packages/pypi/fixtures/versions`. */

import { compareDigits } from "../../model/semantic-version.ts";

/** Numbers are decimal digits without leading zeros: they may exceed what a JavaScript number can hold exactly. */
export interface Version {
  readonly epoch: string;
  readonly release: readonly string[];
  readonly pre?: { readonly letter: "a" | "b" | "rc"; readonly number: string };
  readonly post?: string;
  readonly dev?: string;
  /** In lower case. */
  readonly local?: readonly string[];
}

const PRE = "[._-]?(alpha|a|beta|b|preview|pre|c|rc)[._-]?([0-9]+)?";
const POST = "-([0-9]+)|[._-]?(post|rev|r)[._-]?([0-9]+)?";
const DEV = "[._-]?(dev)[._-]?([0-9]+)?";
const LOCAL = "[a-z0-9]+(?:[._-][a-z0-9]+)*";
const VERSION = new RegExp(`^\\s*v?(?:([0-9]+)!)?([0-9]+(?:\\.[0-9]+)*)(?:${PRE})?(?:${POST})?(?:${DEV})?(?:\\+(${LOCAL}))?\\s*$`, "i");

/** Longer than any real one. */
const LONGEST = 512;

export function parseVersion(text: string): Version | undefined {
  const found = text.length > LONGEST ? null : VERSION.exec(text);
  if (found === null) return undefined;
  const [, epoch, release = "", preLetter, preNumber, onlyPost, post, postNumber, dev, devNumber, local]: (string | undefined)[] = found;
  const first = preLetter?.[0]?.toLowerCase();
  // `c`, `pre` and `preview` are `rc`.
  const letter = first === "a" || first === "b" ? first : "rc";
  return {
    epoch: digits(epoch),
    release: release.split(".").map(digits),
    pre: first === undefined ? undefined : { letter, number: digits(preNumber) },
    post: onlyPost === undefined && post === undefined ? undefined : digits(onlyPost ?? postNumber),
    dev: dev === undefined ? undefined : digits(devNumber),
    local: local === undefined ? undefined : local.toLowerCase().split(/[._-]/),
  };
}

function digits(text: string | undefined): string {
  return text === undefined ? "0" : text.replace(/^0+(?=[0-9])/, "");
}

/** A pre-release or a development release. */
export function isPrerelease({ pre, dev }: Version): boolean {
  return pre !== undefined || dev !== undefined;
}

export function compareVersions(a: Version, b: Version): number {
  return comparePublic(a, b) || compareLocal(a.local, b.local);
}

/** Without the part after `+`. */
export function comparePublic(a: Version, b: Version): number {
  return (
    compareDigits(a.epoch, b.epoch) ||
    compareRelease(a.release, b.release) ||
    rankOfPre(a) - rankOfPre(b) ||
    compareDigits(a.pre?.number ?? "0", b.pre?.number ?? "0") ||
    // Before every post-release comes the version without one; after every development release the version without one.
    compareDigits(a.post ?? "", b.post ?? "") ||
    (a.dev === undefined || b.dev === undefined ? Number(a.dev === undefined) - Number(b.dev === undefined) : compareDigits(a.dev, b.dev))
  );
}

/** Positive where the first is newer. An invalid version is older than every valid one. */
export function compareVersionTexts(a: string, b: string): number {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  if (left === undefined || right === undefined) return Number(left !== undefined) - Number(right !== undefined);
  return compareVersions(left, right);
}

/** `1.0` and `1` are equal. */
export function compareRelease(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < a.length || index < b.length; index++) {
    const difference = compareDigits(a[index] ?? "0", b[index] ?? "0");
    if (difference !== 0) return difference;
  }
  return 0;
}

const RANKS = { a: 1, b: 2, rc: 3 } as const;

/** A development release of a final version comes before its first pre-release. */
function rankOfPre({ pre, post, dev }: Version): number {
  if (pre !== undefined) return RANKS[pre.letter];
  return post === undefined && dev !== undefined ? 0 : 4;
}

/** Words come before numbers, and a longer one after its own beginning. */
function compareLocal(a: Version["local"], b: Version["local"]): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  for (const [index, part] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const [isNumber, isOtherNumber] = [DIGITS.test(part), DIGITS.test(other)];
    if (isNumber !== isOtherNumber) return isNumber ? 1 : -1;
    const difference = isNumber ? compareDigits(digits(part), digits(other)) : part < other ? -1 : part > other ? 1 : 0;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

const DIGITS = /^[0-9]+$/;

/** In the normal form. */
export function versionText({ epoch, release, pre, post, dev, local }: Version): string {
  const parts = [
    epoch === "0" ? "" : `${epoch}!`,
    release.join("."),
    pre === undefined ? "" : pre.letter + pre.number,
    post === undefined ? "" : `.post${post}`,
    dev === undefined ? "" : `.dev${dev}`,
    local === undefined ? "" : `+${local.map((part) => (DIGITS.test(part) ? digits(part) : part)).join(".")}`,
  ];
  return parts.join("");
}

export function next(number: string): string {
  return String(BigInt(number) + 1n);
}
