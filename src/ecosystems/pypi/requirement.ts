/**
 * Version specifiers by PEP 440. A specifier accepts the same texts and matches the same versions as `SpecifierSet.contains` of Python's
 * `packaging` 26: a pre-release matches, because the version in use has no alternatives.
 */

import type { Comparator, Requirement, Unsound } from "../ecosystem.ts";
import { limitsOf, MEETS, parseSpecifier, type Specifier } from "./specifier.ts";
import { next, parseVersion, type Version, versionText } from "./version.ts";
import { shorten } from "../shortened.ts";

/** The text in a manifest or in the braces of an atom: `~=4.2`, `>=1,!=1.5.*`, or `*` for any version. */
export function ownRequirement(text: string): Requirement | Unsound {
  const trimmed = text.trim();
  if (trimmed === "*") return requirement(trimmed, []);
  const parts = trimmed.split(",");
  if (parts.length > MOST_SPECIFIERS) return { problem: `has more than ${MOST_SPECIFIERS} specifiers` };
  const specifiers: Specifier[] = [];
  for (const part of parts) {
    const written = part.trim();
    if (written === "") continue;
    const specifier = parseSpecifier(written);
    if (specifier === undefined) return { problem: `"${shorten(written)}" is not a version specifier` };
    specifiers.push(specifier);
  }
  return requirement(trimmed, specifiers);
}

/** An atom's operators: `=` and `^` keep the leftmost number that is not zero, `~` the second; the others are PEP 440's. */
export function requirementOf(comparators: readonly Comparator[]): Requirement | Unsound {
  const own: string[] = [];
  for (const { operator, version } of comparators) {
    const written = version.trim();
    const parsed = parseVersion(written);
    const isRange = operator === "=" || operator === "^" || operator === "~";
    if (!/^[0-9v]/i.test(written) || (isRange ? parsed === undefined : parseSpecifier(operator + written) === undefined))
      return { problem: `"${shorten(operator + version)}" is not a version requirement` };
    if (!isRange) own.push(operator + written);
    else if (parsed !== undefined) own.push(`>=${written}`, `<${versionText(operator === "~" ? afterTilde(parsed) : afterCaret(parsed))}`);
  }
  const meant = ownRequirement(own.join(","));
  if ("problem" in meant) return meant;
  return { ...meant, text: comparators.map(({ operator, version }) => operator + version).join(",") };
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
    for (const one of specifiers) if (!meets(one, offered, version)) return false;
    return version !== undefined || specifiers.length > 0;
  };
  return { text, own: text, matches, limits: () => ["0.dev0", ...specifiers.flatMap(limitsOf)] };
}

function meets(one: Specifier, offered: string, version: Version | undefined): boolean {
  if (one.version === undefined) return offered.toLowerCase() === one.written.toLowerCase();
  return version !== undefined && MEETS[one.operator](version, one.version, one.isPrefix);
}
