/** Finds the root folder of a package's workspace, as Cargo does. */

import { dirname, join, resolve, sep } from "node:path";

import { isAtOrBelow } from "../../platform/bounds.ts";
import type { Manifest, WorkspaceTable } from "./manifest.ts";
import type { Manifests } from "./manifests.ts";

/**
 * Its own folder, unless `package.workspace` names another or a manifest above it has a `[workspace]` that does not exclude it.
 * Whether that workspace lists it is a separate question. The search ends at the manifests' bounds; without bounds, a
 * package may only name a folder above it.
 */
export function findCargoRoot(folder: string, manifests: Manifests, cargoHome: string): string {
  const own = manifests.at(folder);
  if (own === undefined || own.workspace !== undefined) return folder;
  const named = namedRoot(own, folder, manifests);
  if (named !== undefined) return named;
  for (const above of foldersAbove(folder, cargoHome, manifests.bounds()?.top)) {
    const manifest = manifests.at(above);
    if (manifest === undefined) continue;
    if (manifest.workspace === undefined) {
      const root = namedRoot(manifest, folder, manifests);
      if (root !== undefined) return root;
    } else if (!isExcluded(manifest.workspace, above, folder)) return above;
  }
  return folder;
}

function namedRoot({ package: own }: Manifest, folder: string, manifests: Manifests): string | undefined {
  const named = own?.workspace;
  return named !== undefined && (manifests.bounds() !== undefined || isAtOrBelow(folder, named)) ? named : undefined;
}

/** The search leaves neither Cargo's own folder nor a package that `cargo package` unpacked below `target`. */
function* foldersAbove(folder: string, cargoHome: string, top: string | undefined): Generator<string> {
  for (let below = folder, above = dirname(folder); above !== below; below = above, above = dirname(above)) {
    if (below === top || below === cargoHome || above.endsWith(join(sep, "target", "package"))) return;
    yield above;
  }
}

/** `exclude` and `members` are taken as plain paths here, even where they are patterns, and a member beats an exclusion. */
export function isExcluded(workspace: WorkspaceTable, root: string, folder: string): boolean {
  if (workspace.exclude.length === 0) return false;
  const { members, exclude } = plainPaths(workspace, root);
  return isAtOrBelowAny(folder, exclude) && !isAtOrBelowAny(folder, members);
}

interface PlainPaths {
  readonly members: ReadonlySet<string>;
  readonly exclude: ReadonlySet<string>;
}

const plain = new WeakMap<WorkspaceTable, PlainPaths>();

/** Each list may have thousands of entries, and every member asks. */
function plainPaths(workspace: WorkspaceTable, root: string): PlainPaths {
  const known = plain.get(workspace);
  if (known !== undefined) return known;
  const resolved = (paths: readonly string[]) => new Set(paths.map((path) => resolve(root, path)));
  const made = { members: resolved(workspace.members), exclude: resolved(workspace.exclude) };
  plain.set(workspace, made);
  return made;
}

function isAtOrBelowAny(folder: string, paths: ReadonlySet<string>): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (paths.has(at)) return true;
    if (dirname(at) === at) return false;
  }
}

/** The version from the manifest or the workspace around it. */
export function versionOf({ package: own }: Manifest, workspace: WorkspaceTable | undefined): string | undefined {
  return own?.inheritsVersion === true ? workspace?.version : (own?.version ?? (own === undefined ? undefined : "0.0.0"));
}
