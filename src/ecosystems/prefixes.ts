/** The prefixes of atoms. */

import { ECOSYSTEMS } from "./list.ts";

/** The ecosystem of an atom without a prefix, as in the first dialect. */
export const BARE = "cargo";

export function allPrefixes(): readonly string[] {
  return ECOSYSTEMS.map(({ name }) => name);
}
