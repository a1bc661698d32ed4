/** Removes our values by their place, where no record says what was inserted with them. Lists and objects that become empty go with them. */

import { isObject, type Json } from "../model/json.ts";
import type { Editor, Place, Refused } from "./editor.ts";
import { valueAt } from "./splice/values.ts";

interface Places {
  readonly ok: true;
  readonly text: string;
  readonly count: number;
  /** Lists in which a placeholder stays, because the position of the user's own entries matters. */
  readonly held: readonly string[];
  /** The rest of the document. */
  readonly rest: Json;
}

/** `isAllOfIt`: the file contained nothing of the user's. */
export type Removed<More = unknown> = (Places & More & { readonly isAllOfIt: boolean }) | Refused;

/** One after the other, as long as `find` gives a place. A value that others follow in its list leaves the `placeholder`, where there is one. */
export function removePlaces(
  text: string,
  editor: Editor,
  find: (document: Json) => Place | undefined,
  placeholder?: Json,
): Places | Refused {
  const held: string[] = [];
  let now = text;
  for (let count = 0; ; count++) {
    const read = editor.read(now);
    if (!read.ok) return read;
    const place = find(read.value);
    if (place === undefined) return { ok: true, text: now, count, held, rest: read.value };
    const list = place.slice(0, -1);
    const isFollowed = list.every((step) => typeof step === "string") && Number(place.at(-1)) < listAt(read.value, list).length - 1;
    const holds = placeholder !== undefined && isFollowed;
    // Innermost first: the event's list, and the object of all events.
    const around = place.map((_, at) => place.slice(0, place.length - 1 - at)).filter((container) => container.length > 0);
    const edited = holds ? editor.replaceAt(now, place, placeholder) : editor.removeAt(now, place, around);
    if (!edited.ok) return edited;
    if (holds) held.push(list.join("."));
    now = edited.text;
  }
}

/** Something was removed, and nothing is left. */
export function isAllOfIt({ count, rest, text }: Places): boolean {
  return count > 0 && isEmptyDocument(rest) && !/\/\/|\/\*|#/.test(text);
}

export function isEmptyDocument(value: Json): boolean {
  return value === null || (isObject(value) && Object.keys(value).length === 0);
}

export function listAt(value: Json | undefined, path: Place): readonly Json[] {
  const list = valueAt(value ?? null, path);
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}
