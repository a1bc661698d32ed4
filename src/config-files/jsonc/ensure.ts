/** Putting an entry in, at the end of its container, with the containers that are missing. */

import { type Json, sameJson } from "../../canonical/json.ts";
import type { Edited, Entry, Insertion, Trouble } from "../editor.ts";
import { type Found, foundAt } from "./places.ts";
import { removeJsonc } from "./remove.ts";
import { type Change, changedDocument } from "./shape.ts";
import { putAt, type Splice, spliced } from "../splicing/splices.ts";
import { type Spot, spotIn, spotInBlank } from "./spot.ts";
import { type Layout, layoutIn, renderValue } from "./style.ts";
import { asRead, type JsoncContainer, type JsoncDocument, jsonOf, parseJsonc } from "./tree.ts";
import { troubleAt } from "../splicing/trouble-at.ts";

/** Besides comparing the value, it takes the entry out again, and refuses where that would not give back the same bytes. */
export function ensureJsonc(text: string, entry: Entry): Edited {
  const parsed = parseJsonc(text);
  if (!parsed.ok) return parsed;
  const { document } = parsed;
  const gap = gapFor(document, entry);
  if (gap.kind === "there") return { ok: true, text, insertions: [] };
  if (gap.kind === "refused") return { ok: false, trouble: gap.trouble };

  const { splices, insertions, change } = filled(document, gap, entry);
  const edited = spliced(text, splices) ?? text;
  const undone = removeJsonc(edited, insertions);
  const isSafe =
    changedDocument(document, change, edited) !== undefined && undone.ok && undone.text === text && undone.missing.length === 0;
  if (!isSafe) return { ok: false, trouble: troubleAt(text, "nothing can be put in here safely", gap.within?.value.start ?? 0) };
  return { ok: true, text: edited, insertions };
}

/** What is missing: the keys that are not there, and the innermost container that is; an empty document has none. */
interface Gap {
  readonly kind: "gap";
  readonly within: (Found & { readonly value: JsoncContainer }) | undefined;
  readonly keys: readonly string[];
}

function gapFor(
  document: JsoncDocument,
  entry: Entry,
): Gap | { readonly kind: "there" } | { readonly kind: "refused"; readonly trouble: Trouble } {
  if (entry.path.length === 0) return { kind: "refused", trouble: { message: "an entry needs a key" } };
  const wanted = asRead(entry.value);
  for (let length = entry.path.length; length >= 0; length--) {
    const found = foundAt(document, entry.path.slice(0, length));
    if (found === undefined) continue;
    const keys = entry.path.slice(length);
    const { value } = found;
    const refuse = (what: string) => {
      const name = length === 0 ? "the document" : entry.path.slice(0, length).join(".");
      return { kind: "refused", trouble: troubleAt(document.text, `\`${name}\` ${what}`, value.start) } as const;
    };
    if (keys.length === 0 && entry.kind === "key") {
      return sameJson(jsonOf(value), wanted) ? { kind: "there" } : refuse("has another value already");
    }
    if (keys.length > 0) return value.type === "object" ? { kind: "gap", within: { ...found, value }, keys } : refuse("is not an object");
    if (value.type !== "array") return refuse("is not a list");
    if (value.members.some((member) => sameJson(jsonOf(member.value), wanted))) return { kind: "there" };
    return { kind: "gap", within: { ...found, value }, keys };
  }
  return { kind: "gap", within: undefined, keys: entry.path };
}

function filled(document: JsoncDocument, { within, keys }: Gap, entry: Entry) {
  const { text } = document;
  const found = layoutIn(document, within === undefined ? [] : [...within.containers, within.value]);
  const spot = within === undefined ? spotInBlank(text, found) : spotIn(text, within.value, found);
  const layout = { ...found, lines: spot.lines };
  const insertions = insertionsFor(entry, { within, keys, layout, spot });

  const { key, value } = memberFor(entry, keys, within === undefined);
  const name = key === undefined ? "" : `${JSON.stringify(key)}:${layout.lines ? " " : layout.blank}`;
  const put = spot.before + name + renderValue(value, layout, spot.indent) + spot.trailing + spot.after;
  const splices: Splice[] = [putAt(spot.at, put)];
  if (spot.comma !== undefined) splices.unshift(putAt(spot.comma, ","));
  const change: Change =
    within === undefined
      ? { kind: "replaced", steps: [], value }
      : { kind: "appended", steps: within.steps, ...(key === undefined ? {} : { key }), value };
  return { splices, insertions, change };
}

interface Place {
  readonly within: Found | undefined;
  readonly keys: readonly string[];
  readonly layout: Layout;
  readonly spot: Spot;
}

/** The containers, outermost first, and the entry: each one stands in the one before and one step further in. */
function insertionsFor(entry: Entry, { within, keys, layout, spot }: Place): Insertion[] {
  const outer = entry.path.slice(0, entry.path.length - keys.length);
  const containers = (entry.kind === "key" ? keys.slice(0, -1) : keys).map((_, index) => [...outer, ...keys.slice(0, index + 1)]);
  const paths = within === undefined ? [[], ...containers] : containers;
  const indent = (level: number) => spot.indent + layout.step.repeat(level);
  const before = (level: number) => (level === 0 ? spot.before : layout.lines ? layout.lineBreak + indent(level) : "");
  const shares = entry.kind === "item" && entry.shares !== undefined ? { shares: entry.shares } : {};
  const text = renderValue(entry.value, layout, indent(paths.length));
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
