/** What a sync would do to the skill folders of a workspace, or of the user: a value that is printed, or carried out. */

import { resolveAgent } from "../../agents/resolve.ts";
import { everySkillFolder, skillFolders, type SkillScope } from "../../agents/skill-folders.ts";
import { type InstallPlan, planInstall } from "../../skills/install/plan.ts";
import type { Gathered, SyncWorld } from "./gather.ts";

export interface SkillsOrder {
  readonly scope: "project" | "user";
  /** Only what these agents read; absent for every agent of the config. */
  readonly agents?: readonly string[];
}

/** Reads only. The caller holds the lock of the folder, or carries nothing out. */
export function planSkills({ context }: SyncWorld, gathered: Gathered, { scope, agents }: SkillsOrder): InstallPlan {
  const { config, workspace, collected } = gathered;
  const place: SkillScope = { scope, project: workspace?.folder ?? context.cwd, context };
  const configured = config.agents.flatMap((name) => resolveAgent(name) ?? []);
  const folders = skillFolders(configured, place);
  const targets = agents === undefined ? folders : folders.filter((folder) => folder.agents.some((name) => agents.includes(name)));
  // What others read is not looked at where only some are asked for.
  const known = agents === undefined ? everySkillFolder(place) : [];
  return planInstall({
    targets,
    known,
    ...(scope === "project" && workspace !== null ? { within: workspace.folder } : {}),
    chosen: collected.skills,
    kept: collected.kept,
    debounceSeconds: config.syncDebounceSeconds,
    now: context.now(),
  });
}
