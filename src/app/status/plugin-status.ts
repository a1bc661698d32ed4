/** What the current folder is part of and what of all plugins acts there, as data. Reads local files and changes nothing. */

import type { Problem } from "../../documents/problem.ts";
import { readLedger } from "../../config-files/ledger-file.ts";
import { findWorkspace } from "../../ecosystems/find-workspace.ts";
import { ALL_MARKERS } from "../../ecosystems/markers.ts";
import type { Workspace } from "../../ecosystems/workspace.ts";
import { workspaceState } from "../../platform/workspace-state.ts";
import { readSynced } from "../../skills/synced-record.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { type WorkspaceRoot, workspaceRoots } from "../workspace-roots.ts";
import { hasHooks, type LoadedPlugin } from "../../plugins/active-plugins.ts";
import { unmetRequirements } from "../plugins/unmet-requirements.ts";
import { installedSkills, type SkillsIn } from "./installed-skills.ts";
import { type GuardInVain, guardsInVain } from "./guards-in-vain.ts";
import { type NotGuardedHere, notGuardedHere } from "./not-guarded.ts";
import type { PluginHere } from "../plugins/plugin-here.ts";
import { type PolicyStatus, policyStatus } from "./policy-status.ts";
import type { LoadedHere } from "../plugins/load-here.ts";
import { pluginsOf } from "../plugins/plugins-here.ts";
import { isoTime, type SourceStatus, sourceStatus } from "./source-status.ts";

export interface PluginStatus extends PolicyStatus {
  readonly workspace: WorkspaceStatus | null;
  /** A folder that would be the workspace, were it not the home folder or above it. */
  readonly passedOver?: string;
  /** Files that would make a folder a workspace. */
  readonly lookedFor: readonly string[];
  readonly sources: readonly SourceStatus[];
  readonly plugins: readonly PluginHere[];
  /** Some plugin has a hook, active here or not. */
  readonly hasHooks: boolean;
  readonly skills: readonly SkillsIn[];
  readonly notGuarded: readonly NotGuardedHere[];
  /** Guards at events where a registered agent prevents nothing. */
  readonly guardsInVain: readonly GuardInVain[];
  readonly problems: readonly Problem[];
}

export interface WorkspaceStatus {
  readonly folder: string;
  readonly repository: string | null;
  readonly roots: readonly WorkspaceRoot[];
  /** When its skills were last made; absent before the first time. */
  readonly lastSync?: string;
}

export async function pluginStatus(app: PlacedContext, here: LoadedHere): Promise<PluginStatus> {
  const { context, places } = app;
  const { config, workspace, plugins, loaded, problems } = await pluginsOf(app, here);
  const registered = readLedger(places.ledger).files.flatMap(({ agents }) => agents);
  const members = workspace === null ? [] : (readSynced(workspaceState(places, workspace.folder).synced)?.members ?? []);
  const projects = workspace === null ? [] : [workspace.folder, ...members];
  const passedOver = workspace === null ? findWorkspace(context.cwd) : null;
  return {
    workspace: workspace === null ? null : statusOfWorkspace(workspace, app),
    ...(passedOver === null ? {} : { passedOver }),
    lookedFor: [...ALL_MARKERS, ".git"],
    sources: sourceStatus(loaded.sources, config, places),
    plugins,
    hasHooks: hasHooks(loaded),
    skills: installedSkills([
      ...projects.map((project) => ({ scope: "project", project, context }) as const),
      { scope: "user", project: "", context },
    ]),
    ...policyStatus(loaded),
    notGuarded: notGuardedHere(registered, loaded.plugins),
    guardsInVain: guardsInVain(registered, loaded.plugins),
    problems: [...problems, ...loaded.plugins.flatMap(unmetIn), ...loaded.plugins.flatMap(brokenIn), ...(workspace?.problems ?? [])],
  };
}

function unmetIn({ plugin, hooks }: LoadedPlugin): readonly Problem[] {
  const active = hooks.filter(({ inactive }) => inactive === undefined).map(({ hook }) => hook);
  return unmetRequirements({ hooks: active }).map(({ what, message }) => ({
    severity: "warning",
    file: plugin.manifest,
    message: `${what}: ${message}`,
  }));
}

function brokenIn({ plugin, hooks }: LoadedPlugin): readonly Problem[] {
  return hooks.flatMap(({ hook, broken }): Problem[] =>
    broken === undefined
      ? []
      : [
          {
            severity: "error",
            file: plugin.manifest,
            message: `hook \`${hook.name}\`: ${broken}`,
            hint: "the hook is closed on failure, so it denies until its gate answers",
          },
        ],
  );
}

function statusOfWorkspace(workspace: Workspace, { places }: Pick<PlacedContext, "places">): WorkspaceStatus {
  const { folder, repository } = workspace;
  const synced = readSynced(workspaceState(places, folder).synced);
  return {
    folder,
    repository,
    roots: workspaceRoots(workspace),
    ...(synced === undefined ? {} : { lastSync: isoTime(synced.at) }),
  };
}
