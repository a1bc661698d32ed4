/** What a sync of skills comes to, as data: the value of `--json`, and what the text for people is made from. */

import { isAbsolute, relative } from "node:path";

import type { Json, JsonObject } from "../canonical/json.ts";
import type { Problem } from "../documents/problem.ts";
import { printGate } from "../predicates/print.ts";
import type { Chosen } from "../skills/chosen.ts";
import type { InstallPlan, PlannedCopy, PlannedFolder } from "../skills/install/plan.ts";
import type { Gathered } from "../sync/workspace/gather.ts";
import type { SkillsSynced } from "../sync/workspace/sync-skills.ts";

export type SyncOutcome = SkillsSynced | { readonly state: "planned"; readonly gathered: Gathered; readonly plan: InstallPlan };

export interface ReportedSkills {
  readonly state: SyncOutcome["state"];
  readonly value: JsonObject;
  readonly changes: readonly SkillChange[];
  /** How many skills are as they should be. */
  readonly unchanged: number;
  /** How many stay because something could not be loaded. */
  readonly stay: number;
  readonly problems: readonly Problem[];
}

export interface SkillChange {
  readonly action: "install" | "update" | "remove" | "keep" | "blocked";
  readonly skill: string;
  readonly directory: string;
  readonly agents: readonly string[];
  readonly from?: string;
  readonly reason: string;
}

export function reportedSkills(outcome: SyncOutcome, verbose: boolean): ReportedSkills {
  const { gathered, state } = outcome;
  const changes = state === "busy" ? [] : changesOf(outcome);
  const unchanged = state === "busy" ? 0 : outcome.plan.unchanged.length;
  const stay = state === "busy" ? 0 : outcome.plan.stays.length;
  const problems =
    state === "busy"
      ? gathered.problems
      : [...gathered.problems, ...outcome.plan.problems, ...(state === "done" ? outcome.applied.problems : [])];
  const value = {
    workspace: workspaceValue(gathered),
    sources: gathered.updates.map(({ name, address, state: became, commit }) => ({ name, address, state: became, commit })),
    skills: { changes, unchanged, stay },
    events: [...changes.flatMap(eventsOf), ...(verbose ? consideredIn(gathered) : [])],
    problems,
  };
  return { state, value: plain(value), changes, unchanged, stay, problems };
}

/** Interfaces name their keys, and what is absent is left out. */
function plain(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

function changesOf(outcome: Exclude<SyncOutcome, { state: "busy" }>): readonly SkillChange[] {
  const { plan } = outcome;
  const done = outcome.state === "done" ? outcome.applied : undefined;
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

/** What the Rust tool reports under the same names. */
function eventsOf({ action, skill, directory, agents }: SkillChange): readonly Json[] {
  if (action === "remove") return [{ event: "skill_removed", skill, dest: directory }];
  if (action !== "install" && action !== "update") return [];
  return agents.map((agent) => ({ event: "skill_installed", skill, agent, dest: directory }));
}

/** Every decision, for whoever asks why something is not there. */
function consideredIn({ loaded, collected }: Gathered): readonly Json[] {
  const plugins = loaded.plugins.map(({ plugin, source, inactive }) => ({
    event: "plugin_considered",
    plugin: plugin.name,
    source,
    gate: printGate(plugin.gate),
    matched: inactive === undefined,
    ...(inactive === undefined ? {} : { reason: inactive }),
  }));
  const chosen = collected.skills.map(({ skill, source, plugin }) => ({
    event: "skill_considered",
    skill: skill.name,
    source,
    ...(plugin === undefined ? {} : { plugin }),
    matched: true,
  }));
  const leftOut = collected.leftOut.map((each) => ({ event: "skill_considered", matched: false, ...each }));
  return [...plugins, ...chosen, ...leftOut];
}

function workspaceValue({ workspace }: Gathered) {
  if (workspace === null) return null;
  const roots = workspace.roots.map(({ ecosystem, folder, members, dependencies, isUnlocked }) => ({
    ecosystem,
    folder,
    members: members.length,
    dependencies: dependencies.length,
    locked: !isUnlocked,
  }));
  return { folder: workspace.folder, roots };
}
