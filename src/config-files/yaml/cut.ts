/** What to cut from a YAML document to remove a value. Comments on their own lines stay; a comment on a removed line goes. */

import { isMap, isSeq, type Node } from "yaml";

import type { Json } from "../../canonical/json.ts";
import type { Insertion, Place } from "../editor.ts";
import { cutFromFlow } from "../splicing/flow-list.ts";
import { blankLines, cutLines, exactBytes, type LineSpan } from "../splicing/put-lines.ts";
import { refusal } from "../splicing/refusal.ts";
import { cutOf, type Splice } from "../splicing/splices.ts";
import type { Replacement } from "../splicing/syntax.ts";
import { lineEnd, lineStart, newlineOf, nextLine } from "../splicing/text-lines.ts";
import { childOf, indexIn, isFlow, partsOf, type YamlDocument } from "./document.ts";
import { takesLines, yamlBlock, yamlFlow } from "./render.ts";
import { columnOf, endOfIndicator, endWithComments, flowListOf, spanOfItem } from "./spans.ts";

export function cutYaml(document: YamlDocument, place: Place, insertion?: Insertion): readonly Splice[] {
  const { text } = document;
  const { node, index } = containerOf(document, place);
  if (isFlow(node)) return cutFromFlow(text, flowListOf(text, node), index, insertion);
  const span = spanOfItem(text, node, index);
  if (text.slice(lineStart(text, span.start), span.start).trim() !== "") return [cutFirstOfLine(document, node, index, span)];
  if (insertion === undefined) return cutLines(text, withoutComments(document, span));
  const exact = exactBytes(text, span.start, span.end, insertion);
  return exact === undefined ? cutLines(text, withoutComments(document, span), blankLines(insertion)) : [exact];
}

/** A key without a value, or with empty brackets, and without a comment of its own below it. */
export function cutYamlContainer(document: YamlDocument, place: Place, insertion?: Insertion): readonly Splice[] | undefined {
  if (place.length === 0) return undefined;
  const { text, comments } = document;
  const { node, index } = containerOf(document, place);
  const child = childOf(node, index);
  const { start, end } = spanOfItem(text, node, index);
  if (child !== undefined && !((isMap(child) || isSeq(child)) && isFlow(child) && partsOf(child).length === 0)) return undefined;
  if (comments.some((comment) => comment >= start && comment < lineEnd(text, end)) && !isFlow(node)) return undefined;
  if (child !== undefined && comments.some((comment) => comment >= start && comment < end)) return undefined;
  if (!isFlow(node) && endWithComments(document, end, columnOf(text, start) + 1) > lineEnd(text, end)) return undefined;
  const written = child === undefined ? "" : text.slice(child.range?.[0], child.range?.[1]);
  return cutYaml(document, place, insertion === undefined ? undefined : { ...insertion, text: written });
}

export function replaceYaml(document: YamlDocument, place: Place, value: Json): Replacement {
  const { text, comments } = document;
  const { node, index } = containerOf(document, place);
  const child = childOf(node, index);
  const span = spanOfItem(text, node, index);
  const behind = endOfIndicator(node, index);
  const [start, end] = child === undefined ? [span.end, span.end] : [child.range?.[0] ?? 0, span.end];
  const sameLine = lineStart(text, start) === lineStart(text, end) && child?.srcToken?.type !== "block-scalar";
  if (isFlow(node) || (sameLine && !takesLines(value))) {
    const put = yamlFlow(value);
    return { splices: [{ start, end, put: child === undefined ? ` ${put}` : put }], text: put };
  }
  if (comments.some((comment) => comment > behind && comment < end))
    throw refusal(`there are comments in ${place.join(".")}`, text, span.start);
  const column = columnOf(text, span.start) + (isMap(node) && Array.isArray(value) ? 0 : 2);
  const put = yamlBlock(value, column, { newline: newlineOf(text), indent: 2, dashes: 2 });
  const lead = isMap(node) && takesLines(value) ? newlineOf(text) + " ".repeat(column) : " ";
  return { splices: [{ start: behind, end, put: lead + put }], text: put };
}

/** Where it is written: its key or its dash. */
export function yamlOffset(document: YamlDocument, place: Place): number {
  if (place.length === 0) return document.root?.range?.[0] ?? 0;
  const { node, index } = containerOf(document, place);
  return spanOfItem(document.text, node, index).start;
}

/** The map or list that contains the value at `place`, and its position there. */
function containerOf({ root, text }: YamlDocument, place: Place): { readonly node: Node; readonly index: number } {
  let node = root;
  for (const [at, step] of place.entries()) {
    const index = node === undefined ? -1 : indexIn(node, step);
    if (node === undefined || index === -1 || partsOf(node)[index] === undefined)
      throw refusal(`${place.join(".")} is not written here`, text, node?.range?.[0] ?? 0);
    if (at === place.length - 1) return { node, index };
    node = childOf(node, index);
  }
  throw refusal("that is the whole document");
}

/** After the dash of a list: what follows in the same map moves up, if there is no comment between. */
function cutFirstOfLine({ text, comments }: YamlDocument, node: Node, index: number, span: LineSpan): Splice {
  if (index + 1 >= partsOf(node).length) return cutOf(span.start, span.end);
  const next = spanOfItem(text, node, index + 1).start;
  if (comments.some((comment) => comment > span.end && comment < next)) throw refusal("there is a comment on it", text, span.start);
  return cutOf(span.start, next);
}

/** The lines of a span except those that hold only a comment. */
function withoutComments({ text, comments }: YamlDocument, { start, end }: LineSpan): readonly LineSpan[] {
  const spans: LineSpan[] = [];
  let from = start;
  for (const comment of comments) {
    const line = lineStart(text, comment);
    if (comment < start || comment > end || text.slice(line, comment).trim() !== "" || line <= lineStart(text, start)) continue;
    if (line > from) spans.push({ start: from, end: line - 1 });
    from = nextLine(text, comment);
  }
  return from > end ? spans : [...spans, { start: from, end }];
}
