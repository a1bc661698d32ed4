/** The few keys that are needed of `pnpm-workspace.yaml` and `.yarnrc.yml`. This file and the parser are loaded only where there is one. */

import { isMap, isScalar, isSeq, type Node, type Pair } from "yaml";

import { positionsIn } from "../../files/problem.ts";
import { yamlDocuments } from "../../files/yaml.ts";

/** By key; a value that has another shape is absent. */
export interface Settings {
  readonly lists: ReadonlyMap<string, readonly string[]>;
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, Value>>;
  readonly fault?: { readonly line: number; readonly message: string; readonly hint?: string };
}

type Value = string | ReadonlyMap<string, string>;

/** Hook calls read it, and the parser takes microseconds for a letter. */
const MOST_LETTERS = 128 * 1024;

/** All scalars are texts: `1.10` is a version. We do not need the parser to look for duplicate keys, which it compares each with each. */
const DIALECT = { version: "1.2", schema: "failsafe", uniqueKeys: false, prettyErrors: false, logLevel: "silent" } as const;

/** Never throws. Other keys are skipped. */
export function readSettings(text: string, wanted: ReadonlySet<string>): Settings {
  const lists = new Map<string, readonly string[]>();
  const tables = new Map<string, ReadonlyMap<string, Value>>();
  if (text.length > MOST_LETTERS)
    return { lists, tables, fault: { line: 1, message: `Symposium reads at most ${MOST_LETTERS / 1024} KiB of such a file` } };
  const documents = yamlDocuments(text, DIALECT);
  if (documents === undefined) return { lists, tables, fault: { line: 1, message: "it is nested too deeply" } };
  const positionAt = positionsIn(text);
  const [document] = documents;
  const [error] = document?.errors ?? [];
  let fault: Settings["fault"] = error && { line: positionAt(error.pos[0]).line, message: `not valid YAML: ${error.message}` };
  for (const { key, value } of pairsIn(document?.contents)) {
    const name = textOf(key);
    if (name === undefined || !wanted.has(name)) continue;
    const [list, table] = [isEmpty(value) ? [] : listOf(value), tableOf(value)];
    if (list !== undefined) lists.set(name, list);
    else if (table !== undefined) tables.set(name, table);
    else fault ??= { line: positionAt(key?.range?.[0] ?? 0).line, message: UNREAD, hint: "write it without anchors" };
  }
  return { lists, tables, fault };
}

const UNREAD = "Symposium cannot read this key: it is neither a list nor an object of plain texts";

type Part = Node | null | undefined;

function pairsIn(node: unknown): readonly Pair<Part, Part>[] {
  return isMap<Part, Part>(node) ? node.items : [];
}

function textOf(node: Part): string | undefined {
  return isScalar(node) && typeof node.value === "string" ? node.value : undefined;
}

function isEmpty(node: Part): boolean {
  return node == null || (isScalar(node) && node.type === "PLAIN" && node.source === "");
}

function listOf(node: Part): readonly string[] | undefined {
  if (!isSeq<Part>(node)) return undefined;
  const texts = node.items.map(textOf);
  return texts.every((text) => text !== undefined && text !== "") ? (texts as string[]) : undefined;
}

function tableOf(node: Part): ReadonlyMap<string, Value> | undefined {
  return tableWith(node, (value): Value | undefined => (isEmpty(value) ? new Map() : (textOf(value) ?? tableWith(value, textOf))));
}

function tableWith<T>(node: Part, valueOf: (value: Part) => T | undefined): ReadonlyMap<string, T> | undefined {
  if (!isMap(node)) return undefined;
  const table = new Map<string, T>();
  for (const { key, value } of pairsIn(node)) {
    const [name, one] = [textOf(key), valueOf(value)];
    if (name === undefined || one === undefined) return undefined;
    table.set(name, one);
  }
  return table;
}
