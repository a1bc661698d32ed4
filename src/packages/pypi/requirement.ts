/**
 * Version specifiers by PEP 440. A specifier accepts the same texts and matches the same versions as `SpecifierSet.contains` of Python's
 * `packaging` 26: a pre-release matches, because the version in use has no alternatives.
 */

import { compareDigits } from "../../model/semantic-version.ts";
import { requirementByOperators, shorten } from "../atom-requirement.ts";
import type { Comparator, Requirement, Unsound } from "../ecosystem.ts";
import { comparePublic, compareRelease, compareVersions, isPrerelease, next, parseVersion, type Version, versionText } from "./version.ts";

/** The text in a manifest or in the braces of an atom: `~=4.2`, `>=1,!=1.5.*`, or `*` for any version. */
export function ownRequirement(text: string): Requirement | Unsound {
  const trimmed = text.trim();
  if (trimmed === "*") return requirement(trimmed, []);
  const parts = trimmed.split(",");
  if (parts.length > MOST_SPECIFIERS) return { problem: `has more than ${MOST_SPECIFIERS} specifiers` };
  const specifiers: Specifier[] = [];
  for (const written of parts.map((part) => part.trim()).filter((part) => part !== "")) {
    const specifier = parseSpecifier(written);
    if (specifier === undefined) return { problem: `"${shorten(written)}" is not a version specifier` };
    specifiers.push(specifier);
  }
  return requirement(trimmed, specifiers);
}

/** An atom's operators: `=` and `^` keep the leftmost number that is not zero, `~` the second; the others are PEP 440's. */
export function requirementOf(comparators: readonly Comparator[]): Requirement | Unsound {
  return requirementByOperators(comparators, specifiersOf, (own) => ownRequirement(own.join(",")));
}

function specifiersOf({ operator, version }: Comparator): readonly string[] | undefined {
  const written = version.trim();
  if (!/^[0-9v]/i.test(written)) return undefined;
  if (operator !== "=" && operator !== "^" && operator !== "~")
    return parseSpecifier(operator + written) === undefined ? undefined : [operator + written];
  const parsed = parseVersion(written);
  return parsed && [`>=${written}`, `<${versionText(operator === "~" ? afterTilde(parsed) : afterCaret(parsed))}`];
}

export function exactRequirement(version: string): string {
  return parseVersion(version) === undefined ? `===${version}` : `==${version}`;
}

/** The first version that a caret does not allow. */
export function afterCaret({ epoch, release }: Version): Version {
  const first = release.findIndex((number) => number !== "0");
  return bumped(epoch, release, first === -1 ? release.length - 1 : first);
}

/** The first version that a tilde does not allow. */
export function afterTilde({ epoch, release }: Version): Version {
  return bumped(epoch, release, Math.min(release.length - 1, 1));
}

function bumped(epoch: string, release: readonly string[], at: number): Version {
  return { epoch, release: [...release.slice(0, at), next(release[at] ?? "0")] };
}

const MOST_SPECIFIERS = 64;

function requirement(text: string, specifiers: readonly Specifier[]): Requirement {
  const matches = (offered: string) => {
    const version = parseVersion(offered);
    return specifiers.every((one) => meets(one, offered, version)) && (version !== undefined || specifiers.length > 0);
  };
  return { text, own: text, matches, limits: () => ["0.dev0", ...specifiers.flatMap(limitsOf)] };
}

function meets(one: Specifier, offered: string, version: Version | undefined): boolean {
  if (one.version === undefined) return offered.toLowerCase() === one.written.toLowerCase();
  return version !== undefined && MEETS[one.operator](version, one.version, one.isPrefix);
}

const OPERATORS = ["===", "~=", "==", "!=", "<=", ">=", "<", ">"] as const;

interface Specifier {
  readonly operator: (typeof OPERATORS)[number];
  /** Compared as it is by `===`. */
  readonly written: string;
  /** Absent for `===`. */
  readonly version: Version | undefined;
  /** `==1.2.*`. */
  readonly isPrefix: boolean;
}

