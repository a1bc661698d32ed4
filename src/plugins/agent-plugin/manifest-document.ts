/** The text of `plugin.json` as values. What Symposium ignores of them may say anything. */

import type { Path, ReadDocument } from "../../hook-manifest/document.ts";
import { readJsonDocument } from "../../hook-manifest/json-document.ts";
import { hasWord } from "../../lookup.ts";
import { NAMESPACE } from "./format.ts";
import { AgentPluginFile } from "./schema.ts";

export function readManifestDocument(text: string): ReadDocument {
  return readJsonDocument(text, isIgnored);
}

/** An unknown field, or another client's extension. */
function isIgnored([top, namespace]: Path): boolean {
  if (typeof top !== "string") return false;
  if (top === "extensions") return typeof namespace === "string" && namespace !== NAMESPACE;
  return !hasWord(AgentPluginFile.entries, top);
}
