/** Ranges of versions by node-semver. */

import Range from "semver/classes/range.js";

/** Far above any real one: alternatives and comparators are tried one by one. */
const LONGEST = 1_024;

/** `undefined` where the text is not one. */
export function rangeOf(text: string): Range | undefined {
  if (text.length > LONGEST) return undefined;
  try {
    return new Range(text);
  } catch {
    return undefined;
  }
}
