/** A copy of a workspace that is enough for Cargo to choose versions: its manifests and those they lead to, with empty files for their targets. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, normalize, parse } from "node:path";

import { readToml } from "../../config/toml.ts";
import { findCargoRoot } from "./find-root.ts";
import { isTable, type Manifest, tableAt, textAt } from "./manifest.ts";
import type { Manifests } from "./manifests.ts";
import { inherited } from "./members.ts";
import { lookUp } from "../../lookup.ts";

export interface CopiedWorkspace {
  readonly root: Manifest;
  readonly members: readonly Manifest[];
  readonly manifests: Manifests;
  readonly cargoHome: string;
}

/** The root's folder in the copy. Every path keeps its place below `copy`, so that relative ones lead to the same packages. */
export function copyManifests(workspace: CopiedWorkspace, copy: string): string {
  const placeOf = (folder: string) => join(copy, parse(folder).root === "/" ? folder : folder.slice(parse(folder).root.length));
  for (const manifest of everyManifest(workspace)) {
    const place = placeOf(manifest.folder);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "Cargo.toml"), manifest.text);
    for (const file of manifest.package === undefined ? [] : targetsOf(manifest.text)) {
      mkdirSync(dirname(join(place, file)), { recursive: true });
      writeFileSync(join(place, file), "");
    }
  }
  return placeOf(workspace.root.folder);
}

/** Members, path dependencies and patches wherever they are, and the roots that those inherit from. */
function everyManifest({ root, members, manifests, cargoHome }: CopiedWorkspace): Manifest[] {
  const found = new Map([root, ...members].map((manifest) => [manifest.folder, manifest]));
  const waiting = [...found.values()];
  const add = (folder: string) => {
    const manifest = found.has(folder) ? undefined : manifests.at(folder);
    if (manifest === undefined) return;
    found.set(folder, manifest);
    waiting.push(manifest);
  };
  for (let manifest = waiting.pop(); manifest !== undefined; manifest = waiting.pop()) {
    const around = manifests.at(findCargoRoot(manifest.folder, manifests, cargoHome)) ?? manifest;
    add(around.folder);
    for (const one of [...manifest.declared.map((declared) => inherited(declared, around)), ...manifest.patches]) {
      if (one.path !== undefined) add(one.path);
    }
  }
  return [...found.values()];
}

/** Where Cargo looks for a target that a manifest names without a path. */
const FOLDERS = { bin: "src/bin", example: "examples", test: "tests", bench: "benches" };

/** Cargo refuses a package without targets, and a named one whose file is not there. */
function targetsOf(text: string): string[] {
  const toml = readToml(text);
  if (!toml.ok) return [];
  const run = textAt(tableAt(toml.table, "package") ?? {}, "default-run");
  const named = Object.entries(FOLDERS).flatMap(([kind, folder]) => {
    const list = lookUp(toml.table, kind);
    return (Array.isArray(list) ? list.filter(isTable) : []).map(
      (target) => textAt(target, "path") ?? `${folder}/${textAt(target, "name")}.rs`,
    );
  });
  const library = textAt(tableAt(toml.table, "lib") ?? {}, "path") ?? "src/lib.rs";
  return [library, ...named, ...(run === undefined ? [] : [`src/bin/${run}.rs`])]
    .map(normalize)
    .filter((path) => !isAbsolute(path) && !path.startsWith(".."));
}
