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
  /** `busy`: another process is at it. */
  readonly state: "planned" | "done" | "busy";
  readonly workspace: SyncedWorkspace | null;
  /** What became of git sources, and of the repositories of skill groups. */
  readonly sources: readonly SourceUpdate[];
  readonly changes: readonly SkillChange[];
  readonly unchanged: number;
  readonly inPlace: readonly Pick<SkillChange, "skill" | "directory">[];
  /** Plugins that agents load by themselves, whose skills these are not given again. */
  readonly through: readonly ThroughPlugin[];
  /** How many stay because something could not be loaded. */
  readonly stay: number;
  readonly considered: readonly Considered[];
  readonly programs: readonly ProgramChange[];
  readonly problems: readonly Problem[];
}

export interface ThroughPlugin extends ThroughHere {
  readonly plugin: string;
  readonly source: string;
}

interface SyncedWorkspace {
  readonly folder: string;
  readonly roots: readonly WorkspaceRoot[];
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
    through: plan === undefined ? [] : loaded.plugins.flatMap((one) => throughPlugins(one, plan)),
    stay: plan?.stays.length ?? 0,
    considered: consideredIn(gathered),
    programs: state === "planned" ? programs.missing : programs.acquired,
    problems: [...gathered.problems, ...(plan?.problems ?? []), ...(done?.problems ?? [])],
  };
}

function throughPlugins(loaded: LoadedPlugin, { through }: SkillsPlan): ThroughPlugin[] {
  const { plugin, source } = loaded;
  return (throughField(loaded, through).through ?? []).map((one) => ({ plugin: plugin.name, source, ...one }));
}

function changesOf(plan: SkillsPlan, done: Applied | undefined): readonly SkillChange[] {
  return [
    ...(done?.created ?? plan.create).map((copy) => copied("install", copy)),
    ...(done?.updated ?? plan.update).map((copy) => copied("update", copy)),
    ...(done?.removed ?? plan.remove).map((folder) => gone("remove", folder)),
    ...(done?.unmarked ?? plan.unmark).map((folder) => gone("keep", folder)),
    ...plan.blocked.map(({ folder, agents, chosen, problem }): SkillChange => ({
      action: "blocked",
      skill: chosen.skill.name,
      directory: folder,
      agents,
      from: fromOf(chosen),
      reason: whyBlocked(problem, chosen),
    })),
  ];
}

/** Where it is one file of the skill, that file is named. */
function whyBlocked({ file, message }: Problem, { skill }: Chosen): string {
  const inside = relative(skill.directory, file);
  return inside === "" || inside.startsWith("..") || isAbsolute(inside) ? message : `${inside} ${message}`;
}

function copied(action: "install" | "update", { chosen, directory, agents, reason }: PlannedCopy): SkillChange {
  return { action, skill: chosen.skill.name, directory, agents, from: fromOf(chosen), reason };
}

function gone(action: "remove" | "keep", { name, directory, reason }: PlannedFolder): SkillChange {
  return { action, skill: name, directory, agents: [], reason };
}

function fromOf({ plugin, source }: Chosen): string {
  return plugin === undefined ? source : `${source}/${plugin}`;
}

function consideredIn({ loaded, collected }: Gathered): readonly Considered[] {
  const plugins = inOrder<LoadedPlugin, LoadedOutline>(loaded.plugins, loaded.asleep).map(({ plugin, source, inactive }): Considered => ({
    event: "plugin_considered",
    plugin: plugin.name,
    source,
    gate: printGate(plugin.gate),
    matched: inactive === undefined,
    reason: inactive,
  }));
  const chosen = collected.skills.map(({ skill, source, plugin }): Considered => ({
    event: "skill_considered",
    skill: skill.name,
    source,
    plugin,
    matched: true,
  }));
  const leftOut = collected.leftOut.map((each): Considered => ({ event: "skill_considered", matched: false, ...each }));
  return [...plugins, ...chosen, ...leftOut];
}
