/** A crate that a manifest or a package names: a word with a requirement (`widget>=1.0`), or a table with `name` and `version`. */

import { BARE } from "../ecosystems/prefixes.ts";
import { isFlaw } from "../predicates/flaw.ts";
import { parseAtom } from "../predicates/parse-atom.ts";
import type { Atom } from "../predicates/predicate.ts";
import type { Finding } from "./report.ts";

/** The version in a table is in the ecosystem's own syntax. */
export function readPackage(reference: string | { readonly name: string; readonly version?: string | undefined }): Atom | Finding {
  const { name, version } = typeof reference === "string" ? { name: reference, version: undefined } : reference;
  const atom = parseAtom(version === undefined ? name : `${name}{${version}}`);
  if (isFlaw(atom)) return { message: atom.problem, ...(atom.hint === undefined ? {} : { hint: atom.hint }) };
  const { ecosystem } = atom;
  if (atom.name !== "*" && ecosystem === BARE && (version === undefined || atom.name === name)) return atom;
  return { message: `\`${name}\` is not a valid crate name`, hint: "write one name, and put the version in `version`" };
}
