/** What to cut from a TOML document to remove a value. Comments on their own lines stay; a comment on a removed line goes. */

import { isObject, type Json } from "../../canonical/json.ts";
import type { Insertion, Place } from "../editor.ts";
import { cutFromFlow } from "../splicing/flow-list.ts";
import { blankLines, cutLines, exactBytes } from "../splicing/put-lines.ts";
import { refusal } from "../splicing/refusal.ts";
import type { Splice } from "../splicing/splices.ts";
import type { Replacement } from "../splicing/syntax.ts";
import { isBlankLine, lineEnd, lineStart, newlineOf, nextLine } from "../splicing/text-lines.ts";
import { isLineOfComment, type Statement, type TomlDocument } from "./document.ts";
import { isWithin, samePlace, tomlFlowAround, tomlNodeAt } from "./table-form.ts";
import { tomlPairs, tomlValue } from "./render.ts";

export function cutToml(document: TomlDocument, place: Place, insertion?: Insertion): readonly Splice[] {
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
export function cutTomlContainer(document: TomlDocument, place: Place, insertion?: Insertion): readonly Splice[] | undefined {
  const { text, statements } = document;
  const node = tomlNodeAt(document, place);
  if (node !== undefined) {
    const empty = (node.type === "TOMLArray" && node.elements.length === 0) || (node.type === "TOMLInlineTable" && node.body.length === 0);
    if (!empty || text.slice(...node.range).includes("#")) return undefined;
    const written = text.slice(...node.range);
    return cutToml(document, place, insertion === undefined ? undefined : { ...insertion, text: written });
  }
  const index = statements.findIndex((statement) => statement.value === undefined && samePlace(statement.path, place));
  const header = statements[index];
  const next = statements[index + 1];
  if (header === undefined || (next !== undefined && next.value !== undefined) || hasComment(document, header, next)) return undefined;
  const exact = insertion === undefined ? undefined : exactBytes(text, header.start, header.end, insertion);
  const blank = insertion === undefined ? spareBlankLines(text, header, header) : blankLines(insertion);
  return exact === undefined ? cutLines(text, [header], blank) : [exact];
}

export function replaceToml(document: TomlDocument, place: Place, value: Json): Replacement {
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
