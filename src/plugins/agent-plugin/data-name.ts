/** The name of a plugin's data folder: one for each origin and name, and the same for every version. */

import { realPath } from "../../platform/real-path.ts";
import { sha256 } from "../../platform/sha256.ts";
import { packageSource, type PluginOrigin } from "../plugin-origin.ts";

/** What `dataName` makes, and nothing else that could be in that folder. */
export const DATA_NAME = /^[\w-]{1,64}-[0-9a-f]{32}$/;

/** A real digest: a repository must not be able to choose a folder whose name has the digest of another plugin's. */
export function dataName(plugin: string, origin: PluginOrigin): string {
  // Windows reserves names such as `nul.x`.
  const readable = plugin.replaceAll(/[^A-Za-z0-9-]/g, "_").slice(0, 64);
  return `${readable}-${sha256(JSON.stringify([originId(origin), plugin])).slice(0, 32)}`;
}

function originId(origin: PluginOrigin): readonly string[] {
  if (origin.kind === "source") return [origin.kind, origin.name];
  if (origin.kind === "package") return [origin.kind, packageSource(origin)];
  return [origin.kind, realPath(origin.folder ?? "")];
}
