/**
 * Edits YAML, goose's configuration and other agents' files: where a new entry goes in its container's style, and what to cut for an old one.
 * Comments on their own lines stay; a comment on a removed line goes.
 */

import { isMap, isSeq, type Node, parseDocument, visit } from "yaml";

import type { Json } from "../../model/json.ts";
import { type Editor, type Entry, type Insertion, type Place, refusal } from "../editor.ts";
import { cutFromFlow, putInFlow } from "./flow-list.ts";
import { spliceEditor } from "./splice-editor.ts";
import { type Replacement, type Step, stepOf, stepwise } from "./stepwise.ts";
import {
  blankLines,
  cutLines,
  cutOf,
  exactBytes,
  lastLineEnd,
  lineEnd,
  lineStart,
  newlineOf,
  nextLine,
  putBehind,
  type Span,
  type Splice,
} from "./text.ts";
import {
  childOf,
  columnOf,
  endOfIndicator,
  endWithComments,
  flowListOf,
  indexIn,
  isFlow,
  partsOf,
  readYamlDocument,
  spanOfItem,
  takesLines,
  yamlBlock,
  type YamlDocument,
  yamlFlow,
  yamlPair,
  type YamlStyle,
  yamlText,
} from "./yaml-document.ts";

export const yamlEditor: Editor = spliceEditor(
  stepwise({
    parse: readYamlDocument,
    insert: insertYaml,
    cut: cutYaml,
    cutContainer: cutYamlContainer,
    replace: replaceYaml,
    offsetOf: yamlOffset,
    insertedValue,
  }),
);

/** All lines but the first keep their indentation, so the first gets the one it had. */
function insertedValue({ text, before }: Insertion): Json | undefined {
  if (text === undefined) return undefined;
  const column = before.length - before.lastIndexOf("\n") - 1;
  const others = text
    .split("\n")
    .slice(1)
    .map((line) => /^ */.exec(line)?.[0].length ?? 0);
  for (const indent of [column, Math.min(...others), 0].filter(Number.isFinite)) {
    const { errors } = parseDocument(" ".repeat(indent) + text, { logLevel: "silent" });
    if (errors.length === 0) return readYamlDocument(" ".repeat(indent) + text).value;
  }
  return undefined;
}

type Path = readonly string[];

/** A container as written, or the place where it would be, below a key without a value. */
type Home =
  | { readonly kind: "written"; readonly node: Node }
  | { readonly kind: "empty"; readonly end: number; readonly column: (list: boolean) => number };

function insertYaml(document: YamlDocument, entry: Entry): Step {
  const containers = entry.kind === "key" ? entry.path.slice(0, -1) : entry.path;
  const style = styleOf(document);
  let home = rootHome(document);
  for (const [at, name] of containers.entries()) {
    const next = homeBelow(document, home, name, style);
    if (next === undefined) return newContainer(document, home, containers.slice(0, at + 1), entry);
    home = next;
  }
  return newEntry(document, home, entry, style);
}

function rootHome({ text, root }: YamlDocument): Home {
  if (root !== undefined) return { kind: "written", node: root };
  const marker = /^\.\.\.(?=\s|$)/m.exec(text)?.index;
  const end = marker === undefined ? lastLineEnd(text) : marker === 0 ? -1 : lastLineEnd(text.slice(0, marker));
  if (end === -1) throw refusal("the document ends before it starts", text, 0);
  return { kind: "empty", end, column: () => 0 };
}

/** `undefined` where the key is missing. */
function homeBelow(document: YamlDocument, home: Home, name: string, style: YamlStyle): Home | undefined {
  if (home.kind === "empty" || !isMap(home.node)) return undefined;
  const index = indexIn(home.node, name);
  if (index === -1) return undefined;
  const { text } = document;
  const node = childOf(home.node, index);
  const { start, end } = spanOfItem(text, home.node, index);
  if (node !== undefined) {
    if (!isMap(node) && !isSeq(node)) throw refusal(`${name} is not written as a map or list here`, text, start);
    return { kind: "written", node };
  }
  if (isFlow(home.node)) throw refusal(`${name} has no value`, text, start);
  const column = columnOf(text, start);
  return {
    kind: "empty",
    end: endWithComments(document, end, column + 1),
    column: (list) => column + (list ? style.dashes : style.indent),
  };
}

function newContainer(document: YamlDocument, home: Home, path: Path, entry: Entry): Step {
  const name = yamlText(path.at(-1) ?? "");
  if (home.kind === "written" && isFlow(home.node)) {
    const brackets = entry.kind === "item" && path.length === entry.path.length ? "[]" : "{}";
    return inFlow(document, home.node, `${name}: `, brackets, { kind: "container", path });
  }
  return newLines(document, home, false, `${name}:`, "", { kind: "container", path });
}

