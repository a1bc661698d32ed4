/** npm's version requirements, by node-semver, loaded when called. Vectors made with it alone are in `test/packages/npm/fixtures/requirements.json`. */

import Range from "semver/classes/range.js";

import { limitsAround, requirementByOperators, shorten, withCaret } from "../atom-requirement.ts";
import type { Comparator, Requirement, Unsound } from "../ecosystem.ts";

/** The text in a manifest or in the braces of an atom: `>=18 <20 || ^21`, `1.2 - 1.4`, `1.x`. A tag such as `latest` is not a requirement. */
export function ownRequirement(text: string): Requirement | Unsound {
  const own = text.trim();
  const range = rangeOf(own);
  if (range === undefined) return { problem: `"${shorten(own)}" is not a version requirement` };
  return { text: own, own, matches: (version) => range.test(version), limits: () => limitsOf(range) };
}

export function requirementOf(comparators: readonly Comparator[]): Requirement | Unsound {
  const ownOf = ({ operator, version }: Comparator) =>
    VERSION.test(version.trim()) ? withCaret({ operator, version: version.trim() }) : undefined;
  return requirementByOperators(comparators, ownOf, (own) => ownRequirement(own.join(" ")));
}

export function exactRequirement(version: string): string {
  return `=${version}`;
}

const VERSION = /^[0-9][0-9A-Za-z.+*-]*$/;

/** The lowest versions that each comparator can allow: its own, those right after it, and the next of each number. */
function limitsOf({ set }: Range): string[] {
  const limits = new Set(["0.0.0"]);
  for (const { semver } of set.flat()) {
    // Without a version the comparator is `*`.
    if (typeof semver?.major !== "number") continue;
    const { major, minor, patch, prerelease } = semver;
    const pre = prerelease.join(".");
    if (pre !== "") limits.add(`${major}.${minor}.${patch}-${pre}.0`);
    for (const limit of limitsAround({ major: `${major}`, minor: `${minor}`, patch: `${patch}`, pre })) limits.add(limit);
  }
  return [...limits];
}

/** Far above any real one: alternatives and comparators are tried one by one. */
const LONGEST = 1_024;

function rangeOf(text: string): Range | undefined {
  if (text.length > LONGEST) return undefined;
  try {
    return new Range(text);
  } catch {
    return undefined;
  }
}
