/** Documents of hook files as text, and back. */

import { parse as parseToml, stringify as stringifyToml } from "smol-toml";

import type { FileEntry, HookFileForm } from "../agents/hook-files.ts";
import { isObject, type Json, parseJson } from "../canonical/json.ts";
import { lookUp, put } from "../lookup.ts";

/** A new document with these entries. */
export function documentOf(entries: readonly FileEntry[]): Json {
  const document: Record<string, Json> = {};
  for (const { kind, path, value } of entries) {
    let parent = document;
    for (const key of path.slice(0, -1)) {
      const inner = lookUp(parent, key);
      const next = isObject(inner) ? (inner as Record<string, Json>) : {};
      if (next !== inner) put(parent, key, next);
      parent = next;
    }
    const last = path.at(-1) ?? "";
    const list = lookUp(parent, last);
    if (kind === "key") put(parent, last, value);
    else if (Array.isArray(list)) (list as Json[]).push(value);
    else put(parent, last, [value] as readonly Json[]);
  }
  return document;
}

export function textOf(document: Json, { format, code, safeText }: Pick<HookFileForm, "format" | "code" | "safeText">): string {
  if (code !== undefined) return code.wrap(document);
  if (format === "toml") return `${stringifyToml(document)}\n`;
  const text = `${JSON.stringify(document, null, 2)}\n`;
  return safeText?.(text) ?? text;
}

/** `undefined` for a text that is not of this form. Comments in JSON are not read here: see the editors. */
export function documentIn(text: string, { format, code }: Pick<HookFileForm, "format" | "code">): Json | undefined {
  if (code !== undefined) return code.unwrap(text);
  if (format !== "toml") return parseJson(text);
  try {
    return parseToml(text) as Json;
  } catch {
    return undefined;
  }
}