function newEntry(document: YamlDocument, home: Home, { kind, path, value }: Entry, style: YamlStyle): Step {
  const name = path.at(-1) ?? "";
  const isItem = kind === "item";
  if (home.kind === "written" && isFlow(home.node)) {
    const text = yamlFlow(value);
    return inFlow(document, home.node, isItem ? "" : `${yamlText(name)}: `, text, { kind, path, text });
  }
  const column = columnIn(document, home, isItem);
  const [lead, text] = isItem ? (["- ", yamlBlock(value, column + 2, style)] as const) : yamlPair(name, value, column, style);
  return newLines(document, home, isItem, lead, text, { kind, path, text });
}

type Draft = Pick<Insertion, "kind" | "path" | "text">;

function inFlow({ text }: YamlDocument, node: Node, lead: string, value: string, insertion: Draft): Step {
  return stepOf(putInFlow(text, flowListOf(text, node), lead, value), insertion);
}

function newLines(document: YamlDocument, home: Home, list: boolean, lead: string, value: string, insertion: Draft): Step {
  const column = columnIn(document, home, list);
  const last = (node: Node) => lineEnd(document.text, spanOfItem(document.text, node, partsOf(node).length - 1).end);
  const end = home.kind === "empty" ? home.end : endWithComments(document, last(home.node), column);
  const put = putBehind(document.text, end, { lead: " ".repeat(column) + lead, value });
  if (put.after === "" && endsInOpenText(document))
    throw refusal("the edit would add a line end to the last value", document.text, document.text.length);
  return stepOf(put, insertion);
}

/** A block scalar at the end without a line end: with one, some readers would see another text. */
function endsInOpenText({ text, root }: YamlDocument): boolean {
  let last = root;
  while (last !== undefined && (isMap(last) || isSeq(last))) last = childOf(last, last.items.length - 1);
  const [start, end] = last?.range ?? [];
  const isOpen = last?.srcToken?.type === "block-scalar" && end === text.length && !text.endsWith("\n");
  return isOpen && !text.slice(start, lineEnd(text, start ?? 0)).includes("-");
}

function columnIn({ text }: YamlDocument, home: Home, list: boolean): number {
  return home.kind === "empty" ? home.column(list) : columnOf(text, spanOfItem(text, home.node, 0).start);
}

/** The document's own indentation; two spaces where it shows none. */
function styleOf({ text, root }: YamlDocument): YamlStyle {
  let indent: number | undefined;
  let dashes: number | undefined;
  if (root !== undefined) {
    visit(root, {
      Map: (_, map) => {
        if (isFlow(map)) return;
        for (const index of map.items.keys()) {
          const child = childOf(map, index);
          if (child === undefined || isFlow(child) || !(isMap(child) || isSeq(child)) || child.items.length === 0) continue;
          const deeper = columnOf(text, spanOfItem(text, child, 0).start) - columnOf(text, spanOfItem(text, map, index).start);
          if (isMap(child)) indent ??= deeper;
          else dashes ??= deeper;
        }
      },
    });
  }
  return { newline: newlineOf(text), indent: Math.max(1, indent ?? 2), dashes: Math.max(0, dashes ?? indent ?? 2) };
}

function cutYaml(document: YamlDocument, place: Place, insertion?: Insertion): readonly Splice[] {
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
function cutYamlContainer(document: YamlDocument, place: Place, insertion?: Insertion): readonly Splice[] | undefined {
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
  return cutYaml(document, place, insertion && { ...insertion, text: written });
}

function replaceYaml(document: YamlDocument, place: Place, value: Json): Replacement {
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
function yamlOffset(document: YamlDocument, place: Place): number {
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
function cutFirstOfLine({ text, comments }: YamlDocument, node: Node, index: number, span: Span): Splice {
  if (index + 1 >= partsOf(node).length) return cutOf(span.start, span.end);
  const next = spanOfItem(text, node, index + 1).start;
  if (comments.some((comment) => comment > span.end && comment < next)) throw refusal("there is a comment on it", text, span.start);
  return cutOf(span.start, next);
}

/** The lines of a span except those that hold only a comment. */
function withoutComments({ text, comments }: YamlDocument, { start, end }: Span): readonly Span[] {
  const spans: Span[] = [];
  let from = start;
  for (const comment of comments) {
    const line = lineStart(text, comment);
    if (comment < start || comment > end || text.slice(line, comment).trim() !== "" || line <= lineStart(text, start)) continue;
    if (line > from) spans.push({ start: from, end: line - 1 });
    from = nextLine(text, comment);
  }
  return from > end ? spans : [...spans, { start: from, end }];
}
