/** What is known about a package that the user names, besides plugins that are loaded already. */

import type { PackageSurroundings } from "../../ecosystems/ecosystem.ts";
import { ecosystemNamed } from "../../ecosystems/list.ts";
import type { Workspace } from "../../ecosystems/workspace.ts";
import { carriesPlugin } from "../../plugins/candidates.ts";
import { packageNamed } from "../../plugins/packages/enabled-packages.ts";
import { namesPackage } from "../../plugins/packages/package-decision.ts";

export type PackageFor =
  | "carries a plugin"
  /** `sync` can find out. */
  | "not on this machine"
  | "carries nothing"
  | "dependency without a plugin";

/**
 * `undefined` where the name means no package. A package that is neither a dependency nor on this machine must be named with its ecosystem:
 * a misspelt name must not fetch a stranger's package.
 */
export function packageFor(name: string, workspace: Workspace | null, where: PackageSurroundings): PackageFor | undefined {
  const dependencies = workspace?.dependencies.filter((dependency) => namesPackage(name, dependency)) ?? [];
  if (dependencies.length > 0) {
    const folders = dependencies.map((one) => ({
      ecosystem: one.ecosystem,
      folder: ecosystemNamed(one.ecosystem)?.packageFolder(one, where),
    }));
    if (folders.some(({ folder }) => folder === undefined)) return "not on this machine";
    return folders.some(({ ecosystem, folder = "" }) => carriesPlugin({ ecosystem, folder }))
      ? "carries a plugin"
      : "dependency without a plugin";
  }
  const named = packageNamed(name);
  const ecosystem = named === undefined ? undefined : ecosystemNamed(named.ecosystem);
  if (named === undefined || ecosystem === undefined) return undefined;
  const [newest] = ecosystem.unpackedPackages(named.name, where);
  if (newest === undefined) return named.isExplicit ? "not on this machine" : undefined;
  return carriesPlugin({ ecosystem: named.ecosystem, folder: newest.folder }) ? "carries a plugin" : "carries nothing";
}
