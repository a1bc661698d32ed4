/** Where a new entry goes in a YAML document: after the last value in its container, in the container's style. */

import { isMap, isSeq, type Node, visit } from "yaml";

import type { Json } from "../../canonical/json.ts";
import type { Entry, Insertion } from "../editor.ts";
import { putInFlow } from "../splicing/flow-list.ts";
import { putBehind } from "../splicing/put-lines.ts";
import { refusal } from "../splicing/refusal.ts";
import type { Step } from "../splicing/syntax.ts";
import { lastLineEnd, lineEnd, newlineOf } from "../splicing/text-lines.ts";
import { childOf, indexIn, isFlow, partsOf, type YamlDocument } from "./document.ts";
import { yamlBlock, yamlFlow, yamlPair, type YamlStyle, yamlText } from "./render.ts";
import { columnOf, endWithComments, flowListOf, spanOfItem } from "./spans.ts";

type Path = readonly string[];

/** A container as written, or the place where it would be, below a key without a value. */
type Home =
  | { readonly kind: "written"; readonly node: Node }
  | { readonly kind: "empty"; readonly end: number; readonly column: (list: boolean) => number };

export function insertYaml(document: YamlDocument, entry: Entry): Step {
  const containers = entry.kind === "key" ? entry.path.slice(0, -1) : entry.path;
  const style = styleOf(document);
  let home = rootHome(document);
  for (const [at, name] of containers.entries()) {
    const next = homeBelow(document, home, name, style);
    if (next === undefined) return newContainer(document, home, containers.slice(0, at + 1), entry);
    home = next;
  }
  return entry.kind === "key" ? newKey(document, home, entry.path, entry.value, style) : newItem(document, home, entry, style);
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

function newKey(document: YamlDocument, home: Home, path: Path, value: Json, style: YamlStyle): Step {
  const name = path.at(-1) ?? "";
  if (home.kind === "written" && isFlow(home.node)) {
    const text = yamlFlow(value);
    return inFlow(document, home.node, `${yamlText(name)}: `, text, { kind: "key", path, text });
  }
  const [lead, text] = yamlPair(name, value, columnIn(document, home, false), style);
  return newLines(document, home, false, lead, text, { kind: "key", path, text });
}

function newItem(document: YamlDocument, home: Home, { path, value }: Entry, style: YamlStyle): Step {
  if (home.kind === "written" && isFlow(home.node)) {
    const text = yamlFlow(value);
    return inFlow(document, home.node, "", text, { kind: "item", path, text });
  }
  const text = yamlBlock(value, columnIn(document, home, true) + 2, style);
  return newLines(document, home, true, "- ", text, { kind: "item", path, text });
}

type Draft = Pick<Insertion, "kind" | "path" | "text">;

function inFlow({ text }: YamlDocument, node: Node, lead: string, value: string, insertion: Draft): Step {
  const { splices, before, after } = putInFlow(text, flowListOf(text, node), lead, value, false);
  return { splices, insertion: { ...insertion, before, after } };
}

function newLines(document: YamlDocument, home: Home, list: boolean, lead: string, value: string, insertion: Draft): Step {
  const column = columnIn(document, home, list);
  const end = home.kind === "empty" ? home.end : endWithComments(document, endOfLast(document, home.node), column);
  const { splice, before, after } = putBehind(document.text, end, { lead: " ".repeat(column) + lead, value });
  if (after === "" && endsInOpenText(document))
    throw refusal("the edit would add a line end to the last value", document.text, document.text.length);
  return { splices: [splice], insertion: { ...insertion, before, after } };
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

function endOfLast({ text }: YamlDocument, node: Node): number {
  return lineEnd(text, spanOfItem(text, node, partsOf(node).length - 1).end);
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
