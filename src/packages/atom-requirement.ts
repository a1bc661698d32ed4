/** What requirements have in common, whatever the ecosystem. */

import type { Comparator, Requirement, Unsound } from "./ecosystem.ts";

/** `ownOf` puts an atom's comparator into the ecosystem's own syntax; `undefined` for an invalid version. */
export function requirementByOperators(
  comparators: readonly Comparator[],
  ownOf: (comparator: Comparator) => readonly string[] | undefined,
  read: (own: readonly string[]) => Requirement | Unsound,
): Requirement | Unsound {
  const own: string[] = [];
  for (const one of comparators) {
    const parts = ownOf(one);
    if (parts === undefined) return { problem: `"${shorten(one.operator + one.version)}" is not a version requirement` };
    own.push(...parts);
  }
  const meant = read(own);
  return "problem" in meant ? meant : { ...meant, text: comparators.map(({ operator, version }) => operator + version).join(",") };
}

/** A single `=` accepts compatible versions, `==` exactly that version. */
export function withCaret({ operator, version }: Comparator): readonly string[] {
  return [(operator === "==" ? "=" : operator === "=" ? "^" : operator) + version];
}

/** Decimal digits of any length. */
export interface Numbers {
  readonly major: string;
  readonly minor: string | undefined;
  readonly patch: string | undefined;
  /** Empty in a release. */
  readonly pre: string;
}

/** The lowest versions that a comparator can allow, whatever its operator: its own, the release after it, and the next of each number. */
export function limitsAround({ major, minor = "0", patch = "0", pre }: Numbers, start = ""): string[] {
  const next = (digits: string) => String(BigInt(digits) + 1n);
  const own = `${start}${major}.${minor}.${patch}`;
  const after = [`${start}${major}.${minor}.${next(patch)}`, `${start}${major}.${next(minor)}.0`, `${start}${next(major)}.0.0`];
  return [...(pre === "" ? [] : [`${own}-${pre}`]), own, ...after];
}

/** As a message quotes it: a hostile file may have one of any length. */
export function shorten(text: string, most = 60): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
