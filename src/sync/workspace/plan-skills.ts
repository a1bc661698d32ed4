/** The plan for the skill folders of a workspace, or of the user, to be printed or carried out. */

import { basename, dirname } from "node:path";

import { resolveAgent } from "../../agents/hook-time.ts";
import { everySkillFolder, skillFolders, skillFoldersBelow, type SkillScope } from "../../agents/skill-folders.ts";
import { ALL_MARKERS } from "../../ecosystems/markers.ts";
import type { Workspace } from "../../ecosystems/workspace.ts";
import { type ThroughAgents, throughAgents } from "../../plugins/agent-plugin/through-agents.ts";
import { type InstallPlan, planInstall, type SkillTarget } from "../../skills/install/plan.ts";
import { type Budget, withinBudget } from "../../platform/reading-budget.ts";
import { isAtOrAbove } from "../../platform/same-folder.ts";
import type { Gathered } from "./gather.ts";
import { memberFolders } from "./member-folders.ts";
import { skillTargets } from "./skill-targets.ts";
import type { PlacedContext } from "../../platform/places.ts";

export interface SkillsOrder {
  readonly scope: "project" | "user";
  /** Only what these agents read; absent for every agent of the config. */
  readonly agents?: readonly string[];
  /** As in `GatherOrder`. */
  readonly budget?: Budget;
}

export interface SkillsPlan extends InstallPlan {
  /** What agents load by themselves in the workspace's folder, or everywhere. */
  readonly through: ThroughAgents;
}

/** Reads only. The caller holds the lock of the folder, or carries nothing out. */
export async function planSkills(app: PlacedContext, gathered: Gathered, { scope, agents, budget }: SkillsOrder): Promise<SkillsPlan> {
  const { context } = app;
  const { config, workspace, collected, loaded } = gathered;
  const place: SkillScope = { scope, project: workspace?.folder ?? context.cwd, context };
  const below = scope === "user" ? [] : memberFolders(app, gathered).here.map((project): SkillScope => ({ ...place, project }));
  const configured = [...new Set(config.agents.flatMap((name) => resolveAgent(name) ?? []))];
  const active = loaded.plugins.filter(({ inactive }) => inactive === undefined);
  const throughIn = ({ project }: SkillScope) =>
    throughAgents(
      active.map(({ plugin }) => plugin),
      { agents: configured, context, ...(scope === "user" ? {} : { project }) },
    );
  const through = await throughIn(place);
  const about = { agents: configured, plugins: active };
  const folders: SkillTarget[] = [
    ...skillTargets({ ...about, through, foldersFor: (loaders) => skillFolders(configured, place, loaders) }),
  ];
  for (const member of below)
    folders.push(
      ...skillTargets({
        ...about,
        through: await throughIn(member),
        foldersFor: (loaders) => skillFoldersBelow(configured, member, loaders),
      }),
    );
  const targets = agents === undefined ? folders : folders.filter((folder) => folder.agents.some((name) => agents.includes(name)));
  // With only some agents requested, the others' folders are not read.
  const known = agents === undefined ? [place, ...below].flatMap(everySkillFolder) : [];
  const plan = withinBudget(budget, () =>
    planInstall({
      targets: isPartOfSomethingBroken(workspace) ? [] : targets,
      known,
      ...(scope === "project" && workspace !== null ? { within: workspace.folder } : {}),
      chosen: collected.skills,
      kept: collected.kept,
      debounceSeconds: config.syncDebounceSeconds,
      now: context.now(),
    }),
  );
  return { ...plan, through };
}

/** A manifest above is unreadable: the workspace may start there, and skills would go into the wrong folder. */
function isPartOfSomethingBroken(workspace: Workspace | null): boolean {
  if (workspace === null) return false;
  const { folder, problems } = workspace;
  return problems.some(({ severity, file }) => {
    const isAbove = dirname(file) !== folder && isAtOrAbove(dirname(file), folder);
    return severity === "error" && ALL_MARKERS.includes(basename(file)) && isAbove;
  });
}
