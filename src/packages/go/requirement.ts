/** Requirements on Go's versions. In braces Go's queries count (`v1.2.3` exactly, `v1.2` any of these, `>=v1.2.0`), with spaces or commas between. */

import { limitsAround, type Numbers, shorten } from "../atom-requirement.ts";
import { type Comparator, type Operator, OPERATORS, type Requirement, type Unsound } from "../ecosystem.ts";
import { compareParsed, parseGoVersion } from "./version.ts";

export function requirementOf(comparators: readonly Comparator[]): Requirement | Unsound {
  const bounds: { readonly operator: Operator; readonly wanted: Numbers }[] = [];
  for (const { operator, version } of comparators) {
    const parsed = parseGoVersion(version.trim());
    if (parsed === undefined) return { problem: `"${shorten(operator + version)}" is not a version requirement` };
    bounds.push({ operator, wanted: parsed });
  }
  const own = comparators.map(({ operator, version }) => `${operator}v${version.trim().replace(/^v/, "")}`).join(",");
  return {
    text: comparators.map(({ operator, version }) => operator + version).join(","),
    own: own === "" ? ANY : own,
    matches: (offered) => {
      const parsed = parseGoVersion(offered);
      return parsed !== undefined && bounds.every(({ operator, wanted }) => MEETS[operator](wanted, parsed));
    },
    limits: () => ["v0.0.0", ...bounds.flatMap(({ wanted }) => limitsAround(wanted, "v"))],
  };
}

export const ANY = "*";
const MOST_COMPARATORS = 32;

/** The text in an atom's braces. */
export function ownRequirement(text: string): Requirement | Unsound {
  const written = text.trim();
  if (written === ANY) return requirementOf([]);
  // An operator may stand apart from its version.
  const parts = written.replace(/([<>=^~]) +/g, "$1").split(/(?<! ) *, *|, *| +/);
  if (parts.length > MOST_COMPARATORS) return { problem: `has more than ${MOST_COMPARATORS} comparators` };
  const comparators = parts.map((part): Comparator => {
    const operator = OPERATORS.find((each) => part.startsWith(each));
    return { operator: operator ?? "==", version: part.slice(operator?.length ?? 0) };
  });
  const meant = requirementOf(comparators);
  return "problem" in meant ? meant : { ...meant, text: written };
}

type Meets = (wanted: Numbers, version: Numbers) => boolean;

const isFrom: Meets = (wanted, version) => compareParsed(version, wanted) >= 0;

/** `>1.2` excludes every version that begins with 1.2. */
const isAbove: Meets = (wanted, version) =>
  compareParsed(version, wanted) > 0 && !(wanted.patch === undefined && beginsWith(wanted, version));

function beginsWith({ major, minor, patch }: Numbers, version: Numbers): boolean {
  return (
    version.major === major &&
    (minor === undefined || (version.minor ?? "0") === minor) &&
    (patch === undefined || (version.patch ?? "0") === patch)
  );
}

/** The leftmost number that is not zero must be equal. */
const isCompatible: Meets = (wanted, version) => {
  const { major, minor, patch } = wanted;
  if (version.major !== major || !isFrom(wanted, version)) return false;
  if (major !== "0" || minor === undefined) return true;
  if ((version.minor ?? "0") !== minor) return false;
  return minor !== "0" || patch === undefined || (version.patch ?? "0") === patch;
};

const MEETS: Readonly<Record<Operator, Meets>> = {
  ">=": isFrom,
  "<": (wanted, version) => !isFrom(wanted, version),
  ">": isAbove,
  "<=": (wanted, version) => !isAbove(wanted, version),
  "==": (wanted, version) => isFrom(wanted, version) && !isAbove(wanted, version),
  "^": isCompatible,
  "=": isCompatible,
  "~": (wanted, version) => beginsWith({ ...wanted, patch: undefined }, version) && isFrom(wanted, version),
};
