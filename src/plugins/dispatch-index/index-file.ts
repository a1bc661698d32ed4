/** Which file holds the index of a workspace. Asked on every hook call: no crypto, no file access. */

import type { Places } from "../../platform/places.ts";

/** `<folder name>-<16 hex>` for a workspace, so that a person finds it; one file for everything outside a workspace. */
export function indexFile(places: Pick<Places, "index">, workspace: string | null): string {
  const slash = places.index.includes("\\") ? "\\" : "/";
  return `${places.index}${slash}${fileName(workspace)}`;
}

function fileName(workspace: string | null): string {
  if (workspace === null) return "no-workspace";
  const folder = workspace.replace(/[\\/]+$/, "").replace(/^.*[\\/]/s, "");
  const readable = folder.replace(/[^A-Za-z0-9._-]+/g, "_").replace(/^\.+/, "").slice(0, 40) || "root";
  return `${readable}-${hash(workspace, 0x811c9dc5)}${hash(workspace, 0x9747b28c)}`;
}

/** FNV-1a over UTF-16 units with a final mix: names need to differ, not to withstand an attacker, who could write the file itself. */
function hash(text: string, seed: number): string {
  let value = seed;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    value = Math.imul(value ^ (unit & 0xff), 0x01000193);
    value = Math.imul(value ^ (unit >>> 8), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value ^= value >>> 13;
  return (value >>> 0).toString(16).padStart(8, "0");
}
