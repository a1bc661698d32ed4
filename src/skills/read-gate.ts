/** The gate in a skill's frontmatter: `crates` or `depends-on`, and `predicates`; each a text with commas or a list. */

import type { Problem } from "../documents/problem.ts";
import { type Flaw, isFlaw } from "../predicates/flaw.ts";
import { parseAtomList } from "../predicates/parse-atom-list.ts";
import { parsePredicateList } from "../predicates/parse-predicate.ts";
import { type Gate, OPEN } from "../predicates/predicate.ts";
import type { Field, Frontmatter } from "./frontmatter.ts";

export interface ReadGate {
  /** `OPEN` itself where nothing is required; absent where an error says why. */
  readonly value?: Gate;
  readonly problems: readonly Problem[];
}

/** An invalid gate never counts as open. */
export function readGate(file: string, frontmatter: Frontmatter): ReadGate {
  if (frontmatter.kind !== "read") return { value: OPEN, problems: [] };
  const [crates, dependsOn] = [frontmatter.field("crates"), frontmatter.field("depends-on")];
  if (crates !== undefined && dependsOn !== undefined) {
    const message = "has both `crates` and `depends-on`, which mean the same";
    return { problems: [{ severity: "error", file, position: dependsOn.position, message, hint: "keep one of them" }] };
  }
  const atoms = parsed(file, crates === undefined ? "depends-on" : "crates", crates ?? dependsOn, parseAtomList);
  const predicates = parsed(file, "predicates", frontmatter.field("predicates"), parsePredicateList);
  const problems = [...atoms.problems, ...predicates.problems];
  if (problems.length > 0) return { problems };
  const isOpen = atoms.value.length === 0 && predicates.value.length === 0;
  return { value: isOpen ? OPEN : { dependsOn: atoms.value, predicates: predicates.value }, problems };
}

type Parsed<T> = { readonly value: readonly T[]; readonly problems: readonly Problem[] };

function parsed<T extends object>(
  file: string,
  key: string,
  field: Field | undefined,
  parse: (value: string | readonly string[]) => readonly T[] | Flaw,
): Parsed<T> {
  if (field === undefined || field.isEmpty) return { value: [], problems: [] };
  const bad = (message: string, hint: string | undefined, position = field.position): Parsed<T> => ({
    value: [],
    problems: [{ severity: "error", file, position, message: `\`${key}\` ${message}`, ...(hint === undefined ? {} : { hint }) }],
  });
  const notText = field.list?.find(({ text }) => text === undefined);
  if (notText !== undefined) return bad("must be a string or a list of strings", "put the value into quotes", notText.position);
  const value = field.text ?? field.list?.flatMap(({ text }) => text ?? []);
  if (value === undefined) return bad("must be a string or a list of strings", "put the value into quotes");
  const read = parse(value);
  return isFlaw(read)
    ? bad(`is invalid: ${read.problem}`, read.hint, field.list?.[read.index ?? 0]?.position)
    : { value: read, problems: [] };
}
