/**
 * Edits files that belong to the user. Every editor works alike: it parses the text for the positions of its parts, cuts or inserts
 * bytes, parses the result again and compares it with what was wanted. It never rewrites a file from a parsed value, so comments,
 * order, indentation, line ends and a byte-order mark stay. An edit returns what it inserted as data, `Insertion`, which is enough to
 * remove it again, byte for byte, even after the user edited around it.
 *
 * There is one editor for each format: `jsoncEditor` in `editors.ts`, `splice/toml.ts`, `splice/yaml.ts`.
 */

import { messageOf } from "../errors.ts";
import type { Json } from "../model/json.ts";

export interface Editor {
  /** The document as a value. An empty text is an empty document; the last of duplicate keys counts. */
  readonly read: (text: string) => ReadDocument;
  /** Adds the entry, with the containers it needs. A document that already has it is unchanged. */
  readonly ensure: (text: string, entry: Entry) => Edited;
  /** Whether the document still has what an earlier edit inserted. Unlike `remove`, this does not cut it and parse the text again. */
  readonly has: (text: string, insertion: Insertion) => boolean;
  /** Removes what earlier edits inserted, with the containers they made where nothing else is left in them. */
  readonly remove: (text: string, insertions: readonly Insertion[], options?: RemoveOptions) => Removed;
  /** Removes the value at a place, and then the `empty` containers around it that have nothing else in them. */
  readonly removeAt: (text: string, place: Place, empty?: readonly Place[]) => Edited;
  readonly replaceAt: (text: string, place: Place, value: Json) => Edited;
}

/** Keys from the top of the document; a number is a position in a list. */
export type Place = readonly (string | number)[];

export type Entry =
  /** The value of the last key. An existing key with another value is refused: it belongs to the user. */
  | { readonly kind: "key"; readonly path: readonly string[]; readonly value: Json; readonly noCommentMarks?: true }
  /** One more item at the end of the list at `path`, which is refused where it would mix tables and other values without `mixed`. */
  | {
      readonly kind: "item";
      readonly path: readonly string[];
      readonly value: Json;
      readonly shares?: string;
      readonly mixed?: true;
      /** In JSON: for an agent that takes `//` and a slash with a star for a comment in a string too. */
      readonly noCommentMarks?: true;
    };

/** One thing that an edit inserted; the ledger records it until it is removed. */
export interface Insertion {
  /** `room`: white space inserted into an empty container of the user's, so that it ends on its own line. */
  readonly kind: "key" | "item" | "container" | "room";
  /** The key, the list that contains the item, or the container. */
  readonly path: readonly string[];
  /** The inserted bytes of the value; a container has none, because other things may be put into it. */
  readonly text?: string;
  /** Bytes inserted with it, before (without a comma) and after. */
  readonly before: string;
  readonly after: string;
  /** Of an object: the key of its list to which others may add items. Then only our part of that list is removed, and the rest stays. */
  readonly shares?: string;
}

export interface RemoveOptions {
  /** Replaces an item that others follow in its list, where their position must not change. */
  readonly placeholder?: Json;
}

/** Where and why, for a message. Lines and columns start with 1. */
export interface Trouble {
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

/** The text stays unchanged, because it cannot be parsed, has another shape, or cannot be edited safely. */
export type Refused = { readonly ok: false; readonly trouble: Trouble };

type ReadDocument = { readonly ok: true; readonly value: Json } | Refused;

export type Edited = { readonly ok: true; readonly text: string; readonly insertions: readonly Insertion[] } | Refused;

type Removed =
  | {
      readonly ok: true;
      readonly text: string;
      /** Not found as inserted: the user removed or changed them, and they are no longer ours. */
      readonly missing: readonly Insertion[];
      readonly replaced: readonly Insertion[];
      /** Containers and room that stay because something is left in them, possibly ours: to be passed again with that. */
      readonly kept?: readonly Insertion[];
    }
  | Refused;

/** To be thrown. `offset` is the position of the problem in the text. */
export function refusal(message: string, text?: string, offset?: number): Error {
  const refused: Trouble = text === undefined || offset === undefined ? { message } : troubleAt(text, message, offset);
  return Object.assign(new Error(message), { refused });
}

/** The message of a thrown value; a parser may throw anything, including a stack overflow. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof Error && "refused" in error) return error.refused as Trouble;
  if (error instanceof RangeError) return { message: "nested too deeply" };
  return { message: `cannot be edited safely: ${messageOf(error)}` };
}

function troubleAt(text: string, message: string, offset: number): Trouble {
  const before = text.slice(text.startsWith("\uFEFF") ? 1 : 0, Math.max(offset, 0));
  const lines = before.split(/\r\n|\n|\r/);
  return { message, line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}
