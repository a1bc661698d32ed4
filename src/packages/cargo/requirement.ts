/** Cargo's version requirements, as the `semver` crate reads them. Vectors made with it are in `test/fixtures/cargo-requirements.json`. */

import { BUILD, compareDigits, comparePre, isSmallEnough, NUMBER, parseVersion, PRE, type Version } from "../../model/semantic-version.ts";
import { limitsAround, type Numbers, requirementByOperators, shorten, withCaret } from "../atom-requirement.ts";
import type { Comparator as AtomComparator, Requirement, Unsound } from "../ecosystem.ts";

/** The text in a manifest or in the braces of an atom: `^1.2, <1.5`, `1.*`, `*`. */
export function cargoRequirement(text: string): Requirement | Unsound {
  const trimmed = withoutSpaces(text);
  if (/^[*xX]$/.test(trimmed)) return requirement(trimmed, []);
  const parts = trimmed.split(",");
  if (parts.length > MOST_COMPARATORS) return { problem: `has more than ${MOST_COMPARATORS} comparators` };
  const comparators: Comparator[] = [];
  for (const part of parts) {
    const comparator = parseComparator(withoutSpaces(part));
    if (comparator === undefined) return { problem: `"${shorten(part)}" is not a version requirement` };
    comparators.push(comparator);
  }
  return requirement(trimmed, comparators);
}

export function requirementOfAtom(comparators: readonly AtomComparator[]): Requirement | Unsound {
  const ownOf = (one: AtomComparator) => (/^ *[0-9][^,]*$/.test(one.version) ? withCaret(one) : undefined);
  return requirementByOperators(comparators, ownOf, (own) => cargoRequirement(own.join(",")));
}

export function exactRequirement(version: string): string {
  return `=${version}`;
}

const MOST_COMPARATORS = 32;

/** Other white space than spaces is refused. */
function withoutSpaces(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === " ") start++;
  while (end > start && text[end - 1] === " ") end--;
  return text.slice(start, end);
}

interface Comparator extends Numbers {
  readonly operator: CargoOperator;
}

const WILDCARD = "[*xX]";
const COMPARATOR = new RegExp(
  `^(>=|<=|[=><~^])? *(${NUMBER})(?:\\.(?:(${WILDCARD})(?:\\.${WILDCARD})?|(${NUMBER})(?:\\.(?:(${WILDCARD})|(${NUMBER})(?:-(${PRE}))?(?:\\+${BUILD})?))?))?$`,
);

function parseComparator(text: string): Comparator | undefined {
  const found = COMPARATOR.exec(text);
  const [, operator, major, wildMinor, minor, wildPatch, patch, pre] = found ?? [];
  if (major === undefined) return undefined;
  if (![major, minor, patch].every((digits) => digits === undefined || isSmallEnough(digits))) return undefined;
  const byDefault = wildMinor === undefined && wildPatch === undefined ? "^" : "=";
  return { operator: (operator ?? byDefault) as CargoOperator, major, minor, patch, pre: pre ?? "" };
}

function requirement(text: string, comparators: readonly Comparator[]): Requirement {
  const matches = (written: string) => {
    const version = parseVersion(written);
    if (version === undefined || !comparators.every((one) => MEETS[one.operator](one, version))) return false;
    // Only a comparator that names a pre-release of the same three numbers matches a pre-release.
    const { major, minor, patch } = version;
    const isNamed = (one: Comparator) => one.pre !== "" && one.major === major && one.minor === minor && one.patch === patch;
    return version.pre === "" || comparators.some(isNamed);
  };
  return { text, own: text, matches, limits: () => ["0.0.0", ...comparators.flatMap((one) => limitsAround(one))] };
}

type CargoOperator = "=" | ">" | ">=" | "<" | "<=" | "~" | "^";
type Meets = (wanted: Comparator, version: Version) => boolean;

const isWithin: Meets = (wanted, version) =>
  version.major === wanted.major &&
  (wanted.minor === undefined || version.minor === wanted.minor) &&
  (wanted.patch === undefined || version.patch === wanted.patch);

const isExactly: Meets = (wanted, version) => isWithin(wanted, version) && version.pre === wanted.pre;

/** The side of the bound on which a version is; 0 on it, and everywhere within a bound that omits numbers. */
function sideOf(wanted: Comparator, version: Version): number {
  const byMajor = compareDigits(version.major, wanted.major);
  if (byMajor !== 0 || wanted.minor === undefined) return byMajor;
  const byMinor = compareDigits(version.minor, wanted.minor);
  if (byMinor !== 0 || wanted.patch === undefined) return byMinor;
  return compareDigits(version.patch, wanted.patch) || comparePre(version.pre, wanted.pre);
}

const isTilde: Meets = (wanted, version) => {
  if (version.major !== wanted.major || (wanted.minor !== undefined && version.minor !== wanted.minor)) return false;
  const byPatch = wanted.patch === undefined ? 0 : compareDigits(version.patch, wanted.patch);
  return byPatch === 0 ? comparePre(version.pre, wanted.pre) >= 0 : byPatch > 0;
};

/** The leftmost non-zero number must be equal. */
const isCaret: Meets = (wanted, version) => {
  const { major, minor, patch } = wanted;
  if (version.major !== major) return false;
  if (minor === undefined) return true;
  if (major === "0" && version.minor !== minor) return false;
  if (patch === undefined) return compareDigits(version.minor, minor) >= 0;
  if (major === "0" && minor === "0" && version.patch !== patch) return false;
  return sideOf(wanted, version) >= 0;
};

const MEETS: Readonly<Record<CargoOperator, Meets>> = {
  "=": isExactly,
  ">": (wanted, version) => sideOf(wanted, version) > 0,
  ">=": (wanted, version) => isExactly(wanted, version) || sideOf(wanted, version) > 0,
  "<": (wanted, version) => sideOf(wanted, version) < 0,
  "<=": (wanted, version) => isExactly(wanted, version) || sideOf(wanted, version) < 0,
  "~": isTilde,
  "^": isCaret,
};
