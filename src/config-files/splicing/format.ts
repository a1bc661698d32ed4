/** What the editor asks of a format. Whatever it gives back was parsed again and is what was meant; what cannot be is thrown as a `refusal`. */

import type { Json } from "../../canonical/json.ts";
import type { Entry, Insertion, Place } from "../editor.ts";

export interface ParsedText {
  readonly text: string;
  readonly value: Json;
}

/** `Ours` is what an earlier insertion is found as. */
export interface Format<Parsed extends ParsedText, Ours> {
  readonly parse: (text: string) => Parsed;
  /** Puts an entry in, with its containers; `undefined` where it is there already. */
  readonly insert: (parsed: Parsed, entry: Entry) => Inserted | undefined;
  /** The order in which insertions are taken out, so that each gives back its bytes. */
  readonly order: (parsed: Parsed, insertions: readonly Insertion[]) => readonly Insertion[];
  readonly find: (parsed: Parsed, insertion: Insertion) => Ours | undefined;
  /** Whether it is a whole item that others follow in its list. */
  readonly isFollowed: (parsed: Parsed, ours: Ours, insertion: Insertion) => boolean;
  readonly cut: (parsed: Parsed, ours: Ours, insertion: Insertion) => Parsed;
  readonly hold: (parsed: Parsed, ours: Ours, placeholder: Json) => Parsed;
  /** `undefined` where something is left in it, if only a comment; one that is gone already needs no change. */
  readonly cutContainer: (parsed: Parsed, container: Insertion) => Parsed | undefined;
  /** These three are asked only about what is there. */
  readonly cutAt: (parsed: Parsed, place: Place) => Parsed;
  readonly cutEmptyAt: (parsed: Parsed, place: Place) => Parsed | undefined;
  readonly replaceAt: (parsed: Parsed, place: Place, value: Json) => Replaced;
}

export interface Inserted {
  readonly text: string;
  readonly insertions: readonly Insertion[];
  /** The place in the old text that a refusal names. */
  readonly around: number;
}

export interface Replaced {
  readonly text: string;
  /** The bytes of the value. */
  readonly put: string;
  /** The bytes in front of it that would go with it. */
  readonly before: string;
}
