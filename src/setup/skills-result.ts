/** What a sync of skills comes to, as data. */

import { isAbsolute, relative } from "node:path";

import type { Problem } from "../files/problem.ts";
import { type WorkspaceRoot, workspaceRoots } from "../packages/workspace-folder.ts";
import { inOrder, type LoadedOutline, type LoadedPlugin } from "../plugins/active-plugins.ts";
import { printGate } from "../plugins/gates/predicate.ts";
import { throughField, type ThroughHere } from "../plugins/here/plugin-here.ts";
import type { Chosen } from "../plugins/skills/chosen.ts";
import type { SourceUpdate } from "../plugins/sources/update-sources.ts";
import type { Applied } from "./skills/apply-copies.ts";
import type { PlannedCopy, PlannedFolder } from "./skills/plan-copies.ts";
import type { Gathered } from "./workspace/gather.ts";
import type { SkillsPlan } from "./workspace/plan-skills.ts";
import type { ProgramChange } from "./workspace/wanted-programs.ts";

export interface SkillsResult {
  /** `busy`: another process is changing the skill folders. */
  readonly state: "planned" | "done" | "busy";
  readonly workspace: { readonly folder: string; readonly roots: readonly WorkspaceRoot[] } | null;
  /** What became of git sources, and of the repositories of skill groups. */
  readonly sources: readonly SourceUpdate[];
  readonly changes: readonly SkillChange[];
  readonly unchanged: number;
  readonly inPlace: readonly Pick<SkillChange, "skill" | "directory">[];
  /** Plugins that agents load by themselves, whose skills these are not given again. */
  readonly through: readonly ThroughPlugin[];
  /** How many copies stay because something could not be loaded. */
  readonly stay: number;
  readonly considered: readonly Considered[];
  readonly programs: readonly ProgramChange[];
  readonly problems: readonly Problem[];
}

export interface ThroughPlugin extends ThroughHere {
  readonly plugin: string;
  readonly source: string;
}

export interface Considered {
  readonly event: "plugin_considered" | "skill_considered";
  readonly source: string;
  readonly plugin?: string;
  readonly skill?: string;
  readonly gate?: string;
  readonly matched: boolean;
  readonly reason?: string;
}

export interface SkillChange {
  readonly action: "install" | "update" | "remove" | "keep" | "blocked";
  readonly skill: string;
  readonly directory: string;
  readonly agents: readonly string[];
  readonly from?: string;
  readonly reason: string;
}

/** `applied`: what was done of the plan; absent where it is only printed. */
export function skillsResult(gathered: Gathered, plan: SkillsPlan | undefined, applied: Applied | "busy" | undefined): SkillsResult {
  const { workspace, loaded, programs } = gathered;
  const state = applied === undefined ? "planned" : plan === undefined || applied === "busy" ? "busy" : "done";
  const done = applied === "busy" ? undefined : applied;
  return {
    state,
    workspace: workspace && { folder: workspace.folder, roots: workspaceRoots(workspace) },
    sources: gathered.updates,
    changes: plan === undefined ? [] : changesOf(plan, done),
    unchanged: plan?.unchanged.length ?? 0,
    inPlace: plan?.unchanged.map(({ name, directory }) => ({ skill: name, directory })) ?? [],
    through: loaded.plugins.flatMap((one) => {
      const { through = [] } = plan === undefined ? {} : throughField(one, plan.through);
      return through.map((by) => ({ plugin: one.plugin.name, source: one.source, ...by }));
    }),
    stay: plan?.stays.length ?? 0,
    considered: consideredIn(gathered),
    programs: state === "planned" ? programs.missing : programs.acquired,
    problems: [...gathered.problems, ...(plan?.problems ?? []), ...(done?.problems ?? [])],
  };
}

function changesOf(plan: SkillsPlan, done: Applied | undefined): readonly SkillChange[] {
  return [
    ...(done?.created ?? plan.create).map((copy) => copied("install", copy)),
    ...(done?.updated ?? plan.update).map((copy) => copied("update", copy)),
    ...(done?.removed ?? plan.remove).map((folder) => gone("remove", folder)),
    ...(done?.unmarked ?? plan.unmark).map((folder) => gone("keep", folder)),
    ...plan.blocked.map(({ folder, agents, chosen, problem }) =>
      copied("blocked", { chosen, directory: folder, agents, reason: whyBlocked(problem, chosen) }),
    ),
  ];
}

/** Names the file if the problem is in one file of the skill. */
function whyBlocked({ file, message }: Problem, { skill }: Chosen): string {
  const inside = relative(skill.directory, file);
  return inside === "" || inside.startsWith("..") || isAbsolute(inside) ? message : `${inside} ${message}`;
}

type Copied = Pick<PlannedCopy, "chosen" | "directory" | "agents" | "reason">;

function copied(action: SkillChange["action"], { chosen, directory, agents, reason }: Copied): SkillChange {
  const { skill, plugin, source } = chosen;
  return { action, skill: skill.name, directory, agents, from: plugin === undefined ? source : `${source}/${plugin}`, reason };
}

function gone(action: "remove" | "keep", { name, directory, reason }: PlannedFolder): SkillChange {
  return { action, skill: name, directory, agents: [], reason };
}

function consideredIn({ loaded, collected }: Gathered): readonly Considered[] {
  const plugins = inOrder<LoadedPlugin, LoadedOutline>(loaded.plugins, loaded.outlined).map(({ plugin, source, inactive }): Considered => {
    const about = { event: "plugin_considered", plugin: plugin.name, source, gate: printGate(plugin.gate) } as const;
    return { ...about, matched: inactive === undefined, reason: inactive };
  });
  const event = "skill_considered";
  const chosen = collected.skills.map(
    ({ skill, source, plugin }) => ({ event, skill: skill.name, source, plugin, matched: true }) as const,
  );
  return [...plugins, ...chosen, ...collected.leftOut.map((each) => ({ event, matched: false, ...each }) as const)];
}
