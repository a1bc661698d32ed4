/**
 * Recognises our entries by their form alone (RG-24), when there is no record: everything that this build writes for an agent, or wrote while the
 * native program was made with Bun, in either scope, on any system, with our directory in any place. An entry that differs in anything but that
 * place is not ours.
 */

import { ownHookFile } from "../../agents/agents-by-name.ts";
import { mentionsUs } from "../../agents/registered-text.ts";
import type { Agent, OwnHookFile } from "../../agents/setup.ts";
import type { Place } from "../../files/editor.ts";
import { jsoncEditor } from "../../files/editors.ts";
import { samePath } from "../../files/find-ours.ts";
import type { Item } from "../../files/plan-ours.ts";
import { listAt, type Removed, removePlaces } from "../../files/remove-places.ts";
import { odditiesIn } from "../../files/splice/jsonc-document.ts";
import { valueAt } from "../../files/splice/values.ts";
import { lookUp } from "../../lookup.ts";
import { isObject, type Json, type JsonObject, sameJson } from "../../model/json.ts";
import { isFrame } from "./our-entries.ts";
import { entriesFor } from "./wanted-files.ts";

type Form = Item & { readonly isFormer?: true | undefined };

const KNOWN = new Map<Agent<OwnHookFile>, readonly Form[]>();

function formsOf(agent: Agent<OwnHookFile>): readonly Form[] {
  const known = KNOWN.get(agent);
  if (known !== undefined) return known;
  const used = new Set(Object.keys(agent.events));
  const made = (isFormer?: true) =>
    VARIANTS.flatMap((variant) => entriesFor(agent, { ...variant, used, isFormer })).flatMap((entry) =>
      entry.kind === "item" ? { ...entry, isFormer } : [],
    );
  const unique = new Map([...made(), ...made(true)].map((form) => [JSON.stringify([form.path, form.value]), form]));
  const forms = [...unique.values()];
  KNOWN.set(agent, forms);
  return forms;
}

/** Matches any place that the user moved our directory to. */
const PLACE = "SYMPOSIUM-PLACE";

const VARIANTS = [
  { scope: "user", os: "linux" },
  { scope: "user", os: "windows" },
  { scope: "project", os: "linux" },
  { scope: "project", os: "windows" },
  { scope: "user", os: "linux", place: `/${PLACE}` },
  { scope: "user", os: "windows", place: `C:\\${PLACE}` },
] as const;

function hasForm(value: Json | undefined, form: Json | undefined): boolean {
  if (typeof form === "string") {
    const pattern = form.includes(PLACE) ? (PATTERNS.get(form) ?? patternMade(form)) : undefined;
    if (pattern !== undefined) PATTERNS.set(form, pattern);
    return typeof value === "string" && (value === form || pattern?.test(value) === true);
  }
  if (Array.isArray(form)) {
    return Array.isArray(value) && value.length === form.length && form.every((item, at) => hasForm(value[at] as Json, item as Json));
  }
  if (!isObject(form)) return sameJson(value ?? null, form ?? null);
  const keys = Object.keys(form);
  return (
    isObject(value) && Object.keys(value).length === keys.length && keys.every((key) => hasForm(lookUp(value, key), lookUp(form, key)))
  );
}

/** The place in the quotes of each kind of shell; `cmd` has none. */
const QUOTED = new RegExp(`("[^"]*${PLACE}")|('[^']*${PLACE}')|([A-Z]:\\\\${PLACE})`, "g");
const ANY = [String.raw`"(?:\\.|""|[^"\\])*"`, String.raw`'(?:''|'\+'|[^'])*'`, String.raw`[\p{L}\p{N}:\\/._@#~+-]+`] as const;

const PATTERNS = new Map<string, RegExp>();

function patternMade(text: string): RegExp {
  let [pattern, end] = ["", 0];
  for (const found of text.matchAll(QUOTED)) {
    pattern += escaped(text.slice(end, found.index)) + ANY[found.slice(1).findIndex((part) => part !== undefined)];
    end = found.index + found[0].length;
  }
  return new RegExp(`^${pattern}${escaped(text.slice(end))}$`, "u");
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** `left`: events with an entry that calls us and was changed. */
export function removeByForm(
  text: string,
  agent: Agent<OwnHookFile>,
  frames: readonly JsonObject[],
): Removed<{ readonly left: readonly string[] }> {
  const forms = formsOf(agent);
  const find = (document: Json) => forms.map((form) => placeOfForm(document, form)).find((place) => place !== undefined);
  const removed = removePlaces(text, jsoncEditor, find, agent.registration.placeholder);
  if (!removed.ok) return removed;
  const hooks = valueAt(removed.rest, ["hooks"]);
  const left = Object.entries(isObject(hooks) ? hooks : {}).flatMap(([event, entries]) => (mentionsUs(entries) ? [event] : []));
  const isAllOfIt = left.length === 0 && isFrame(removed.rest, frames) && odditiesIn(removed.text).comment === undefined;
  return { ...removed, left, isAllOfIt };
}

/** How many of our entries have the former form. */
export function formerEntries(text: string, agent: Agent<OwnHookFile>): number {
  const read = jsoncEditor.read(text);
  if (!read.ok) return 0;
  return formsOf(agent).filter((form) => form.isFormer === true && placeOfForm(read.value, form) !== undefined).length;
}

/** One of our entries without a record here: it has the former form, or our directory was elsewhere when it was written. */
export function placeOfOther(
  document: Json,
  { path }: Item,
  agent: string,
  { onlyFormer }: { readonly onlyFormer: boolean },
): Place | undefined {
  const forms = formsOf(ownHookFile(agent)).filter((form) => samePath(form.path, path) && (!onlyFormer || form.isFormer === true));
  return forms.map((form) => placeOfForm(document, form)?.slice(path.length)).find((place) => place !== undefined);
}

/** The last one in its list, so that what follows it is the user's. */
function placeOfForm(document: Json, { path, value, shares }: Item): Place | undefined {
  const items = listAt(document, path);
  for (let at = items.length - 1; at >= 0; at--) {
    if (hasForm(items[at], value)) return [...path, at];
    const hook = shares === undefined ? -1 : hookIn(items[at], value, shares);
    if (shares !== undefined && hook >= 0) return [...path, at, shares, hook];
  }
  return undefined;
}

function hookIn(group: Json | undefined, form: Json, shares: string): number {
  const [ours] = listAt(form, [shares]);
  if (!isObject(group)) return -1;
  const at = listAt(group, [shares]).findIndex((hook) => hasForm(hook, ours));
  return at >= 0 && hasForm({ ...group, [shares]: [ours ?? null] }, form) ? at : -1;
}
