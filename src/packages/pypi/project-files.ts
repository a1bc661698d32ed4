/** The files needed to read one root, each read once, inside the bounds; and uv's workspaces. */

import { dirname, join } from "node:path";

import type { Problem } from "../../files/problem.ts";
import type { Bounds } from "../../host/bounds.ts";
import { isPattern } from "../../host/glob.ts";
import { askedOnce } from "../../host/reading-budget.ts";
import { searchMembers } from "../member-globs.ts";
import { openFiles, type RootFiles } from "../open-files.ts";
import { type Project, readProject } from "./pyproject.ts";

export interface ProjectFiles extends RootFiles {
  readonly bounds: Bounds;
  readonly project: (folder: string) => Project | undefined;
}

export function openProjectFiles(bounds: Bounds): ProjectFiles {
  const files = openFiles(() => bounds, "the files of this project", 32);
  const projects = new Map<string, Project | undefined>();
  const project = (folder: string) => {
    if (!projects.has(folder)) {
      const file = join(folder, "pyproject.toml");
      const written = files.text(file);
      const made = written === undefined ? undefined : askedOnce("pypi ", file, () => readProject(file, folder, written));
      if (made !== undefined && "severity" in made) files.problems.push(made);
      projects.set(folder, made === undefined || "severity" in made ? undefined : made);
    }
    return projects.get(folder);
  };
  return { ...files, bounds, project };
}

/** Far above any real workspace. */
const MOST_PATTERNS = 1_000;
const MOST_TROUBLES = 10;

/** Without the root. */
export function listedMembers({ folder, file, workspace }: Project, files: ProjectFiles) {
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
  const hint = "fix the entry; uv refuses this workspace";
  const shown = troubles.slice(0, MOST_TROUBLES);
  const problems = shown.map((trouble): Problem => ({ severity: "warning", file, message: `tool.uv.workspace: ${trouble}`, hint }));
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
