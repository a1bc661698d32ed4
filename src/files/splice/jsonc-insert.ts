/** Inserts an entry at the end of its container, with the containers that are missing. */

import { type Json, sameJson } from "../../model/json.ts";
import { type Entry, type Insertion, refusal } from "../editor.ts";
import {
  asRead,
  commaBetween,
  hasLineBreak,
  isComment,
  type JsoncContainer,
  type JsoncDocument,
  jsonOf,
  lineIndent,
  type Piece,
  piecesBetween,
  spaceStart,
} from "./jsonc-document.ts";
import { type Found, foundAt } from "./jsonc-find.ts";
import { type Change, changedDocument, type Layout, layoutIn, renderValue, withoutCommentMarks } from "./jsonc-style.ts";
import type { Inserted } from "./splice-editor.ts";
import { applied, putAt, type Splice } from "./text.ts";

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
type Gap = { readonly within: (Found & { readonly value: JsoncContainer }) | undefined; readonly keys: readonly string[] };

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
  const { noCommentMarks } = entry;
  const change: Change =
    within === undefined
      ? { kind: "replaced", steps: [], value, noCommentMarks }
      : { kind: "appended", steps: within.steps, key, value, noCommentMarks };
  return { splices, insertions, change };
}

function rendered(value: Json, { noCommentMarks }: Entry, layout: Layout, indent: string): string {
  const text = renderValue(value, layout, indent);
  return noCommentMarks === true ? withoutCommentMarks(text) : text;
}

/** The containers, outermost first, and the entry: each is inside the one before, one step further in. */
function insertionsFor(entry: Entry, { within, keys, layout, spot }: Gap & { readonly layout: Layout; readonly spot: Spot }): Insertion[] {
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

/** Where in a container the next member goes, and what must be inserted with it. */
interface Spot {
  readonly at: number;
  /** Where a comma must be inserted, after the value of the last member. */
  readonly comma?: number;
  readonly before: string;
  /** A comma after ours, where the container ends with one. */
  readonly trailing: string;
  readonly after: string;
  /** Whether ours is on its own lines, and how far indented. */
  readonly lines: boolean;
  readonly indent: string;
}

/** In an empty document: after its white space and comments, if any. */
function spotInBlank(text: string, { lineBreak }: Layout): Spot {
  const content = text.replace(/^\uFEFF/, "");
  const before = content.trim() === "" || /[\r\n]$/.test(content) ? "" : lineBreak;
  return { at: text.length, before, trailing: "", after: lineBreak, lines: true, indent: "" };
}

/**
 * After the comments of an empty container, if any; its own white space stays. On one line that white space comes after ours: before, it could
 * not be distinguished from a space inserted between two insertions.
 */
function spotInEmpty(text: string, container: JsoncContainer, { lines, lineBreak, indent, closing }: Layout): Spot {
  const end = container.end - 1;
  const from = piecesBetween(text, container.start + 1, end).findLast(isComment)?.end ?? container.start + 1;
  if (!lines) return { at: from, before: "", trailing: "", after: "", lines, indent };
  const before = lineBreak + indent;
  if (hasLineBreak(text.slice(from, end))) return { at: from, before, trailing: "", after: "", lines, indent };
  return { at: end, before, trailing: "", after: lineBreak + closing, lines, indent };
}

/** After the last member, its comma, and the comments on the same line, which are about it. */
function spotIn(text: string, container: JsoncContainer, layout: Layout): Spot {
  const { members, end } = container;
  const { lines, lineBreak, indent, blank } = layout;
  const last = members.at(-1);
  if (last === undefined) return spotInEmpty(text, container, layout);
  const comma = commaBetween(text, last.end, end - 1);
  const comments = sameLineComments(text, piecesBetween(text, comma?.end ?? last.end, end - 1));
  const at = comments.at(-1)?.end ?? comma?.end ?? last.end;
  const trailing = comma === undefined ? { trailing: "", comma: last.end } : { trailing: "," };
  if (lines) return { at, before: lineBreak + indent, ...trailing, after: "", lines, indent };
  if (comments.at(-1)?.kind === "line-comment") {
    const beside = lineIndent(text, last.start);
    return { at, before: lineBreak + beside, ...trailing, after: "", lines: true, indent: beside };
  }
  const beside = text.slice(spaceStart(text, last.start, members.at(-2)?.end ?? last.start), last.start);
  return { at, before: members.length > 1 ? beside : blank, ...trailing, after: "", lines, indent };
}

function sameLineComments(text: string, pieces: readonly Piece[]): Piece[] {
  const last = pieces.findIndex(({ start, end }) => hasLineBreak(text.slice(start, end)));
  return pieces.slice(0, last < 0 ? undefined : last + 1).filter(isComment);
}
