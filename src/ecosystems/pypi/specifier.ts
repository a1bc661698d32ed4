/** One version specifier of PEP 440: an operator, a version, and what they accept. */

import { compareDigits } from "../../canonical/semantic-version.ts";
import { comparePublic, compareRelease, compareVersions, isPrerelease, next, parseVersion, type Version, versionText } from "./version.ts";

export interface Specifier {
  readonly operator: SpecifierOperator;
  /** Compared as it is by `===`. */
  readonly written: string;
  /** Absent for `===`. */
  readonly version: Version | undefined;
  /** `==1.2.*`. */
  readonly isPrefix: boolean;
}

export type SpecifierOperator = "===" | "~=" | "==" | "!=" | "<=" | ">=" | "<" | ">";

const OPERATORS: readonly SpecifierOperator[] = ["===", "~=", "==", "!=", "<=", ">=", "<", ">"];
const PREFIX = /^v?(?:[0-9]+!)?[0-9]+(?:\.[0-9]+)*\.\*$/i;

export function parseSpecifier(text: string): Specifier | undefined {
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
  return (
    version.epoch === epoch &&
    compareRelease(version.release, release) === 0 &&
    version.pre?.letter === pre?.letter &&
    version.pre?.number === pre?.number
  );
}

export const MEETS: Readonly<Record<SpecifierOperator, Meets>> = {
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
export function limitsOf({ operator, written, version, isPrefix }: Specifier): string[] {
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
  const own = { epoch, release, ...(pre === undefined ? {} : { pre }), ...(post === undefined ? {} : { post }) };
  if (dev !== undefined) return [versionText({ ...own, dev: next(dev) })];
  if (post !== undefined) return [versionText({ ...own, post: next(post), dev: "0" })];
  if (operator === "!=") return [versionText({ ...own, post: "0", dev: "0" })];
  if (pre !== undefined) return [versionText({ ...own, pre: { letter: pre.letter, number: next(pre.number) }, dev: "0" })];
  return [versionText({ epoch, release: [...release, "0", "0", "0", "1"], dev: "0" })];
}
