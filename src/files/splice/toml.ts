/**
 * Edits TOML, agents' and our own `config.toml`: where a new entry goes and in what form, and what to cut for an old one. Comments on their
 * own lines stay; a comment on a removed line goes.
 */

import { isObject, type Json } from "../../model/json.ts";
import { type Editor, type Entry, type Insertion, type Place, refusal } from "../editor.ts";
import { cutFromFlow, putInFlow } from "./flow-list.ts";
import { spliceEditor } from "./splice-editor.ts";
import { type Replacement, type Step, stepOf, stepwise } from "./stepwise.ts";
import {
  blankLines,
  cutLines,
  exactBytes,
  indentOf,
  isBlankLine,
  lastLineEnd,
  lineEnd,
  lineStart,
  newlineOf,
  type NewLines,
  nextLine,
  type Put,
  putAbove,
  putBehind,
  type Splice,
} from "./text.ts";
import {
  flowListOf,
  isLineOfComment,
  isWithin,
  readTomlDocument,
  samePlace,
  type Statement,
  tableForm,
  type TomlDocument,
  tomlFlowAround,
  tomlKey,
  tomlNodeAt,
  tomlOffset,
  tomlPairs,
  tomlValue,
  valueOfTomlBytes,
} from "./toml-document.ts";
import { valueAt } from "./values.ts";

export const tomlEditor: Editor = spliceEditor(
  stepwise({
    parse: readTomlDocument,
    insert: (document, entry) => (entry.kind === "key" ? insertKey(document, entry.path, entry.value) : insertItem(document, entry)),
    cut: cutToml,
    cutContainer: cutTomlContainer,
    replace: replaceToml,
    offsetOf: tomlOffset,
    insertedValue: ({ text }) => (text === undefined ? undefined : valueOfTomlBytes(text)),
  }),
);

type Path = readonly string[];

function insertKey(document: TomlDocument, path: Path, value: Json): Step {
  const home = tableForm(document, nearestTable(document, path));
  if (home.kind === "inline") {
    const lead = `${tomlKey(path.slice(home.base.length))} = `;
    const text = tomlValue(value);
    return stepOf(putInFlow(document.text, flowListOf(home.table), lead, text, true), { kind: "key", path, text });
  }
  if (home.kind === "dotted") return keyLine(document, path, path.slice(home.last.section.length), value, home.last);
  if (isObject(value)) return block(document, path, `[${tomlKey(path)}]`, value, "key");
  const parent = path.slice(0, -1);
  if (!samePlace(nearestTable(document, path), parent) || home.kind === "implied") {
    const put = putBlock(document, parent, { lead: `[${tomlKey(parent)}]`, value: "" }, undefined, true);
    return stepOf(put, { kind: "container", path: parent });
  }
  const last = document.statements.findLast((statement) => samePlace(statement.section, parent));
  return keyLine(document, path, path.slice(-1), value, last);
}

function insertItem(document: TomlDocument, { path, value, mixed }: Extract<Entry, { kind: "item" }>): Step {
  const list = valueAt(document.value, path);
  if (list === undefined) {
    const home = tableForm(document, nearestTable(document, path));
    if (isObject(value) && home.kind !== "inline" && home.kind !== "dotted")
      return block(document, path, `[[${tomlKey(path)}]]`, value, "item");
    const { splices, insertion } = insertKey(document, path, []);
    return stepOf({ ...insertion, splices }, { kind: "container", path: insertion.path });
  }
  if (mixed !== true && Array.isArray(list) && list.some((item) => isObject(item) !== isObject(value))) {
    throw refusal(`${path.join(".")} is a list of other values`, document.text, tomlOffset(document, path));
  }
  const node = tomlNodeAt(document, path);
  if (node?.type === "TOMLArray") {
    const text = tomlValue(value);
    return stepOf(putInFlow(document.text, flowListOf(node), "", text), { kind: "item", path, text });
  }
  if (!isObject(value)) throw refusal(`${path.join(".")} is a list of tables`, document.text, tomlOffset(document, path));
  const last = document.statements.findLast((statement) => isWithin(statement.section, path));
  return block(document, path, `[[${tomlKey(path)}]]`, value, "item", last);
}

/** The innermost table around the last existing key. */
function nearestTable({ value }: TomlDocument, path: Path): Path {
  let length = path.length - 1;
  while (length > 0 && !isObject(valueAt(value, path.slice(0, length)))) length--;
  return path.slice(0, length);
}

function keyLine(document: TomlDocument, path: Path, written: Path, value: Json, behind: Statement | undefined): Step {
  const { text } = document;
  const indent = behind === undefined ? "" : indentOf(text, behind.start);
  const line = { lead: `${indent}${tomlKey(written)} = `, value: tomlValue(value) };
  const put = behind === undefined ? putOnTop(document, line) : putBehind(text, endOfBlock(document, behind), line);
  return stepOf(put, { kind: "key", path, text: line.value });
}

function block(document: TomlDocument, path: Path, header: string, value: Json, kind: Insertion["kind"], behind?: Statement): Step {
  const newline = newlineOf(document.text);
  const body = isObject(value) ? tomlPairs(value).join(newline) : "";
  const put = putBlock(document, path, { lead: body === "" ? header : header + newline, value: body }, behind);
  return stepOf(put, { kind, path, text: body });
}

