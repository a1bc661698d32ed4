/**
 * Recognises our entries by their form alone (RG-24), when there is no record: everything that this build writes for an agent, in either scope, on
 * any system, with our directory in any place. An entry that differs in anything but that place is not ours.
 */

import { isObject, sameJson, type Json } from "../canonical/json.ts";
import type { Agent, OwnHookFile } from "../agents/set-up.ts";
import { lookUp } from "../lookup.ts";
import { entriesFor } from "./wanted-files.ts";

export interface Form {
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
    entry.kind === "item"
      ? [{ path: entry.path, value: entry.value, ...(entry.shares === undefined ? {} : { shares: entry.shares }) }]
      : [],
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
export function hasForm(value: Json | undefined, form: Json | undefined): boolean {
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
