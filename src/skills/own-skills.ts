/** The workspace's own skills: `.agents/skills` and `skills` of its roots and members (PL-13: skills go to the outermost). */

import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { readTextFileWithin } from "../documents/text-file-within.ts";
import { readToml } from "../documents/toml.ts";
import { boundsOfWorkspace, type Workspace } from "../ecosystems/workspace.ts";
import type { Bounds } from "../platform/bounds.ts";
import { entryPath } from "../platform/entry-path.ts";
import { realPath } from "../platform/real-path.ts";
import { MANIFEST } from "../plugins/sources/manifest-file.ts";
import { judgeName } from "./skill-name.ts";

export interface OwnFolder {
  readonly folder: string;
  /** The shared folder beside the agents' own, whose skills are mirrored into those under the same names. */
  readonly isShared: boolean;
}

const SHARED = ".agents/skills";
const BARE = "skills";

/** Those that exist. With `agents-syncing = false` the shared folders are left to the agents that read them. */
export function ownFolders(workspace: Workspace | null, { agentsSyncing }: { readonly agentsSyncing: boolean }): readonly OwnFolder[] {
  if (workspace === null) return [];
  const bounds = boundsOfWorkspace(workspace);
  const outermost = realPath(workspace.folder);
  const names = agentsSyncing ? [SHARED, BARE] : [BARE];
  const written = new Set([workspace.folder, ...[...workspace.roots, ...workspace.members].map(({ folder }) => folder)]);
  // Most of hundreds of members have neither, and need not be resolved.
  const owners = new Set([...written].filter((folder) => names.some((name) => existsSync(entryPath(folder, name)))).map(realPath));
  return [...owners]
    .filter((owner) => !hasOptedOut(owner, bounds))
    .flatMap((owner) => names.map((name) => ({ folder: join(owner, name), isShared: name === SHARED && owner === outermost })));
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
