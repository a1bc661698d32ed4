/** The prefixes of atoms. */

import { ECOSYSTEMS } from "./list.ts";

export function allPrefixes(): readonly string[] {
  return ECOSYSTEMS.map(({ name }) => name);
}
