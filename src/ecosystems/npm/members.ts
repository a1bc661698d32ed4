/** The packages of a workspace: the root's own, and those its patterns name. */

import type { Problem } from "../../documents/problem.ts";
import type { Bounds } from "../../platform/bounds.ts";
import { searchFolders } from "../../platform/glob.ts";
import type { Stamped } from "../../platform/stamp.ts";
import type { Manifest } from "./manifest.ts";
import type { Manifests } from "./manifests.ts";
import { takesMember, type WorkspaceTable } from "./workspace-table.ts";

export interface Members {
  readonly manifests: readonly Manifest[];
  readonly listed: readonly Stamped[];
  readonly problems: readonly Problem[];
}

export function membersOf(root: Manifest, table: WorkspaceTable | undefined, manifests: Manifests, bounds: Bounds): Members {
  if (table === undefined) return { manifests: [root], listed: [], problems: [] };
  const search = searchFolders(root.folder, bounds, "package.json");
  let outside: string | undefined;
  let isTooMuch = false;
  const found = new Map<string, Manifest>([[root.folder, root]]);
  for (const { isNegated, glob } of table.patterns) {
    if (isNegated) continue;
    const matching = search.find(glob);
    outside ??= matching.outside;
    isTooMuch ||= matching.isTooMuch;
    for (const folder of matching.folders) {
      if (found.has(folder) || !search.mayHaveWanted(folder) || (glob.parts[0] !== ".." && !takesMember(table, root.folder, folder)))
        continue;
      const manifest = manifests.at(folder);
      if (manifest !== undefined) found.set(folder, manifest);
    }
  }
  return {
    manifests: [...found.values()],
    listed: search.listed(),
    problems: problemsOf(root.file, outside, isTooMuch, bounds),
  };
}

function problemsOf(file: string, outside: string | undefined, isTooMuch: boolean, { top }: Bounds): readonly Problem[] {
  const messages = [
    ...(outside === undefined ? [] : [`a workspace pattern leads to ${outside}, outside ${top}, which is not read`]),
    ...(isTooMuch ? ["the workspace patterns search too many folders, so some members are missing"] : []),
  ];
  return messages.map((message) => ({ severity: "warning", file, message, hint: "use narrower patterns for workspaces" }));
}
