/** Where a new entry goes in a TOML document, and in what form: a key line, a table, an item of an array of tables, or inside brackets. */

import { isObject, type Json } from "../../canonical/json.ts";
import type { Entry, Insertion } from "../editor.ts";
import { putInFlow } from "../splicing/flow-list.ts";
import { putAbove, putBehind, type NewLines, type PutLines } from "../splicing/put-lines.ts";
import { refusal } from "../splicing/refusal.ts";
import type { Step } from "../splicing/syntax.ts";
import { indentOf, isBlankLine, lastLineEnd, lineEnd, lineStart, newlineOf, nextLine } from "../splicing/text-lines.ts";
import { isLineOfComment, type Statement, type TomlDocument } from "./document.ts";
import { flowListOf, isWithin, samePlace, tableForm, tomlNodeAt, tomlOffset } from "./table-form.ts";
import { tomlKey, tomlPairs, tomlValue } from "./render.ts";
import { valueAt } from "../splicing/value-edits.ts";

type Path = readonly string[];

export function insertToml(document: TomlDocument, entry: Entry): Step {
  return entry.kind === "key" ? insertKey(document, entry.path, entry.value) : insertItem(document, entry);
}

function insertKey(document: TomlDocument, path: Path, value: Json): Step {
  const home = tableForm(document, nearestTable(document, path));
  if (home.kind === "inline") {
    const lead = `${tomlKey(path.slice(home.base.length))} = `;
    const put = putInFlow(document.text, flowListOf(home.table), lead, tomlValue(value), true);
    return { splices: put.splices, insertion: { kind: "key", path, text: tomlValue(value), before: put.before, after: put.after } };
  }
  if (home.kind === "dotted") return keyLine(document, path, path.slice(home.last.section.length), value, home.last);
  if (isObject(value)) return block(document, path, `[${tomlKey(path)}]`, value, "key");
  const parent = path.slice(0, -1);
  if (!samePlace(nearestTable(document, path), parent) || home.kind === "implied") {
    const { splice, before, after } = putBlock(document, parent, { lead: `[${tomlKey(parent)}]`, value: "" }, undefined, true);
    return { splices: [splice], insertion: { kind: "container", path: parent, before, after } };
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
    return { splices, insertion: { kind: "container", path: insertion.path, before: insertion.before, after: insertion.after } };
  }
  if (mixed !== true && Array.isArray(list) && list.some((item) => isObject(item) !== isObject(value))) {
    throw refusal(`${path.join(".")} is a list of other values`, document.text, tomlOffset(document, path));
  }
  const node = tomlNodeAt(document, path);
  if (node?.type === "TOMLArray") {
    const text = tomlValue(value);
    const { splices, before, after } = putInFlow(document.text, flowListOf(node), "", text, false);
    return { splices, insertion: { kind: "item", path, text, before, after } };
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
  const line: NewLines = {
    lead: `${behind === undefined ? "" : indentOf(text, behind.start)}${tomlKey(written)} = `,
    value: tomlValue(value),
  };
  return stepOf(
    "key",
    path,
    line.value,
    behind === undefined ? putOnTop(document, line) : putBehind(text, endOfBlock(document, behind), line),
  );
}

function block(document: TomlDocument, path: Path, header: string, value: Json, kind: Insertion["kind"], behind?: Statement): Step {
  const newline = newlineOf(document.text);
  const body = isObject(value) ? tomlPairs(value).join(newline) : "";
  return stepOf(kind, path, body, putBlock(document, path, { lead: body === "" ? header : header + newline, value: body }, behind));
}

function stepOf(kind: Insertion["kind"], path: Path, text: string, { splice, before, after }: PutLines): Step {
  return { splices: [splice], insertion: { kind, path, text, before, after } };
}

/** After its siblings, or at the end of the document; there too where another comment would move into an `open` table. */
function putBlock(document: TomlDocument, path: Path, lines: NewLines, behind?: Statement, open = false): PutLines {
  const { text, statements } = document;
  const around = path.slice(0, -1);
  const last = behind ?? (around.length === 0 ? undefined : statements.findLast((statement) => isWithin(statement.section, around)));
  const end = last === undefined ? lastLineEnd(text) : endOfBlock(document, last);
  return putBehind(text, open && isLineOfComment(document, nextLine(text, end)) ? lastLineEnd(text) : end, lines, true);
}

/** The first key of a document: above the first header and its comment, or at the end where there is no header. */
function putOnTop(document: TomlDocument, line: NewLines): PutLines {
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
