/** Which folder a package's workspace has its root in, decided as Cargo does. */

import { dirname, join, resolve, sep } from "node:path";

import type { Manifest, WorkspaceTable } from "./manifest.ts";
import type { Manifests } from "./manifests.ts";

/**
 * Its own folder, unless it says otherwise with `package.workspace` or a manifest above it has a `[workspace]` that does not exclude it.
 * Whether that workspace wants it as well is another question.
 */
export function findCargoRoot(folder: string, manifests: Manifests, cargoHome: string): string {
  const own = manifests.at(folder);
  if (own === undefined || own.workspace !== undefined) return folder;
  if (own.package?.workspace !== undefined) return own.package.workspace;
  for (const above of foldersAbove(folder, cargoHome)) {
    const manifest = manifests.at(above);
    if (manifest?.workspace !== undefined && !isExcluded(manifest.workspace, above, folder)) return above;
    if (manifest?.workspace === undefined && manifest?.package?.workspace !== undefined) return manifest.package.workspace;
  }
  return folder;
}

/** The search leaves neither Cargo's own folder nor a package that `cargo package` unpacked below `target`. */
function* foldersAbove(folder: string, cargoHome: string): Generator<string> {
  for (let below = folder, above = dirname(folder); above !== below; below = above, above = dirname(above)) {
    if (below === cargoHome || above.endsWith(join(sep, "target", "package"))) return;
    yield above;
  }
}

/** `exclude` and `members` are taken as plain paths here, even where they are patterns, and a member beats an exclusion. */
export function isExcluded({ members, exclude }: WorkspaceTable, root: string, folder: string): boolean {
  const isBelow = (path: string) => isAtOrBelow(folder, resolve(root, path));
  return exclude.some(isBelow) && !members.some(isBelow);
}

/** Of two normal paths. */
export function isAtOrBelow(folder: string, above: string): boolean {
  return folder.startsWith(above) && (folder.length === above.length || folder[above.length] === sep || above.endsWith(sep));
}

/** The version as the manifest or the workspace around it says. */
export function versionOf({ package: own }: Manifest, workspace: WorkspaceTable | undefined): string | undefined {
  return own?.inheritsVersion === true ? workspace?.version : (own?.version ?? (own === undefined ? undefined : "0.0.0"));
}
