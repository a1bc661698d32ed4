/** uv's workspaces: the folders that `[tool.uv.workspace]` lists, and the root that a folder belongs to. */

import { dirname, join } from "node:path";

import type { Problem } from "../../documents/problem.ts";
import { isPattern } from "../../platform/glob.ts";
import { askedOnce } from "../../platform/reading-budget.ts";
import type { Stamped } from "../../platform/stamp.ts";
import { searchMembers } from "../member-globs.ts";
import type { ProjectFiles } from "./project-files.ts";
import type { Project } from "./pyproject.ts";

export interface ListedMembers {
  /** Without the root. */
  readonly folders: readonly string[];
  readonly listed: readonly Stamped[];
  readonly problems: readonly Problem[];
}

/** Far above any real workspace. */
const MOST_PATTERNS = 1_000;
const MOST_REPORTED = 10;

export function listedMembers({ folder, file, workspace }: Project, files: ProjectFiles): ListedMembers {
  if (workspace === undefined) return { folders: [], listed: [], problems: [] };
  const search = searchMembers(folder, files.bounds);
  const troubles: string[] = [];
  const expand = (patterns: readonly string[]) =>
    patterns.slice(0, MOST_PATTERNS).flatMap((pattern) => {
      const { folders, problem } = search.expand(pattern);
      if (problem !== undefined) troubles.push(problem);
      return folders.map((found) => [found, pattern] as const);
    });
  const excluded = new Set(expand(workspace.exclude).map(([found]) => found));
  const members = new Set<string>();
  for (const [found, pattern] of expand(workspace.members)) {
    if (found === folder || excluded.has(found)) continue;
    if (files.isThere(join(found, "pyproject.toml"))) members.add(found);
    else if (!isPattern(pattern)) troubles.push(`"${pattern}" leads to ${found}, which has no pyproject.toml`);
  }
  const problems = troubles.slice(0, MOST_REPORTED).map((trouble): Problem => ({
    severity: "warning",
    file,
    message: `tool.uv.workspace: ${trouble}`,
    hint: "fix the entry; uv refuses this workspace",
  }));
  return { folders: [...members].sort(), listed: search.listed(), problems };
}

/** Its own folder, unless the nearest workspace above lists it. */
export function workspaceRootOf(folder: string, files: ProjectFiles, end: string): string {
  const own = files.project(folder);
  if (own === undefined || own.workspace !== undefined) return folder;
  for (let below = folder, above = dirname(folder); below !== end && above !== below; below = above, above = dirname(above)) {
    const project = files.project(above);
    if (project?.workspace === undefined) continue;
    const listed = askedOnce("uv members ", project.file, () => new Set(listedMembers(project, files).folders));
    return listed.has(folder) ? above : folder;
  }
  return folder;
}
