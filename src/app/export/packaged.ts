/** What an Agent Plugin has written: the manifest in its extension, and the servers of its `mcp.json`. Both were validated before. */

import { join } from "node:path";

import { isObject, parseJson, type Json } from "../../canonical/json.ts";
import { readTextFile } from "../../documents/text-file.ts";
import type { TomlTable } from "../../documents/toml.ts";
import { lookUp } from "../../lookup.ts";
import { readExtension } from "../../plugins/agent-plugin/extension.ts";
import { NAMESPACE, SERVERS } from "../../plugins/agent-plugin/format.ts";
import { readManifestDocument } from "../../plugins/agent-plugin/manifest-document.ts";
import type { Manifest } from "../../plugins/manifest.ts";

/** `undefined` where it has no extension of Symposium's. */
export function extensionManifest(file: string, text: string): Manifest | undefined {
  const document = readManifestDocument(text);
  const own = document.ok ? memberOf(memberOf(document.value, "extensions"), NAMESPACE) : undefined;
  return document.ok && isObject(own) ? readExtension(file, own as TomlTable, document).manifest : undefined;
}

/** By name. */
export function packagedServers(directory: string): Readonly<Record<string, object>> {
  const read = readTextFile(join(directory, SERVERS));
  const servers = read.kind === "text" ? memberOf(parseJson(read.text), "mcpServers") : undefined;
  return isObject(servers) ? (servers as Readonly<Record<string, object>>) : {};
}

function memberOf(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) ? lookUp(value, key) : undefined;
}
