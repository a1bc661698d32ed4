/** A package that a manifest or another package names: a word with a requirement (`widget>=1.0`), or a table with `name` and `version`. */

import { ecosystemNamed } from "../ecosystems/list.ts";
import { BARE } from "../ecosystems/bare-prefix.ts";
import { isFlaw } from "../predicates/flaw.ts";
import { parseAtom } from "../predicates/parse-atom.ts";
import type { Atom } from "../predicates/predicate.ts";
import type { Finding } from "./report.ts";

/** The version in a table is in the ecosystem's own syntax. */
export function readPackage(
  reference: string | { readonly name: string; readonly version?: string | undefined },
  ecosystem = BARE,
): Atom | Finding {
  const { name, version } = typeof reference === "string" ? { name: reference, version: undefined } : reference;
  const prefix = ecosystem === BARE ? "" : `${ecosystem}:`;
  const atom = parseAtom(prefix + (version === undefined ? name : `${name}{${version}}`));
  if (isFlaw(atom)) return { message: atom.problem, ...(atom.hint === undefined ? {} : { hint: atom.hint }) };
  if (atom.name !== "*" && atom.ecosystem === ecosystem && (version === undefined || atom.name === name)) return atom;
  return {
    message: `\`${name}\` is not a valid ${ecosystemNamed(ecosystem)?.packageWord ?? "package"} name`,
    hint: "write one name, and put the version in `version`",
  };
}
