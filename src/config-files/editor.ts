/**
 * Editing files that belong to somebody else. Every editor works alike: the text is parsed for the places of its parts, bytes are cut in
 * or out, and the result is parsed again and compared with what was wanted. Nothing is ever written anew from a parsed value, so comments,
 * order, indentation, line ends and a byte-order mark stay. What an edit put in comes back as data, `Insertion`, which is all that is needed to
 * take it out again, byte for byte, even after somebody edited around it.
 *
 * There is one editor for each format: `splice-jsonc.ts`, `splice-toml.ts`, `splice-yaml.ts`.
 */

import type { Json } from "../canonical/json.ts";

export interface Editor {
  /** The document as a value. An empty text is an empty document; of a key that stands twice the last one counts. */
  readonly read: (text: string) => ReadDocument;
  /** Puts the entry in, with the containers it needs; a document that has it already stays as it is. */
  readonly ensure: (text: string, entry: Entry) => Edited;
  /** Takes out what earlier edits put in, with the containers they made where nothing else is left in them. */
  readonly remove: (text: string, insertions: readonly Insertion[], options?: RemoveOptions) => Removed;
  /** Takes out whatever stands at a place, and then the `empty` containers around it that have nothing else in them. */
  readonly removeAt: (text: string, place: Place, empty?: readonly Place[]) => Edited;
  /** Puts another value where one stands; its surroundings stay. */
  readonly replaceAt: (text: string, place: Place, value: Json) => Edited;
}

/** Keys from the top of the document; a number is a position in a list. */
export type Place = readonly (string | number)[];

export type Entry =
  /** The value of the last key. A key that is there already with another value is refused: it is somebody else's. */
  | { readonly kind: "key"; readonly path: readonly string[]; readonly value: Json }
  /** One more item at the end of the list at `path`, which is refused where tables and other values would be `mixed` in it and may not be. */
  | { readonly kind: "item"; readonly path: readonly string[]; readonly value: Json; readonly shares?: string; readonly mixed?: true };

/** One thing that an edit put in; kept in the ledger until it is taken out. */
export interface Insertion {
  /** `room`: white space that was put into an empty container of somebody else's, so that it ends on a line of its own. */
  readonly kind: "key" | "item" | "container" | "room";
  /** The key, the list that the item is in, or the container. */
  readonly path: readonly string[];
  /** The bytes of the value as they were put in; a container has none, because other things may be put into it. */
  readonly text?: string;
  /** Bytes put in with it, in front (without a comma) and behind. */
  readonly before: string;
  readonly after: string;
  /**
   * For an item that is an object with a list under this key, into which others may put items of their own: then ours alone is taken out of
   * that list, and the rest stays.
   */
  readonly shares?: string;
}

export interface RemoveOptions {
  /** What is left in the place of an item that others follow in its list, where their position must not change. */
  readonly placeholder?: Json;
}

/** Where and why, for a message. Lines and columns begin with 1. */
export interface Trouble {
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

export type ReadDocument = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly trouble: Trouble };

/** A refusal leaves the text as it was: it cannot be parsed, has another shape, or cannot be edited safely. */
export type Edited =
  | { readonly ok: true; readonly text: string; readonly insertions: readonly Insertion[] }
  | { readonly ok: false; readonly trouble: Trouble };

export type Removed =
  | {
      readonly ok: true;
      readonly text: string;
      /** Not found as they were put in: taken out or changed by somebody else, and no longer ours. */
      readonly missing: readonly Insertion[];
      /** Items in whose place the placeholder was left. */
      readonly replaced: readonly Insertion[];
      /** Containers and room that stay because something else is in there, perhaps of ours: to be handed in again with what is in them. */
      readonly kept?: readonly Insertion[];
    }
  | { readonly ok: false; readonly trouble: Trouble };