const PREFIX = /^v?(?:[0-9]+!)?[0-9]+(?:\.[0-9]+)*\.\*$/i;

function parseSpecifier(text: string): Specifier | undefined {
  const operator = OPERATORS.find((one) => text.startsWith(one));
  if (operator === undefined) return undefined;
  const written = text.slice(operator.length).trim();
  if (operator === "===") return /[\s;)]/.test(written) ? undefined : { operator, written, version: undefined, isPrefix: false };
  const isEquality = operator === "==" || operator === "!=";
  const isPrefix = isEquality && PREFIX.test(written);
  const version = parseVersion(isPrefix ? written.slice(0, -2) : written);
  if (version === undefined || (version.local !== undefined && !isEquality)) return undefined;
  if (operator === "~=" && version.release.length < 2) return undefined;
  return { operator, written, version, isPrefix };
}

type Meets = (version: Version, wanted: Version, isPrefix: boolean) => boolean;

/** Missing numbers are zeros. */
function beginsWith({ epoch, release }: Version, prefix: Version): boolean {
  return epoch === prefix.epoch && prefix.release.every((number, index) => compareDigits(release[index] ?? "0", number) === 0);
}

const isEqual: Meets = (version, wanted, isPrefix) =>
  isPrefix ? beginsWith(version, wanted) : (wanted.local === undefined ? comparePublic : compareVersions)(version, wanted) === 0;

const isFrom: Meets = (version, wanted) => compareVersions(version, wanted) >= 0;

/** `>1.0` excludes `1.0.post1`, which is the same release. */
function isPostOf(version: Version, { epoch, release, pre, post, dev }: Version): boolean {
  if (post !== undefined || dev !== undefined || version.post === undefined) return false;
  const isSamePre = version.pre?.letter === pre?.letter && version.pre?.number === pre?.number;
  return isSamePre && version.epoch === epoch && compareRelease(version.release, release) === 0;
}

const MEETS: Readonly<Record<Specifier["operator"], Meets>> = {
  "===": () => false,
  "==": isEqual,
  "!=": (version, wanted, isPrefix) => !isEqual(version, wanted, isPrefix),
  ">=": isFrom,
  "<=": (version, wanted) => comparePublic(version, wanted) <= 0,
  ">": (version, wanted) => comparePublic(version, wanted) > 0 && !isPostOf(version, wanted),
  // `<1.0` excludes the pre-releases of 1.0.
  "<": (version, wanted) => compareVersions(version, isPrerelease(wanted) ? wanted : { ...wanted, dev: "0" }) < 0,
  "~=": (version, wanted) => isFrom(version, wanted, false) && beginsWith(version, { ...wanted, release: wanted.release.slice(0, -1) }),
};

/** The lowest versions that a specifier allows. Above an exclusive limit there is no lowest one: a very near one stands for it. */
function limitsOf({ operator, written, version, isPrefix }: Specifier): string[] {
  if (version === undefined) return [written];
  if (operator === "<" || operator === "<=") return [];
  if (operator === "!=" && isPrefix) {
    const { epoch, release } = version;
    return [versionText({ epoch, release: [...release.slice(0, -1), next(release.at(-1) ?? "0")], dev: "0" })];
  }
  if (operator === "==" && isPrefix) return [versionText({ ...version, dev: "0" })];
  return operator === ">" || operator === "!=" ? after(version, operator) : [versionText(version)];
}

function after(version: Version, operator: ">" | "!="): string[] {
  const { epoch, release, pre, post, dev } = version;
  const own = { epoch, release, pre, post, dev: "0" };
  if (dev !== undefined) return [versionText({ ...own, dev: next(dev) })];
  if (post !== undefined) return [versionText({ ...own, post: next(post) })];
  if (operator === "!=") return [versionText({ ...own, post: "0" })];
  if (pre !== undefined) return [versionText({ ...own, pre: { letter: pre.letter, number: next(pre.number) } })];
  return [versionText({ ...own, release: [...release, "0", "0", "0", "1"] })];
}
