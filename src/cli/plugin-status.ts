/** What the current folder is part of and what of all plugins acts there, as data. Reads local files and changes nothing. */

import { join } from "node:path";

import type { Problem } from "../config/problem.ts";
import { findWorkspace } from "../ecosystems/find-workspace.ts";
import { ALL_MARKERS } from "../ecosystems/markers.ts";
import { readWorkspace, type Workspace } from "../ecosystems/workspace.ts";
import type { CliContext } from "./cli-context.ts";
import { installedSkills, type SkillsIn } from "./installed-skills.ts";
import { type PluginHere, pluginsHere, type SourceHere } from "./plugins-here.ts";

export interface PluginStatus {
  readonly workspace: WorkspaceStatus | null;
  /** Files that would make a folder a workspace. */
  readonly lookedFor: readonly string[];
  readonly sources: readonly SourceHere[];
  readonly plugins: readonly PluginHere[];
  readonly skills: readonly SkillsIn[];
  readonly problems: readonly Problem[];
}

export interface WorkspaceStatus {
  readonly folder: string;
  readonly repository: string | null;
  readonly roots: readonly RootStatus[];
}

export interface RootStatus {
  readonly ecosystem: string;
  readonly folder: string;
  readonly members: number;
  readonly dependencies: number;
  /** Some file says which versions are in use. */
  readonly locked: boolean;
}

export function pluginStatus(cli: Pick<CliContext, "context" | "places">): PluginStatus {
  const { context } = cli;
  const { sources, plugins, problems } = pluginsHere(cli);
  const workspace = workspaceHere(cli);
  const project = workspace === null ? [] : [{ scope: "project", project: workspace.folder, context } as const];
  return {
    workspace: workspace === null ? null : statusOfWorkspace(workspace),
    lookedFor: [...ALL_MARKERS, ".git"],
    sources: sources.map(({ name, origin, unavailable }) => ({ name, origin, ...(unavailable === undefined ? {} : { unavailable }) })),
    plugins,
    skills: installedSkills([...project, { scope: "user", project: "", context }]),
    problems: [...problems, ...(workspace?.problems ?? [])],
  };
}

function workspaceHere({ context, places }: Pick<CliContext, "context" | "places">): Workspace | null {
  const folder = findWorkspace(context.cwd);
  return folder === null ? null : readWorkspace(folder, { ...context, madeLock: () => join(places.cache, "none") });
}

function statusOfWorkspace({ folder, repository, roots }: Workspace): WorkspaceStatus {
  return {
    folder,
    repository,
    roots: roots.map((root) => ({
      ecosystem: root.ecosystem,
      folder: root.folder,
      members: root.members.length,
      dependencies: new Set(root.dependencies.map(({ name }) => name)).size,
      locked: !root.isUnlocked,
    })),
  };
}
