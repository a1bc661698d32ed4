/** The document that entries make in an empty file: keys are set, items are added to their list. */

import type { FileEntry } from "../../../src/agents/hook-files.ts";
import type { Json } from "../../../src/model/json.ts";

type Member = Record<string, unknown>;

export function writtenDocument(entries: readonly FileEntry[]): Json {
  const document: Member = {};
  for (const { kind, path, value } of entries) {
    const last = path.at(-1) ?? "";
    let within = document;
    for (const key of path.slice(0, -1)) within = (within[key] ??= {}) as Member;
    if (kind === "key") within[last] = value;
    else ((within[last] ??= []) as unknown[]).push(value);
  }
  return document as Json;
}
