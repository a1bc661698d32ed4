/** The plan of a sync, to be printed or carried out. Registration and skills come from the same plugins, read once. */

import type { ProjectFilesAnswer } from "../registration/project-file-answers.ts";
import { AGENT_RESOLVER } from "../agents/agent-resolver.ts";
import type { Config } from "../config/config.ts";
import { judgePlugins } from "../plugins/active-plugins.ts";
import { planSetUp, type SetUpContext, type SetUpPlan } from "../set-up/set-up.ts";
import type { Gathered } from "./workspace/gather.ts";
import { planSkills, type SkillsOrder, type SkillsPlan } from "./workspace/plan-skills.ts";

export interface SyncPlan {
  readonly registration: SetUpPlan;
  /** Absent where skills are not synced. */
  readonly skills?: SkillsPlan;
}

export interface SyncInputs extends SkillsOrder {
  readonly config: Config;
  readonly gathered: Gathered;
  /** There is no workspace, so skills are unchanged. */
  readonly isOutside: boolean;
  /** The user's answer in this run (MC-4). */
  readonly mayUseProjectFiles?: ProjectFilesAnswer | undefined;
}

/** Reads only. The caller holds both locks, or carries nothing out. */
export async function planSync(
  app: SetUpContext,
  { config, gathered, isOutside, scope, agents, mayUseProjectFiles }: SyncInputs,
): Promise<SyncPlan> {
  const { context, places } = app;
  const only = agents === undefined ? {} : { agents };
  const isEverywhere = gathered.workspace === null;
  const everywhere = { config, places, context, workspace: null, agents: AGENT_RESOLVER };
  const loaded = isEverywhere ? gathered.loaded : judgePlugins(gathered.sources, everywhere);
  const { workspace } = gathered;
  const here = isOutside || workspace === null ? {} : { here: { loaded: gathered.loaded, workspace, mayUseProjectFiles } };
  const registration = await planSetUp(app, { config, loaded, ...only, ...here });
  return isOutside ? { registration } : { registration, skills: await planSkills(app, gathered, { scope, ...only }) };
}
