/** `pnpm-lock.yaml` of formats 5, 6 and 9, read by lines: a YAML parser would take most of a hook call's time. */

import type { ReadLock } from "./lock.ts";
import { mistakeAt, unfinished } from "./lock.ts";
import { lockedByPnpm, type PnpmFile } from "./pnpm-packages.ts";
import { endOfLine, indentOf, lineText, pairOf, unquoted } from "./yaml-lines.ts";

/** Never throws. */
export function readPnpmLock(text: string): ReadLock {
  const wrong = unfinished(text);
  if (wrong !== undefined) return wrong;
  const file: Reading = { importers: new Map(), packages: new Map(), text, format: undefined };
  const bad = readSections(file, lastDocument(text));
  if (bad !== undefined) return mistakeAt(text, bad, "is not in the form that pnpm writes");
  if (file.format === undefined) return mistakeAt(text, 0, "is not a lock file of pnpm: it has no `lockfileVersion`");
  if (!FORMATS.has(Math.floor(file.format))) return mistakeAt(text, 0, `has format ${file.format}, which Symposium cannot read`);
  return { ok: true, lock: lockedByPnpm({ ...file, format: file.format }) };
}

const FORMATS: ReadonlySet<number> = new Set([5, 6, 7, 8, 9]);

interface Reading extends Omit<PnpmFile, "format"> {
  readonly importers: Map<string, Map<string, string>>;
  readonly packages: Map<string, number>;
  format: number | undefined;
}

/** pnpm 11 and newer write what pnpm itself needs as a document of its own before. */
function lastDocument(text: string): number {
  const at = text.lastIndexOf("\n---");
  return at === -1 ? 0 : endOfLine(text, at + 1) + 1;
}

/** The place of the first line that pnpm does not write. */
function readSections(file: Reading, from: number): number | undefined {
  const { text } = file;
  for (let start = from; start < text.length;) {
    const end = endOfLine(text, start);
    const line = lineText(text, start, end);
    start = end + 1;
    if (line === "" || line.startsWith("#") || line.startsWith(" ") || line === "---") continue;
    const pair = pairOf(line);
    if (pair === undefined) return end - line.length;
    if (pair.key === "lockfileVersion") file.format = Number.parseFloat(unquoted(pair.value)) || 0;
    // Nothing after it is needed, and it is a third of the file.
    else if (pair.key === "snapshots") return undefined;
    else if (pair.key === "packages") start = indexPackages(file, start);
    else if (pair.key === "importers" || KINDS.has(pair.key)) {
      const base = pair.key === "importers" ? 2 : 0;
      const read = readImporters(file, base, start, base === 0 ? pair.key : undefined);
      if (read.bad !== undefined) return read.bad;
      start = read.end;
    }
  }
  return undefined;
}

const KINDS: ReadonlySet<string> = new Set(["dependencies", "devDependencies", "optionalDependencies"]);

/**
 * Below `importers`: the place of a member, its kinds of dependencies, their names, and from format 6 on `specifier` and `version`. A project
 * alone has the kinds at the top (`base` 0).
 */
function readImporters(file: Reading, base: number, from: number, topKind?: string): { readonly end: number; readonly bad?: number } {
  const { text, importers } = file;
  let place = "";
  let isKind = topKind !== undefined;
  let name = "";
  for (let start = from; start < text.length;) {
    const end = endOfLine(text, start);
    const indent = indentOf(text, start);
    const line = lineText(text, start + indent, end);
    if (line !== "" && indent === 0) return { end: start };
    const lineStart = start;
    start = end + 1;
    if (line === "" || (indent > base && !isKind && indent !== base + 2 && indent !== 2)) continue;
    const pair = pairOf(line);
    if (pair === undefined) return { end: start, bad: lineStart + indent };
    if (base === 2 && indent === 2) {
      place = pair.key === "." ? "" : pair.key;
      importers.set(place, importers.get(place) ?? new Map());
      isKind = false;
    } else if (base === 2 && indent === 4) isKind = KINDS.has(pair.key);
    else if (isKind && indent === base + (base === 2 ? 4 : 2)) {
      name = pair.key;
      if (pair.value !== "") put(importers, place, name, pair.value);
    } else if (isKind && pair.key === "version") put(importers, place, name, pair.value);
  }
  return { end: text.length };
}

function put(importers: Reading["importers"], place: string, name: string, value: string): void {
  const known = importers.get(place);
  if (known === undefined) importers.set(place, new Map([[name, unquoted(value)]]));
  else known.set(name, unquoted(value));
}

/** Only where each begins: few of thousands are asked for. */
function indexPackages({ text, packages }: Reading, from: number): number {
  for (let start = from; start < text.length;) {
    const end = endOfLine(text, start);
    const isDeeper = text.charCodeAt(start) === 32 && text.charCodeAt(start + 2) === 32;
    if (!isDeeper) {
      const indent = indentOf(text, start);
      const line = lineText(text, start + indent, end);
      if (line !== "" && indent === 0) return start;
      // Keys of more than 1,024 letters have a line of their own, which begins with a question mark.
      const isUsual = line.endsWith(":") && !line.startsWith("'") && !line.startsWith('"');
      const key = isUsual ? line.slice(0, -1) : line.startsWith("? ") ? unquoted(line.slice(2)) : pairOf(line)?.key;
      if (key !== undefined) packages.set(key, end + 1);
    }
    start = end + 1;
  }
  return text.length;
}
