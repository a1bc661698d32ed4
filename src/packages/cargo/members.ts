/** The packages of a workspace: those its root lists, its own, and all their path dependencies within it; and the root that a package belongs to. */

import { dirname, join, resolve, sep } from "node:path";

import type { Problem } from "../../files/problem.ts";
import { boundsOf, isAtOrBelow } from "../../host/bounds.ts";
import { searchMembers } from "../member-globs.ts";
import type { Declared, PackageManifest, WorkspaceTable } from "./package-manifest.ts";
import type { PackageManifests } from "./package-manifests.ts";

/** A manifest without `[workspace]` is the root of itself alone. */
export function membersOf(root: PackageManifest | undefined, manifests: PackageManifests, cargoHome: string) {
  if (root?.workspace === undefined) return { members: root?.package === undefined ? [] : [root], listed: [], problems: [] };
  const { workspace } = root;
  const troubles: string[] = [];
  const found = new Map<string, PackageManifest | undefined>();
  const waiting: string[] = [];
  const add = (folder: string) => {
    if (found.has(folder) || isExcluded(workspace, root.folder, folder)) return;
    found.set(folder, manifests.at(folder));
    waiting.push(folder);
  };
  const search = searchMembers(root.folder, manifests.bounds() ?? boundsOf(root.folder));
  const patterns = [...new Set(workspace.members)];
  if (patterns.length > MOST_PATTERNS) troubles.push(`has more than ${MOST_PATTERNS} entries; Symposium ignores the rest`);
  for (const pattern of patterns.slice(0, MOST_PATTERNS)) {
    const expanded = search.expand(pattern);
    if (expanded.problem !== undefined) troubles.push(expanded.problem);
    for (const folder of expanded.folders) {
      add(folder);
      if (found.has(folder) && !manifests.isThere(folder)) troubles.push(`"${pattern}" leads to ${folder}, which has no Cargo.toml`);
    }
  }
  add(root.folder);
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const declared of found.get(folder)?.declared ?? []) {
      const { path } = inherited(declared, root);
      // A path dependency elsewhere is a member only if its own manifest names this root.
      const isElsewhere = path !== undefined && !isAtOrBelow(path, root.folder);
      if (path === undefined || (isElsewhere && findCargoRoot(path, manifests, cargoHome) !== root.folder)) continue;
      add(path);
    }
  }
  const members = [...found.values()].filter((one) => one?.package !== undefined) as PackageManifest[];
  const hint = "fix the entry; Cargo refuses this workspace";
  const more = troubles.splice(MOST_REPORTED).length;
  if (more > 0) troubles.push(`${more} more entries are invalid`);
  const problems = troubles.map((trouble): Problem => {
    return { severity: "warning", file: root.file, message: `workspace.members: ${trouble}`, hint };
  });
  return { members, listed: search.listed(), problems };
}

/** A list may have thousands of invalid entries. */
const MOST_REPORTED = 10;

/** Far above any real workspace. */
const MOST_PATTERNS = 5_000;

/** The entry that `workspace = true` refers to; the entry itself where the workspace does not have it. */
export function inherited(declared: Declared, root: PackageManifest): Declared {
  return (declared.isInherited ? root.workspace?.declared.get(declared.key) : undefined) ?? declared;
}

/**
 * The package's own folder, unless `package.workspace` names another or a manifest above it has a `[workspace]` that does not exclude it.
 * Whether that workspace lists it is a separate question. The search ends at the manifests' bounds; without bounds, a
 * package may only name a folder above it.
 */
export function findCargoRoot(folder: string, manifests: PackageManifests, cargoHome: string): string {
  const own = manifests.at(folder);
  if (own === undefined || own.workspace !== undefined) return folder;
  const named = namedRoot(own, folder, manifests);
  if (named !== undefined) return named;
  const top = manifests.bounds()?.top;
  for (let below = folder, above = dirname(folder); above !== below; below = above, above = dirname(above)) {
    // The search leaves neither Cargo's own folder nor a package that `cargo package` unpacked below `target`.
    if (below === top || below === cargoHome || above.endsWith(join(sep, "target", "package"))) break;
    const manifest = manifests.at(above);
    if (manifest === undefined) continue;
    if (manifest.workspace === undefined) {
      const root = namedRoot(manifest, folder, manifests);
      if (root !== undefined) return root;
    } else if (!isExcluded(manifest.workspace, above, folder)) return above;
  }
  return folder;
}

function namedRoot({ package: own }: PackageManifest, folder: string, manifests: PackageManifests): string | undefined {
  const named = own?.workspace;
  return named !== undefined && (manifests.bounds() !== undefined || isAtOrBelow(folder, named)) ? named : undefined;
}

/** `exclude` and `members` are taken as plain paths here, even where they are patterns, and a member beats an exclusion. */
function isExcluded(workspace: WorkspaceTable, root: string, folder: string): boolean {
  if (workspace.exclude.length === 0) return false;
  const { members, exclude } = plainPaths(workspace, root);
  return isAtOrBelowAny(folder, exclude) && !isAtOrBelowAny(folder, members);
}

const plain = new WeakMap<WorkspaceTable, Record<"members" | "exclude", ReadonlySet<string>>>();

/** Each list may have thousands of entries, and every member asks. */
function plainPaths(workspace: WorkspaceTable, root: string) {
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
export function versionOf({ package: own }: PackageManifest, workspace: WorkspaceTable | undefined): string | undefined {
  return own?.inheritsVersion === true ? workspace?.version : (own?.version ?? (own === undefined ? undefined : "0.0.0"));
}
