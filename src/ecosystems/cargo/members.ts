/** The packages of a workspace: those its root lists, the root's own, and all their path dependencies within it. */

import type { Problem } from "../../documents/problem.ts";
import { boundsOf, isAtOrBelow } from "../../platform/bounds.ts";
import type { Stamped } from "../../platform/stamp.ts";
import { findCargoRoot, isExcluded } from "./find-root.ts";
import type { Declared, Manifest } from "./manifest.ts";
import type { Manifests } from "./manifests.ts";
import { searchMembers } from "../member-globs.ts";

export interface Members {
  readonly manifests: readonly Manifest[];
  readonly listed: readonly Stamped[];
  readonly problems: readonly Problem[];
}

/** A manifest without `[workspace]` is the root of itself alone. */
export function membersOf(root: Manifest, manifests: Manifests, cargoHome: string): Members {
  const { workspace } = root;
  if (workspace === undefined) return { manifests: root.package === undefined ? [] : [root], listed: [], problems: [] };
  const troubles: string[] = [];
  const found = new Map<string, Manifest | undefined>();
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
    for (const path of pathsOf(found.get(folder), root)) {
      if (isAtOrBelow(path, root.folder) || belongsTo(path, root.folder, manifests, cargoHome)) add(path);
    }
  }
  const members = [...found.values()].filter((one) => one?.package !== undefined) as Manifest[];
  return { manifests: members, listed: search.listed(), problems: firstOf(troubles).map((trouble) => aboutMembers(root, trouble)) };
}

const MOST_REPORTED = 10;

/** A list may have thousands of invalid entries. */
function firstOf(troubles: readonly string[]): readonly string[] {
  if (troubles.length <= MOST_REPORTED) return troubles;
  return [...troubles.slice(0, MOST_REPORTED), `${troubles.length - MOST_REPORTED} more entries are invalid`];
}

/** Far above any real workspace. */
const MOST_PATTERNS = 5_000;

function aboutMembers({ file }: Manifest, message: string): Problem {
  return {
    severity: "warning",
    file,
    message: `workspace.members: ${message}`,
    hint: "fix the entry; Cargo refuses this workspace",
  };
}

function pathsOf(manifest: Manifest | undefined, root: Manifest): string[] {
  const paths: string[] = [];
  for (const one of manifest?.declared ?? []) {
    const { path } = inherited(one, root);
    if (path !== undefined) paths.push(path);
  }
  return paths;
}

/** A path dependency elsewhere is a member only if its own manifest names this root. */
function belongsTo(folder: string, root: string, manifests: Manifests, cargoHome: string): boolean {
  return manifests.at(folder) !== undefined && findCargoRoot(folder, manifests, cargoHome) === root;
}

/** The entry that `workspace = true` refers to; the entry itself where the workspace does not have it. */
export function inherited(declared: Declared, root: Manifest): Declared {
  return (declared.isInherited ? root.workspace?.declared.get(declared.key) : undefined) ?? declared;
}
