/**
 * The version that Go uses of each module: the highest that any member asks for, indirectly too. In a single module that is what `go.mod` has. In a
 * workspace a dependency's own `go.mod` may ask for a higher one, which only `vendor/modules.txt` says: the files of other modules are not read.
 */

import type { GoFile } from "./go-file.ts";
import { isModulePath } from "./module-path.ts";
import type { Vendored } from "./vendored-modules.ts";
import { compareGoVersions } from "./version.ts";

export interface Selected {
  readonly name: string;
  readonly version: string;
}

/** Direct dependencies in the order of declaration. A tool is one, though Go calls its module indirect. */
export function selectedModules(members: readonly GoFile[], vendored: Vendored | undefined): Selected[] {
  const excluded = new Set(members.flatMap(({ excludes }) => excludes.map(({ name, version }) => `${name} ${version}`)));
  const own = new Set(members.map(({ module }) => module));
  const versions = new Map<string, string>();
  const direct = new Set<string>();
  for (const { requires } of members) {
    for (const { name, version, isIndirect } of requires) {
      if (own.has(name) || !isModulePath(name) || excluded.has(`${name} ${version}`)) continue;
      const known = versions.get(name);
      if (known === undefined || compareGoVersions(version, known) > 0) versions.set(name, version);
      if (!isIndirect) direct.add(name);
    }
  }
  for (const { tools } of members) for (const tool of tools) addModuleOf(tool, versions, direct);
  return [...direct].map((name) => {
    const version = versions.get(name) ?? "";
    const copied = vendored?.isOfWorkspace === true ? vendored.modules.get(name)?.version : undefined;
    return { name, version: copied !== undefined && compareGoVersions(copied, version) > 0 ? copied : version };
  });
}

/** The module with the longest path that is at or above the package. */
function addModuleOf(tool: string, versions: ReadonlyMap<string, string>, direct: Set<string>): void {
  for (let path = tool; path !== ""; path = path.slice(0, Math.max(path.lastIndexOf("/"), 0))) {
    if (!versions.has(path)) continue;
    direct.add(path);
    return;
  }
}
