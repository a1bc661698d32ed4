/** Inserts an entry at the end of its container, with the containers that are missing. */

import { type Json, sameJson } from "../../canonical/json.ts";
import type { Entry, Insertion } from "../editor.ts";
import type { Inserted } from "../splicing/format.ts";
import { refusal } from "../splicing/refusal.ts";
import { applied } from "../splicing/syntax.ts";
import { type Found, foundAt } from "./places.ts";
import { type Change, changedDocument } from "./shape.ts";
import { putAt, type Splice } from "../splicing/splices.ts";
import { type Spot, spotIn, spotInBlank } from "./spot.ts";
import { type Layout, layoutIn, renderValue, withoutCommentMarks } from "./style.ts";
import { asRead, type JsoncContainer, type JsoncDocument, jsonOf } from "./tree.ts";

export function insertJsonc(document: JsoncDocument, entry: Entry): Inserted | undefined {
  const gap = gapFor(document, entry);
  if (gap === undefined) return undefined;
  const { splices, insertions, change } = filled(document, gap, entry);
  const text = applied(document.text, splices);
  const around = gap.within?.value.start ?? 0;
  if (changedDocument(document, change, text) === undefined)
    throw refusal("Symposium cannot safely add anything here", document.text, around);
  return { text, insertions, around };
}

/** The missing keys, and the innermost existing container; an empty document has none. */
interface Gap {
  readonly within: (Found & { readonly value: JsoncContainer }) | undefined;
  readonly keys: readonly string[];
}

/** `undefined` where nothing is missing. */
function gapFor(document: JsoncDocument, entry: Entry): Gap | undefined {
  if (entry.path.length === 0) throw refusal("an entry needs a key");
  const wanted = asRead(entry.value);
  for (let length = entry.path.length; length >= 0; length--) {
    const found = foundAt(document, entry.path.slice(0, length));
    if (found === undefined) continue;
    const keys = entry.path.slice(length);
    const { value } = found;
    const refused = (what: string) => {
      const name = length === 0 ? "the document" : entry.path.slice(0, length).join(".");
      return refusal(`\`${name}\` ${what}`, document.text, value.start);
    };
    if (keys.length === 0 && entry.kind === "key") {
      if (sameJson(jsonOf(value), wanted)) return undefined;
      throw refused("already has another value");
    }
    if (keys.length > 0 && value.type !== "object") throw refused("is not an object");
    if (keys.length === 0 && value.type !== "array") throw refused("is not a list");
    if (value.type === "array" && value.members.some((member) => sameJson(jsonOf(member.value), wanted))) return undefined;
    return { within: { ...found, value: value as JsoncContainer }, keys };
  }
  return { within: undefined, keys: entry.path };
}

function filled(document: JsoncDocument, { within, keys }: Gap, entry: Entry) {
  const { text } = document;
  const found = layoutIn(document, within === undefined ? [] : [...within.containers, within.value]);
  const spot = within === undefined ? spotInBlank(text, found) : spotIn(text, within.value, found);
  const layout = { ...found, lines: spot.lines };
  const insertions = insertionsFor(entry, { within, keys, layout, spot });

  const { key, value } = memberFor(entry, keys, within === undefined);
  const name = key === undefined ? "" : `${JSON.stringify(key)}:${layout.lines ? " " : layout.blank}`;
  const put = spot.before + name + rendered(value, entry, layout, spot.indent) + spot.trailing + spot.after;
  const splices: Splice[] = [putAt(spot.at, put)];
  if (spot.comma !== undefined) splices.unshift(putAt(spot.comma, ","));
  const marks = entry.noCommentMarks === true ? { noCommentMarks: true as const } : {};
  const change: Change =
    within === undefined
      ? { kind: "replaced", steps: [], value, ...marks }
      : { kind: "appended", steps: within.steps, ...(key === undefined ? {} : { key }), value, ...marks };
  return { splices, insertions, change };
}

function rendered(value: Json, { noCommentMarks }: Entry, layout: Layout, indent: string): string {
  const text = renderValue(value, layout, indent);
  return noCommentMarks === true ? withoutCommentMarks(text) : text;
}

interface Place {
  readonly within: Found | undefined;
  readonly keys: readonly string[];
  readonly layout: Layout;
  readonly spot: Spot;
}

/** The containers, outermost first, and the entry: each is inside the one before, one step further in. */
function insertionsFor(entry: Entry, { within, keys, layout, spot }: Place): Insertion[] {
  const outer = entry.path.slice(0, entry.path.length - keys.length);
  const containers = (entry.kind === "key" ? keys.slice(0, -1) : keys).map((_, index) => [...outer, ...keys.slice(0, index + 1)]);
  const paths = within === undefined ? [[], ...containers] : containers;
  const indent = (level: number) => spot.indent + layout.step.repeat(level);
  const before = (level: number) => (level === 0 ? spot.before : layout.lines ? layout.lineBreak + indent(level) : "");
  const shares = entry.kind === "item" && entry.shares !== undefined ? { shares: entry.shares } : {};
  const text = rendered(entry.value, entry, layout, indent(paths.length));
  return [
    ...(within !== undefined && spot.after !== "" ? [{ kind: "room", path: outer, before: "", after: spot.after } as const] : []),
    ...paths.map(
      (path, level) => ({ kind: "container", path, before: before(level), after: path.length === 0 ? spot.after : "" }) as const,
    ),
    { kind: entry.kind, path: entry.path, text, before: before(paths.length), after: "", ...shares },
  ];
}

function memberFor(entry: Entry, keys: readonly string[], isWhole: boolean): { readonly key?: string; readonly value: Json } {
  const [key, ...inner] = keys;
  if (key === undefined) return { value: entry.value };
  let value: Json = entry.kind === "item" ? [entry.value] : entry.value;
  for (const name of inner.toReversed()) value = { [name]: value };
  return isWhole ? { value: { [key]: value } } : { key, value };
}
