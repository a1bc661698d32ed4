/** The copies of skills to remove from a machine: in every known workspace, and in the user's own folders. */

import { everySkillFolder } from "../agents/skill-folders.ts";
import type { Context } from "../context.ts";
import { type InstallPlan, planInstall } from "../skills/install/plan.ts";

/** Reads only. A copy that the user changed stays, and is no longer ours. */
export function planSkillRemoval({ context }: { readonly context: Context }, workspaces: readonly string[]): readonly InstallPlan[] {
  const now = context.now();
  const nothing = { targets: [], chosen: [], kept: [], debounceSeconds: 0, now };
  return [
    ...workspaces.map((folder) =>
      planInstall({ ...nothing, known: everySkillFolder({ scope: "project", project: folder, context }), within: folder }),
    ),
    planInstall({ ...nothing, known: everySkillFolder({ scope: "user", project: context.cwd, context }) }),
  ];
}
