/** The document in an agent's file. */

import type { HookFileForm } from "../../agents/hook-files.ts";
import { type Json, parseJson } from "../../canonical/json.ts";
import { withoutComments } from "../../canonical/without-comments.ts";
import type { Position } from "../../documents/problem.ts";
import { readToml } from "../../documents/toml.ts";

export type NativeDocument =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly message: string; readonly position?: Position };

/** Agents' JSON may have comments. */
export function nativeDocument(text: string, { format, code }: Pick<HookFileForm, "format" | "code">): NativeDocument {
  if (format === "toml") {
    const read = readToml(text);
    return read.ok ? { ok: true, value: read.table as Json } : read;
  }
  const value = code === undefined ? (parseJson(text) ?? parseJson(withoutComments(text))) : code.unwrap(text);
  if (value !== undefined) return { ok: true, value };
  return { ok: false, message: code === undefined ? "is not valid JSON" : "has no hooks that Symposium can read" };
}
