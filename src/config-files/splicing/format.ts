/** What the editor requires of a format. Results were parsed again and are as intended; anything else is thrown as a `refusal`. */

import type { Json } from "../../canonical/json.ts";
import type { Entry, Insertion, Place } from "../editor.ts";

export interface ParsedText {
  readonly text: string;
  readonly value: Json;
}

/** `Ours` describes a found earlier insertion. */
export interface Format<Parsed extends ParsedText, Ours> {
  readonly parse: (text: string) => Parsed;
  /** Inserts an entry with its containers; `undefined` where it already exists. */
  readonly insert: (parsed: Parsed, entry: Entry) => Inserted | undefined;
  /** The order in which insertions are removed, so that each restores its bytes. */
  readonly order: (parsed: Parsed, insertions: readonly Insertion[]) => readonly Insertion[];
  readonly find: (parsed: Parsed, insertion: Insertion) => Ours | undefined;
  /** Whether it is a whole item that others follow in its list. */
  readonly isFollowed: (parsed: Parsed, ours: Ours, insertion: Insertion) => boolean;
  readonly cut: (parsed: Parsed, ours: Ours, insertion: Insertion) => Parsed;
  readonly hold: (parsed: Parsed, ours: Ours, placeholder: Json) => Parsed;
  /** `undefined` where something is left in it, even a comment; a missing one needs no change. */
  readonly cutContainer: (parsed: Parsed, container: Insertion) => Parsed | undefined;
  /** These three are only called for what exists. */
  readonly cutAt: (parsed: Parsed, place: Place) => Parsed;
  readonly cutEmptyAt: (parsed: Parsed, place: Place) => Parsed | undefined;
  readonly replaceAt: (parsed: Parsed, place: Place, value: Json) => Replaced;
}

export interface Inserted {
  readonly text: string;
  readonly insertions: readonly Insertion[];
  /** The position in the old text that a refusal names. */
  readonly around: number;
}

export interface Replaced {
  readonly text: string;
  /** The bytes of the value. */
  readonly put: string;
  /** The bytes before it that would go with it. */
  readonly before: string;
}
