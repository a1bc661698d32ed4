/** The copies of skills that go when we leave a machine: in every workspace that we know of, and in the user's own folders. */

import { everySkillFolder } from "../agents/skill-folders.ts";
import type { Context } from "../context.ts";
import { type InstallPlan, planInstall } from "../skills/install/plan.ts";

/** Reads only. A copy that somebody changed stays, and is not ours any more. */
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
