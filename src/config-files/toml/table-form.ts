/** How a table is written, which decides where and how something can be inserted into it. */

import type { AST } from "toml-eslint-parser";

import type { Place } from "../editor.ts";
import type { FlowList } from "../splicing/flow-list.ts";
import { namesOf, type Statement, type TomlDocument } from "./document.ts";

export type TableForm =
  /** The top of the document. */
  | { readonly kind: "top" }
  /** Below a header of its own. */
  | { readonly kind: "section" }
  /** Only by headers of tables inside it. */
  | { readonly kind: "implied" }
  /** By dotted keys; `last` is the last of them. */
  | { readonly kind: "dotted"; readonly last: Statement }
  /** In braces; `base` is the path of the table in braces, where dotted keys may continue. */
  | { readonly kind: "inline"; readonly table: AST.TOMLInlineTable; readonly base: Place };

export function tableForm({ statements }: TomlDocument, path: Place): TableForm {
  if (path.length === 0) return { kind: "top" };
  if (statements.some((statement) => statement.value === undefined && samePlace(statement.path, path))) return { kind: "section" };
  for (const { value, path: base } of statements) {
    if (value?.type === "TOMLInlineTable" && isWithin(path, base)) return inlineForm(value, base, path);
  }
  const last = statements.findLast(
    (statement) => statement.value !== undefined && isWithin(statement.path, path) && statement.section.length < path.length,
  );
  return last === undefined ? { kind: "implied" } : { kind: "dotted", last };
}

/** The value written at a place, if it is in one piece. */
export function tomlNodeAt({ statements }: TomlDocument, place: Place): AST.TOMLContentNode | undefined {
  const statement = statements.find(({ value, path }) => value !== undefined && isWithin(place, path));
  return statement?.value === undefined ? undefined : nodeWithin(statement.value, place.slice(statement.path.length));
}

/** Where the first part of it is written. */
export function tomlOffset(document: TomlDocument, place: Place): number {
  const within = document.statements.find(({ path }) => isWithin(path, place));
  return within?.start ?? tomlNodeAt(document, place)?.range[0] ?? 0;
}

/** The list in brackets or braces that contains the value at `place`, and its position there. */
export function tomlFlowAround(document: TomlDocument, place: Place): { readonly list: FlowList; readonly index: number } | undefined {
  for (let length = place.length - 1; length > 0; length--) {
    const node = tomlNodeAt(document, place.slice(0, length));
    const rest = place.slice(length);
    if (node?.type === "TOMLArray" && typeof rest[0] === "number")
      return rest.length === 1 ? { list: flowListOf(node), index: rest[0] } : undefined;
    if (node?.type !== "TOMLInlineTable") continue;
    const index = node.body.findIndex(({ key }) => samePlace(namesOf(key), rest));
    return index === -1 ? undefined : { list: flowListOf(node), index };
  }
  return undefined;
}

export function flowListOf(node: AST.TOMLArray | AST.TOMLInlineTable): FlowList {
  const items = node.type === "TOMLArray" ? node.elements : node.body;
  return { open: node.range[0] + 1, close: node.range[1] - 1, items: items.map(({ range }) => ({ start: range[0], end: range[1] })) };
}

export function isWithin(place: Place, container: Place): boolean {
  return container.length <= place.length && container.every((step, index) => step === place[index]);
}

export function samePlace(left: Place, right: Place): boolean {
  return left.length === right.length && isWithin(left, right);
}

function inlineForm(table: AST.TOMLInlineTable, base: Place, path: Place): TableForm {
  for (const { key, value } of table.body) {
    const inner = [...base, ...namesOf(key)];
    if (value.type === "TOMLInlineTable" && isWithin(path, inner)) return inlineForm(value, inner, path);
  }
  return { kind: "inline", table, base };
}

function nodeWithin(node: AST.TOMLContentNode, place: Place): AST.TOMLContentNode | undefined {
  const step = place[0];
  if (step === undefined) return node;
  if (node.type === "TOMLArray") {
    const element = typeof step === "number" ? node.elements[step] : undefined;
    return element === undefined ? undefined : nodeWithin(element, place.slice(1));
  }
  if (node.type !== "TOMLInlineTable") return undefined;
  const pair = node.body.find(({ key }) => isWithin(place, namesOf(key)));
  return pair === undefined ? undefined : nodeWithin(pair.value, place.slice(namesOf(pair.key).length));
}