/** After its siblings, or at the end of the document; there too where another comment would move into an `open` table. */
function putBlock(document: TomlDocument, path: Path, lines: NewLines, behind?: Statement, open = false): Put {
  const { text, statements } = document;
  const around = path.slice(0, -1);
  const last = behind ?? (around.length === 0 ? undefined : statements.findLast((statement) => isWithin(statement.section, around)));
  const end = last === undefined ? lastLineEnd(text) : endOfBlock(document, last);
  return putBehind(text, open && isLineOfComment(document, nextLine(text, end)) ? lastLineEnd(text) : end, lines, true);
}

/** The first key of a document: above the first header and its comment, or at the end where there is no header. */
function putOnTop(document: TomlDocument, line: NewLines): Put {
  const { text, statements } = document;
  const header = statements[0];
  if (header === undefined) return putBehind(text, lastLineEnd(text), line);
  let start = lineStart(text, header.start);
  while (start > 0 && isLineOfComment(document, start - 1)) start = lineStart(text, start - 1);
  return putAbove(text, start, line);
}

/** The end of a statement's last line, or of the comment lines right below it, unless they belong to what follows. */
function endOfBlock(document: TomlDocument, { end }: Statement): number {
  const { text } = document;
  let last = lineEnd(text, end);
  for (let at = nextLine(text, last); at < text.length && isLineOfComment(document, at); at = nextLine(text, at)) last = lineEnd(text, at);
  const next = nextLine(text, last);
  return next === text.length || isBlankLine(text, next) ? last : lineEnd(text, end);
}

function cutToml(document: TomlDocument, place: Place, insertion?: Insertion): readonly Splice[] {
  const { text } = document;
  const whole = document.statements.filter(({ path }) => isWithin(path, place));
  const first = whole[0];
  const last = whole.at(-1);
  if (first === undefined || last === undefined) {
    const flow = tomlFlowAround(document, place);
    if (flow === undefined) throw refusal(`${place.join(".")} is not written in one piece`);
    return cutFromFlow(text, flow.list, flow.index, insertion);
  }
  if (insertion === undefined) return cutLines(text, whole, first.value === undefined ? spareBlankLines(text, first, last) : undefined);
  const exact = exactBytes(text, first.start, last.end, insertion);
  return exact === undefined ? cutLines(text, whole, blankLines(insertion)) : [exact];
}

/** A header without keys, or a list without items, that has no comment in it. */
function cutTomlContainer(document: TomlDocument, place: Place, insertion?: Insertion): readonly Splice[] | undefined {
  const { text, statements } = document;
  const node = tomlNodeAt(document, place);
  if (node !== undefined) {
    const written = text.slice(...node.range);
    const empty = (node.type === "TOMLArray" && node.elements.length === 0) || (node.type === "TOMLInlineTable" && node.body.length === 0);
    return !empty || written.includes("#") ? undefined : cutToml(document, place, insertion && { ...insertion, text: written });
  }
  const index = statements.findIndex((statement) => statement.value === undefined && samePlace(statement.path, place));
  const header = statements[index];
  const next = statements[index + 1];
  if (header === undefined || (next !== undefined && next.value !== undefined) || hasComment(document, header, next)) return undefined;
  const exact = insertion && exactBytes(text, header.start, header.end, insertion);
  const blank = insertion === undefined ? spareBlankLines(text, header, header) : blankLines(insertion);
  return exact === undefined ? cutLines(text, [header], blank) : [exact];
}

function replaceToml(document: TomlDocument, place: Place, value: Json): Replacement {
  const { text } = document;
  const node = tomlNodeAt(document, place);
  if (node !== undefined) {
    const put = tomlValue(value);
    return { splices: [{ start: node.range[0], end: node.range[1], put }], text: put };
  }
  const [header, ...rest] = document.statements.filter(({ path }) => isWithin(path, place));
  const simple =
    header?.value === undefined && rest.every((statement) => statement.value !== undefined && samePlace(statement.section, place));
  if (header === undefined || !simple || !isObject(value)) throw refusal(`${place.join(".")} is not written in one piece`);
  const end = rest.at(-1)?.end ?? header.end;
  if (document.comments.some((comment) => header.start < comment && comment < end)) {
    throw refusal(`there are comments in ${place.join(".")}`, text, header.start);
  }
  const put = tomlPairs(value).join(newlineOf(text));
  const body = put === "" ? "" : newlineOf(text) + put;
  return { splices: [{ start: header.end, end, put: body }], text: put };
}

/** A comment on the header's line or right below it, unless it belongs to the next header. Comments further down are not about this one. */
function hasComment(document: TomlDocument, header: Statement, next: Statement | undefined): boolean {
  const { text, comments } = document;
  if (comments.some((comment) => comment >= header.end && comment < lineEnd(text, header.end))) return true;
  const below = nextLine(text, header.end);
  let at = below;
  while (at < text.length && isLineOfComment(document, at)) at = nextLine(text, at);
  return at > below && (next === undefined || lineStart(text, next.start) !== at);
}

/** Leaves one blank line, not two, where a table between others is removed. */
function spareBlankLines(text: string, first: Statement, last: Statement): { readonly above: number; readonly below: number } {
  const start = lineStart(text, first.start);
  const next = nextLine(text, last.end);
  const blankBelow = next >= text.length || isBlankLine(text, next);
  if (start > 0 && isBlankLine(text, start - 1)) return { above: blankBelow ? 1 : 0, below: 0 };
  return { above: 0, below: start === 0 && next < text.length && blankBelow ? 1 : 0 };
}
