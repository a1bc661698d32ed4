/**
 * Recognises our entries by their form alone (RG-24), when there is no record: everything that this build writes for an agent, in either scope, on
 * any system, with our directory in any place. An entry that differs in anything but that place is not ours.
 */

import { mentionsUs } from "../../agents/registered-text.ts";
import type { Agent, OwnHookFile } from "../../agents/setup.ts";
import type { Place, Trouble } from "../../files/editor.ts";
import { jsoncEditor as editor } from "../../files/editors.ts";
import { odditiesIn } from "../../files/splice/jsonc-document.ts";
import { lookUp } from "../../lookup.ts";
import { isObject, type Json, type JsonObject, sameJson } from "../../model/json.ts";
import { containersOf, isFrame, listAt, valueAt } from "./our-entries.ts";
import { entriesFor } from "./wanted-files.ts";

interface Form {
  /** The list that contains such an entry. */
  readonly path: readonly string[];
  readonly value: Json;
  readonly shares?: string;
}

const KNOWN = new Map<Agent<OwnHookFile>, readonly Form[]>();

export function formsOf(agent: Agent<OwnHookFile>): readonly Form[] {
  const known = KNOWN.get(agent) ?? formsMade(agent);
  KNOWN.set(agent, known);
  return known;
}

function formsMade(agent: Agent<OwnHookFile>): readonly Form[] {
  const used = new Set(Object.keys(agent.events));
  const forms = VARIANTS.flatMap((variant) => entriesFor(agent, { ...variant, used })).flatMap((entry): Form[] =>
    entry.kind === "item" ? [{ path: entry.path, value: entry.value, shares: entry.shares }] : [],
  );
  return forms.filter((form, at) => forms.findIndex((other) => sameJson([...other.path, other.value], [...form.path, form.value])) === at);
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

/** Whether a value has the form, with any place in its texts. */
function hasForm(value: Json | undefined, form: Json | undefined): boolean {
  if (typeof form === "string") return typeof value === "string" && (value === form || patternOf(form)?.test(value) === true);
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

function patternOf(text: string): RegExp | undefined {
  if (!text.includes(PLACE)) return undefined;
  const known = PATTERNS.get(text) ?? patternMade(text);
  PATTERNS.set(text, known);
  return known;
}

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

/** Whether both are calls of our launcher with the same words: our directory may have been elsewhere when one was written. */
export function isLauncherOf(value: Json | undefined, wanted: Json): boolean {
  const [ours, other] = [servedBy(wanted), servedBy(value)];
  return ours !== undefined && ours === other;
}

/** The words after `serve`, where the entry starts our launcher and nothing else. */
export function servedBy(value: Json | undefined): string | undefined {
  if (!isObject(value)) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const texts = Array.isArray(member) ? (member as readonly Json[]) : [];
    const at = texts.findIndex((text) => typeof text === "string" && LAUNCHER.test(text));
    if (at < 0 || !CALLS.has(key)) continue;
    const inText = CMD.exec(String(texts[at]))?.[1];
    if (inText !== undefined) return inText;
    const [name, serve, ...words] = texts.slice(at + 1);
    return name === "symposium" && serve === "serve" ? words.join(" ") : undefined;
  }
  return undefined;
}

/** The keys under which agents expect the words of a command. */
const CALLS = new Set(["args", "command"]);

const LAUNCHER =
  /^(?:unset BUN_OPTIONS BUN_BE_BUN; set -- (?:~|"(?:\\.|""|[^"\\])*"(?!")).*symposium-hook "\$@"; case \$1 in|set BUN_OPTIONS=&.*\\symposium-hook\.exe serve )/su;
const CMD = /\\symposium-hook\.exe serve ([^)]*)\)/u;

/** Removes our entries from a text without a record of them. Lists and objects that become empty go with them. */
type RemovedByForm =
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
