/** The prefixes of atoms: those of the ecosystems with a folder, and of those without one yet. */

import { lookUp, tableOf } from "../lookup.ts";
import { ECOSYSTEMS } from "./list.ts";

/** The ecosystem of an atom without a prefix, as in the first dialect. */
export const BARE = "cargo";

/** How names are spelled where there is no folder: such atoms are valid, but no workspace meets them. */
export const WITHOUT_FOLDER = tableOf({
  npm: /^(@[\w.~-]+\/)?[A-Za-z0-9_-][\w.~-]*$/,
  pypi: /^[A-Za-z0-9]([\w.-]*[A-Za-z0-9])?$/,
  go: /^[A-Za-z0-9][\w.~-]*(\/[\w.~-]+)*$/,
});
const ANY_NAME = /^[\w@][\w@./~+-]*$/;

export function allPrefixes(): readonly string[] {
  return [...new Set([...ECOSYSTEMS.map(({ name }) => name), ...Object.keys(WITHOUT_FOLDER)])];
}

/** For a prefix whose ecosystem has no folder. */
export function mayBeName(prefix: string, text: string): boolean {
  return (lookUp(WITHOUT_FOLDER, prefix) ?? ANY_NAME).test(text);
}
