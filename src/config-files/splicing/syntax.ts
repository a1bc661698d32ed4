/** What a syntax (TOML, YAML) must provide for its files to be edited, and the checks that each edit must pass. */

import type { Json } from "../../canonical/json.ts";
import type { Entry, Insertion, Place } from "../editor.ts";
import type { ParsedText } from "./format.ts";
import { refusal } from "./refusal.ts";
import { type Splice, spliced } from "./splices.ts";
import { isWithout, sameValue, withValue } from "./value-edits.ts";

/** Every function here may throw a `refusal`. */
export interface Syntax<Parsed extends ParsedText> {
  readonly parse: (text: string) => Parsed;
  /** One step towards the entry: the entry itself, or a container that it needs; then the next step is requested. */
  readonly insert: (parsed: Parsed, entry: Entry) => Step;
  /** Removes the value at a place; an insertion says which bytes came with it. */
  readonly cut: (parsed: Parsed, place: Place, insertion?: Insertion) => readonly Splice[];
  /** Removes an empty container; `undefined` where something is left in it, even a comment. */
  readonly cutContainer: (parsed: Parsed, path: Place, insertion?: Insertion) => readonly Splice[] | undefined;
  readonly replace: (parsed: Parsed, place: Place, value: Json) => Replacement;
  /** Where an existing value is written, for a message. */
  readonly offsetOf: (parsed: Parsed, place: Place) => number | undefined;
  /** The value of an insertion's bytes. */
  readonly insertedValue: (insertion: Insertion) => Json | undefined;
}

export interface Step {
  readonly splices: readonly Splice[];
  readonly insertion: Insertion;
}

export interface Replacement {
  readonly splices: readonly Splice[];
  readonly text: string;
}

export function checkedCut<Parsed extends ParsedText>(
  syntax: Syntax<Parsed>,
  before: Parsed,
  place: Place,
  cut: readonly Splice[],
): Parsed {
  const now = syntax.parse(applied(before.text, cut));
  if (!isWithout(now.value, before.value, place)) throw refusal(`cannot remove ${place.join(".")} without changing something else`);
  return now;
}

export function checkedReplacement<Parsed extends ParsedText>(
  syntax: Syntax<Parsed>,
  before: Parsed,
  place: Place,
  value: Json,
  splices: readonly Splice[],
): Parsed {
  const now = syntax.parse(applied(before.text, splices));
  if (!sameValue(now.value, withValue(before.value, place, value))) throw refusal("the edited file would not have the intended content");
  return now;
}

export function applied(text: string, splices: readonly Splice[]): string {
  const result = spliced(text, splices);
  if (result === undefined) throw refusal("cannot be edited safely");
  return result;
}
