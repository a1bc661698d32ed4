/** Semantic versions of Symposium and of packages: three numbers of up to 64 bits, a pre-release, and build metadata, which is ignored. */

export interface Version {
  /** Decimal digits: they may exceed what a JavaScript number can hold exactly. */
  readonly major: string;
  readonly minor: string;
  readonly patch: string;
  /** Empty in a release. */
  readonly pre: string;
}

export const NUMBER = "0|[1-9][0-9]*";

/** A part of a pre-release that is all digits has no leading zero; in build metadata it may. */
export const PRE = "(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*";
export const BUILD = "[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*";

const VERSION = new RegExp(`^(${NUMBER})\\.(${NUMBER})\\.(${NUMBER})(?:-(${PRE}))?(?:\\+${BUILD})?$`);

/** `undefined` for an invalid version; nothing is trimmed or completed. */
export function parseVersion(text: string): Version | undefined {
  const [, major, minor, patch, pre] = VERSION.exec(text) ?? [];
  if (major === undefined || minor === undefined || patch === undefined) return undefined;
  return [major, minor, patch].every(isSmallEnough) ? { major, minor, patch, pre: pre ?? "" } : undefined;
}

const LARGEST = "18446744073709551615";

export function isSmallEnough(digits: string): boolean {
  return compareDigits(digits, LARGEST) <= 0;
}

/** Negative, zero or positive. Without leading zeros the longer number is the larger. */
export function compareDigits(a: string, b: string): number {
  return a.length - b.length || compareText(a, b);
}

export function compareVersions(a: Version, b: Version): number {
  return compareDigits(a.major, b.major) || compareDigits(a.minor, b.minor) || compareDigits(a.patch, b.patch) || comparePre(a.pre, b.pre);
}

/** Positive where the first is newer. An invalid version is older than every valid one. */
export function compareVersionTexts(a: string, b: string): number {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  if (left === undefined || right === undefined) return Number(left !== undefined) - Number(right !== undefined);
  return compareVersions(left, right);
}

/** Whether a version is offered to a user of `current`. A pre-release is offered only to users of one, an invalid version never. */
export function isNewer(candidate: string, current: string): boolean {
  const [offered, present] = [parseVersion(candidate), parseVersion(current)];
  if (offered === undefined || present === undefined || (offered.pre !== "" && present.pre === "")) return false;
  return compareVersions(offered, present) > 0;
}

/** A release comes after all of its pre-releases. */
export function comparePre(a: string, b: string): number {
  if (a === "" || b === "") return (a === "" ? 1 : 0) - (b === "" ? 1 : 0);
  const [left, right] = [a.split("."), b.split(".")];
  for (const [index, part] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const difference = comparePart(part, other);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

const DIGITS = /^[0-9]+$/;

/** Numbers by size and before words; words by their bytes. */
function comparePart(a: string, b: string): number {
  const [isNumber, isOtherNumber] = [DIGITS.test(a), DIGITS.test(b)];
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return isNumber ? compareDigits(a, b) : compareText(a, b);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
