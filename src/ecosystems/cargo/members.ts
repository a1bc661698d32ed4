/** The packages of a workspace: those its root lists, the root's own, and every path dependency of them that lies within it. */

import type { Problem } from "../../config/problem.ts";
import type { Stamped } from "../../platform/stamp.ts";
import { findCargoRoot, isAtOrBelow, isExcluded } from "./find-root.ts";
import type { Declared, Manifest } from "./manifest.ts";
import type { Manifests } from "./manifests.ts";
import { expandMember } from "./member-globs.ts";

export interface Members {
  readonly manifests: readonly Manifest[];
  readonly listed: readonly Stamped[];
  readonly problems: readonly Problem[];
}

/** A manifest without `[workspace]` is the root of nothing but itself. */
export function membersOf(root: Manifest, manifests: Manifests, cargoHome: string): Members {
  const { workspace } = root;
  if (workspace === undefined) return { manifests: root.package === undefined ? [] : [root], listed: [], problems: [] };
  const listed: Stamped[] = [];
  const problems: Problem[] = [];
  const found = new Map<string, Manifest | undefined>();
  const waiting: string[] = [];
  const add = (folder: string) => {
    if (found.has(folder) || isExcluded(workspace, root.folder, folder)) return;
    found.set(folder, manifests.at(folder));
    waiting.push(folder);
  };
  for (const pattern of workspace.members) {
    const expanded = expandMember(root.folder, pattern);
    listed.push(...expanded.listed);
    if (expanded.problem !== undefined) problems.push(aboutMembers(root, expanded.problem));
    for (const folder of expanded.folders) {
      add(folder);
      if (found.has(folder) && !manifests.isThere(folder))
        problems.push(aboutMembers(root, `"${pattern}" leads to ${folder}, which has no Cargo.toml`));
    }
  }
  add(root.folder);
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const path of pathsOf(found.get(folder), root)) {
      if (isAtOrBelow(path, root.folder) || belongsTo(path, root.folder, manifests, cargoHome)) add(path);
    }
  }
  return { manifests: [...found.values()].filter((one) => one?.package !== undefined) as Manifest[], listed, problems };
}

function aboutMembers({ file }: Manifest, message: string): Problem {
  return {
    severity: "warning",
    file,
    message: `workspace.members: ${message}`,
    hint: "correct the entry; Cargo refuses the workspace as it is",
  };
}

function pathsOf(manifest: Manifest | undefined, root: Manifest): string[] {
  return (manifest?.declared ?? []).flatMap((one) => inherited(one, root).path ?? []);
}

/** A path dependency elsewhere is a member only if its own manifest names this root. */
function belongsTo(folder: string, root: string, manifests: Manifests, cargoHome: string): boolean {
  return manifests.at(folder) !== undefined && findCargoRoot(folder, manifests, cargoHome) === root;
}

/** What `workspace = true` stands for; the entry itself where the workspace does not have it. */
export function inherited(declared: Declared, root: Manifest): Declared {
  return (declared.isInherited ? root.workspace?.declared.get(declared.key) : undefined) ?? declared;
}
