/** A vector's folder on disk, in a folder with something outside of it. */

import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

import type { FileTree } from "fs-fixture";

import { EVERY_PROJECT, packageText, serversText } from "../../../support/agent-plugin.ts";
import { skillText } from "../../../support/plugin.ts";
import { MANIFEST_VECTORS } from "./manifest.ts";
import { FOLDER_VECTORS } from "./folders.ts";
import { SERVER_VECTORS } from "./servers.ts";
import type { Vector } from "./vector.ts";

export const VECTORS: readonly Vector[] = [...MANIFEST_VECTORS, ...SERVER_VECTORS, ...FOLDER_VECTORS];

const SOUND = { sound: { type: "streamable-http", url: "https://sound.example.com/mcp" } };

/** What must never be read or started. */
export const OUTSIDE: Readonly<Record<string, string>> = {
  "plugin.json": packageText({ name: "outside", ...EVERY_PROJECT }),
  "mcp.json": serversText({ outside: { type: "stdio", command: "outside" } }),
  run: "#!/bin/sh\n",
  "skills/secret/SKILL.md": skillText("secret"),
};

export function manifestOf({ manifest, fields }: Vector): string | Uint8Array {
  return manifest ?? packageText({ ...EVERY_PROJECT, ...fields });
}

/** `null` where there is none. */
export function mcpOf({ mcp, servers }: Vector): string | Uint8Array | null {
  return mcp === null ? null : (mcp ?? serversText({ ...SOUND, ...servers }));
}

/** The plugin's folder, which is called `any`. */
export function folderOf(vector: Vector): FileTree {
  const mcp = mcpOf(vector);
  return {
    "plugin.json": asFile(manifestOf(vector)),
    ...(mcp === null ? {} : { "mcp.json": asFile(mcp) }),
    skills: { review: { "SKILL.md": skillText("review") } },
    ...vector.files,
  };
}

function asFile(content: string | Uint8Array): string | Buffer {
  return typeof content === "string" ? content : Buffer.from(content);
}

/** In a home whose user plugins are this tree; what is outside the plugin is outside of them too. */
export function makeLinks(home: string, { links = {} }: Vector): void {
  const at = (path: string) => join(home, path.startsWith("any/") ? "plugins" : "", path);
  for (const [path, target] of Object.entries(links)) {
    const place = at(`any/${path}`);
    rmSync(place, { recursive: true, force: true });
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(at(target), place);
  }
}

/** What a vector leaves, hand-written where it is neither everything nor nothing. */
export function leftOf({ verdict, servers = {}, left = {} }: Vector): {
  readonly skills: readonly string[];
  readonly servers: readonly string[];
} {
  if (verdict === "reject") return { skills: [], servers: [] };
  return { skills: left.skills ?? ["review"], servers: left.servers ?? ["sound", ...Object.keys(servers)] };
}
