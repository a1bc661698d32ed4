/** Removes our entries from a text without a record of them. Lists and objects that become empty go with them. */

import { isObject, type Json, type JsonObject } from "../canonical/json.ts";
import type { Agent, OwnHookFile } from "../agents/set-up.ts";
import type { Place, Trouble } from "../config-files/editor.ts";
import { odditiesIn } from "../config-files/jsonc-oddities.ts";
import { jsoncEditor as editor } from "../config-files/splice-jsonc.ts";
import { mentionsUs } from "../agents/mentions-us.ts";
import { listAt, valueAt } from "./our-entries.ts";
import { type Form, formsOf, hasForm } from "./our-forms.ts";
import { containersOf, isFrame } from "./take-over.ts";

export type RemovedByForm =
  | {
      readonly ok: true;
      readonly text: string;
      readonly count: number;
      /** Lists in which a placeholder stays, because the position of the user's own entries matters. */
      readonly held: readonly string[];
      /** Events with an entry that calls us and was changed. */
      readonly left: readonly string[];
      /** Only keys that the file needs besides entries are left. */
      readonly isAllOfIt: boolean;
    }
  | { readonly ok: false; readonly trouble: Trouble };

export function removeByForm(text: string, agent: Agent<OwnHookFile>, frames: readonly JsonObject[]): RemovedByForm {
  const forms = formsOf(agent);
  const { placeholder } = agent.registration;
  const held: string[] = [];
  let now = text;
  for (let count = 0; ; count++) {
    const read = editor.read(now);
    if (!read.ok) return read;
    const place = forms.map((form) => placeOfForm(read.value, form)).find((found) => found !== undefined);
    if (place === undefined) {
      const left = Object.entries(hooksOf(read.value)).flatMap(([event, hooks]) => (mentionsUs(hooks) ? [event] : []));
      const isAllOfIt = left.length === 0 && isFrame(read.value, frames) && odditiesIn(now).comment === undefined;
      return { ok: true, text: now, count, held, left, isAllOfIt };
    }
    const list = place.slice(0, -1);
    const isFollowed = list.every((step) => typeof step === "string") && Number(place.at(-1)) < listAt(read.value, list).length - 1;
    const holds = placeholder !== undefined && isFollowed;
    const edited = holds ? editor.replaceAt(now, place, placeholder) : editor.removeAt(now, place, containersOf(place));
    if (!edited.ok) return edited;
    if (holds) held.push(list.join("."));
    now = edited.text;
  }
}

/** The last one in its list, so that what follows it is the user's. */
export function placeOfForm(document: Json, { path, value, shares }: Form): Place | undefined {
  const items = listAt(document, path);
  for (let at = items.length - 1; at >= 0; at--) {
    if (hasForm(items[at], value)) return [...path, at];
    const hook = shares === undefined ? -1 : hookIn(items[at], value, shares);
    if (shares !== undefined && hook >= 0) return [...path, at, shares, hook];
  }
  return undefined;
}

/** The place of our hook among those that the user put into our group. */
function hookIn(group: Json | undefined, form: Json, shares: string): number {
  const [ours] = listAt(form, [shares]);
  if (!isObject(group)) return -1;
  const at = listAt(group, [shares]).findIndex((hook) => hasForm(hook, ours));
  return at >= 0 && hasForm({ ...group, [shares]: [ours ?? null] }, form) ? at : -1;
}

function hooksOf(document: Json): JsonObject {
  const hooks = valueAt(document, ["hooks"]);
  return isObject(hooks) ? hooks : {};
}
