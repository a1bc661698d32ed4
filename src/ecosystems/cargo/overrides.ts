/** Folders that replace packages: patches and replacements, which the lock file knows, and the config's `paths`, which it does not. */

import type { Dependency } from "../ecosystem.ts";
import type { CargoFiles } from "./cargo-files.ts";
import { versionOf } from "./find-root.ts";
import type { Declared } from "./manifest.ts";
import { openManifests } from "./manifests.ts";
import { membersOf } from "./members.ts";

/** By name: Cargo then uses the package in that folder, whatever version is required. The first folder that has it wins. */
export function overridesOf({ config, manifests }: Pick<CargoFiles, "config" | "manifests">): ReadonlyMap<string, readonly Dependency[]> {
  const overrides = new Map<string, readonly Dependency[]>();
  for (const { folder, isUsers } of config.paths) {
    const readable = isUsers ? openManifests() : manifests;
    const top = readable.at(folder);
    if (top === undefined) continue;
    for (const manifest of top.package === undefined ? membersOf(top, readable, "").manifests : [top]) {
      const { name } = manifest.package ?? {};
      if (name === undefined || overrides.has(name)) continue;
      const version = versionOf(manifest, top.workspace);
      overrides.set(name, [
        { ecosystem: "cargo", name, ...(version === undefined ? {} : { version }), origin: { kind: "path", folder: manifest.folder } },
      ]);
    }
  }
  return overrides;
}

/** Where a patched package is; of several with its name the one with the version. */
export function patchOf(name: string, version: string, { root, config, manifests }: CargoFiles): Pick<Declared, "path" | "beside"> {
  const all = [...config.patches, ...root.patches].filter((one) => one.name === name && (one.path ?? one.beside) !== undefined);
  if (all.length < 2) return all[0] ?? {};
  return all.find(({ path }) => path !== undefined && manifests.at(path)?.package?.version === version) ?? all[0]!;
}
