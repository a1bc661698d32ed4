/** Writes a package to look for: one skill, one server on stdio that notes its variables, and hooks that leave a mark. */

import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

import { json } from "../../recipes/recipe.ts";
import { put, type Folders } from "../../sandbox.ts";
import { placeOf } from "../servers/measure.ts";
import { MANIFEST, manifestOf, type PlacedPackage } from "./question.ts";

const ENDPOINTS = join(import.meta.dirname, "..", "servers", "mcp-endpoints.ts");

/** The description by which the skill is found in a request. */
export function skillMark(name: string): string {
  return `Mark-skill-of-${name}-end`;
}

/** Where the package's server says which variables and working folder it has. */
export function startNote({ root }: Pick<Folders, "root">, name: string): string {
  return join(root, `started-${name}.txt`);
}

export function hookNote({ root }: Pick<Folders, "root">, name: string, file: string): string {
  return join(root, `hooked-${name}-${file.replace(/[^a-z]+/g, "-")}.txt`);
}

export function putPackage(
  { at, name, manifests = { [MANIFEST]: manifestOf(name) }, hooks = {}, linkedTo }: PlacedPackage,
  folders: Folders,
): void {
  const folder = placeOf(linkedTo ?? at, folders);
  for (const [path, manifest] of Object.entries(manifests)) put(join(folder, path), json(manifest));
  put(join(folder, "mcp.json"), json(serversOf(name)));
  put(join(folder, "start"), launcherOf(name, folders), 0o755);
  putSkill(join(folder, "skills", `skill-${name}`), name);
  for (const [path, form] of Object.entries(hooks)) put(join(folder, path), json(form(`touch ${hookNote(folders, name, path)}`)));
  if (linkedTo === undefined) return;
  mkdirSync(dirname(placeOf(at, folders)), { recursive: true });
  symlinkSync(folder, placeOf(at, folders));
}

export function putSkill(folder: string, name: string): void {
  put(join(folder, "SKILL.md"), `---\nname: skill-${name}\ndescription: ${skillMark(name)}\n---\n\nRead this.\n`);
}

function serversOf(name: string) {
  return {
    $schema: "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json",
    mcpServers: { [`server-${name}`]: { type: "stdio", command: "./start", args: ["${PLUGIN_ROOT}"] } },
  };
}

function launcherOf(name: string, folders: Folders): string {
  const note = startNote(folders, name);
  return [
    "#!/bin/sh",
    `printf '%s\\n' "argument=$1" "root=$PLUGIN_ROOT" "data=$PLUGIN_DATA" "cwd=$(pwd)" > ${note}`,
    `exec ${process.execPath} ${ENDPOINTS} ${join(folders.root, "servers.jsonl")} ${name}`,
    "",
  ].join("\n");
}
