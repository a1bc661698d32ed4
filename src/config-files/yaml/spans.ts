/** Where values of a YAML document start and end. */

import { type CST, isMap, isSeq, type Node } from "yaml";

import type { FlowList } from "../splicing/flow-list.ts";
import type { LineSpan } from "../splicing/put-lines.ts";
import { lineEnd, lineStart, nextLine } from "../splicing/text-lines.ts";
import { childOf, isFlow, partsOf, type YamlDocument } from "./document.ts";

/** From the key or the dash to the last character that belongs to it. */
export function spanOfItem(text: string, node: Node, index: number): LineSpan {
  const part = partsOf(node)[index];
  const value = childOf(node, index);
  const start = part === undefined ? 0 : startOfPart(part);
  return { start, end: value === undefined ? endOfTokens(part, start) : endOfNode(text, value) };
}

/** After the colon or the dash, or the empty value there. */
export function endOfIndicator(node: Node, index: number): number {
  const part = partsOf(node)[index];
  const indicator = [...(part?.start ?? []), ...(part?.sep ?? [])].findLast(
    ({ type }) => type === "map-value-ind" || type === "seq-item-ind",
  );
  return indicator === undefined ? 0 : endOfToken(indicator);
}

export function columnOf(text: string, at: number): number {
  return at - lineStart(text, at);
}

export function flowListOf(text: string, node: Node): FlowList {
  const [start = 0, end = 0] = node.range ?? [];
  return { open: start + 1, close: end - 1, items: partsOf(node).map((_, index) => spanOfItem(text, node, index)) };
}

/** The end of the line, or of the comment lines right below it with at least this indentation, which belong to the same container. */
export function endWithComments({ text, comments }: YamlDocument, end: number, column: number): number {
  let last = lineEnd(text, end);
  for (let at = nextLine(text, last); at > last && at < text.length; at = nextLine(text, at)) {
    const indent = /^ */.exec(text.slice(at, lineEnd(text, at)))?.[0].length ?? 0;
    if (indent < column || !comments.includes(at + indent)) break;
    last = lineEnd(text, at);
  }
  return last;
}

function startOfPart({ start, key, sep, value }: CST.CollectionItem): number {
  const first = start.find(({ type }) => !["space", "newline", "comment", "comma"].includes(type));
  return (first ?? key ?? sep?.[0] ?? value)?.offset ?? 0;
}

function endOfTokens(part: CST.CollectionItem | undefined, otherwise: number): number {
  const tokens = [...(part?.start ?? []), ...(part?.key === undefined || part.key === null ? [] : [part.key]), ...(part?.sep ?? [])];
  const last = tokens.findLast(({ type }) => !["space", "newline", "comment"].includes(type));
  return last === undefined ? otherwise : endOfToken(last);
}

function endOfToken(token: CST.Token): number {
  return token.offset + ("source" in token ? token.source.length : 1);
}

function endOfNode(text: string, node: Node): number {
  if ((isMap(node) || isSeq(node)) && !isFlow(node) && node.items.length > 0) return spanOfItem(text, node, node.items.length - 1).end;
  const end = node.range?.[1] ?? 0;
  if (node.srcToken?.type !== "block-scalar" || text[end - 1] !== "\n") return end;
  return text[end - 2] === "\r" ? end - 2 : end - 1;
}
