/** The workspace's own skills: `.agents/skills` and `skills` of its roots and members (PL-13: skills go to the outermost). */

import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { readTextFileWithin } from "../documents/text-file-within.ts";
import { readToml } from "../documents/toml.ts";
import { boundsOfWorkspace, type Workspace } from "../ecosystems/workspace.ts";
import type { Bounds } from "../platform/bounds.ts";
import { entryPath } from "../platform/entry-path.ts";
import { realPath } from "../platform/real-path.ts";
import { MISSING, type Stamped, stamped } from "../platform/stamp.ts";
import { hasAgentPlugin } from "../plugins/agent-plugin/manifest-file.ts";
import { MANIFEST } from "../plugins/sources/manifest-file.ts";
import { judgeName } from "./skill-name.ts";

export interface OwnFolder {
  readonly folder: string;
  /** The shared folder beside the agents' own, whose skills are mirrored into those under the same names. */
  readonly isShared: boolean;
}

/** Where a workspace may have its own skills. */
export interface OwnFolders {
  /** Those of members that have any. */
  readonly folders: readonly OwnFolder[];
  /** Of each folder that may be there, taken before it is read. */
  readonly stamps: readonly Stamped[];
}

const SHARED = join(".agents", "skills");
const BARE = "skills";

/** With `agents-syncing = false` the shared folders are left to the agents that read them. */
export function ownFolders(workspace: Workspace | null, { agentsSyncing }: { readonly agentsSyncing: boolean }): OwnFolders {
  if (workspace === null) return { folders: [], stamps: [] };
  const bounds = boundsOfWorkspace(workspace);
  const outermost = realPath(workspace.folder);
  const names = agentsSyncing ? [SHARED, BARE] : [BARE];
  const written = new Set([workspace.folder, ...[...workspace.roots, ...workspace.members].map(({ folder }) => folder)]);
  const stamps: Stamped[] = [];
  const owners = new Set<string>();
  for (const folder of written) {
    const own = names.map((name) => stamped(entryPath(folder, name)));
    stamps.push(...own);
    // Most of hundreds of members have neither, and need not be resolved.
    if (own.some(([, stamp]) => stamp !== MISSING)) owners.add(realPath(folder));
  }
  const folders = [...owners]
    .filter((owner) => !hasOptedOut(owner, bounds))
    .flatMap((owner) =>
      namesIn(owner, names).map((name) => ({ folder: join(owner, name), isShared: name === SHARED && owner === outermost })),
    );
  return { folders, stamps };
}

/** The skills of an Agent Plugin are read with it. */
function namesIn(owner: string, names: readonly string[]): readonly string[] {
  return existsSync(join(owner, MANIFEST)) || !hasAgentPlugin(owner) ? names : names.filter((name) => name !== BARE);
}

/** `[defaults] skills = false` in one of the workspace's own manifests. An unreadable manifest is ignored. */
function hasOptedOut(owner: string, bounds: Bounds): boolean {
  const file = join(owner, MANIFEST);
  if (!existsSync(file)) return false;
  const read = readTextFileWithin(file, bounds);
  const toml = read.kind === "text" ? readToml(read.text) : undefined;
  const defaults = toml?.ok === true ? toml.table["defaults"] : undefined;
  return typeof defaults === "object" && defaults !== null && "skills" in defaults && defaults.skills === false;
}

/** The name under which a skill is mirrored: its folder's, where that is valid. One further down is installed like any other. */
export function mirroredName(directory: string, { folder, isShared }: OwnFolder): string | undefined {
  if (!isShared || dirname(directory) !== realPath(folder)) return undefined;
  return judgeName(basename(directory)).refused === undefined ? basename(directory) : undefined;
}
