/**
 * Which folders of a workspace, or of the user, get which skills, as a plan to be printed or carried out. A folder of a member gets its own
 * copies where an agent reads skills only in the folder it is started in (PL-13), and skills that an agent loads by itself (AP-6) go only
 * where others need them.
 */

import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";

import { resolveAgent } from "../../agents/find-agent.ts";
import {
  everySkillFolder,
  type SkillFolder,
  skillFolders,
  skillFoldersBelow,
  type SkillScope,
  someReadOnlyTheirFolder,
} from "../../agents/skill-folders.ts";
import { isAtOrAbove } from "../../host/bounds.ts";
import { type PlacedContext, workspaceState } from "../../host/places.ts";
import { type Budget, withinBudget } from "../../host/reading-budget.ts";
import { ALL_MARKERS } from "../../packages/markers.ts";
import type { Workspace } from "../../packages/workspace.ts";
import type { LoadedPlugin } from "../../plugins/active-plugins.ts";
import { gives, type ThroughAgents, throughAgents } from "../../plugins/agent-plugin/through-agents.ts";
import type { Chosen } from "../../plugins/skills/chosen.ts";
import { readSynced, type SyncedRecord } from "../../plugins/skills/synced-record.ts";
import { type CopiesPlan, planCopies, type SkillTarget } from "../skills/plan-copies.ts";
import type { Gathered } from "./gather.ts";

export interface SkillsOrder {
  readonly scope: "project" | "user";
  readonly agents?: readonly string[];
  readonly budget?: Budget;
}

export interface SkillsPlan extends CopiesPlan {
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
      { agents: configured, context, project: scope === "user" ? undefined : project },
    );
  const through = await throughIn(place);
  const about = { agents: configured, plugins: active };
  const folders = [...skillTargets({ ...about, through, foldersFor: (loaders) => skillFolders(configured, place, loaders) })];
  for (const member of below) {
    const foldersFor = (loaders: readonly string[]) => skillFoldersBelow(configured, member, loaders);
    folders.push(...skillTargets({ ...about, through: await throughIn(member), foldersFor }));
  }
  const targets = agents === undefined ? folders : folders.filter((folder) => folder.agents.some((name) => agents.includes(name)));
  // With only some agents requested, the others' folders are not read.
  const known = agents === undefined ? [place, ...below].flatMap(everySkillFolder) : [];
  const plan = withinBudget(budget, () =>
    planCopies({
      targets: workspace !== null && isPartOfSomethingBroken(workspace) ? [] : targets,
      known,
      within: scope === "project" ? workspace?.folder : undefined,
      chosen: collected.skills,
      kept: collected.kept,
      debounceSeconds: config.syncDebounceSeconds,
      now: context.now(),
    }),
  );
  return { ...plan, through };
}

/** A manifest above is unreadable: the workspace may start there, and skills would go into the wrong folder. */
function isPartOfSomethingBroken({ folder, problems }: Workspace): boolean {
  return problems.some(({ severity, file }) => {
    const isAbove = dirname(file) !== folder && isAtOrAbove(dirname(file), folder);
    return severity === "error" && ALL_MARKERS.includes(basename(file)) && isAbove;
  });
}

interface TargetsOrder {
  readonly agents: readonly string[];
  readonly plugins: readonly LoadedPlugin[];
  readonly through: ThroughAgents;
  readonly foldersFor: (loaders: readonly string[]) => readonly SkillFolder[];
}

/** Which folders get which skills: those of a plugin that an agent loads by itself (AP-6) go only where others need them. */
function skillTargets({ agents, plugins, through, foldersFor }: TargetsOrder): readonly SkillTarget[] {
  const usual = foldersFor([]);
  const loaded = new Map(
    plugins.flatMap(({ plugin, source }) => {
      const found = plugin.agentPlugin === undefined ? [] : through.of(plugin);
      const loaders = agents.filter((agent) => gives(found, agent, "skills"));
      return loaders.length === 0 ? [] : [[keyOf(source, plugin.name), loaders] as const];
    }),
  );
  if (loaded.size === 0) return usual;
  const special = new Map([...loaded.values()].map((loaders) => [loaders.join(), foldersFor(loaders)]));
  const pathsOf = (chosen: Chosen) => {
    const loaders = chosen.plugin === undefined ? undefined : loaded.get(keyOf(chosen.source, chosen.plugin));
    return loaders === undefined ? usual : (special.get(loaders.join()) ?? usual);
  };
  const all = new Map([...special.values(), usual].flat().map((folder) => [folder.path, folder]));
  return [...all.values()].map((folder) => ({ ...folder, isFor: (chosen) => pathsOf(chosen).some(({ path }) => path === folder.path) }));
}

function keyOf(source: string, plugin: string): string {
  return JSON.stringify([source, plugin]);
}

/**
 * Folders below the workspace's outermost that get their own copies (PL-13): the one the user works in, and those used before. They
 * are for agents that read skills only in the folder they are started in.
 */
interface MemberFolders {
  readonly recorded: SyncedRecord | undefined;
  readonly known: readonly string[];
  /** To be filled and cleared. A separate root further down has other dependencies, which are known when the user works there. */
  readonly here: readonly string[];
}

/** A caller that changes something holds the workspace's lock. */
export function memberFolders(app: PlacedContext, gathered: Gathered): MemberFolders {
  const known = foldersOfGathered.get(gathered) ?? readFolders(app, gathered);
  foldersOfGathered.set(gathered, known);
  return known;
}

/** A sync asks several times, and the record lists every file of a workspace. */
const foldersOfGathered = new WeakMap<Gathered, MemberFolders>();

function readFolders({ places }: PlacedContext, { workspace, folder }: Gathered): MemberFolders {
  if (workspace === null || folder === null) return { recorded: undefined, known: [], here: [] };
  const recorded = readSynced(workspaceState(places, workspace.folder).synced);
  const known = [...new Set([...(recorded?.members ?? []), folder])].filter((member) => member !== workspace.folder && existsSync(member));
  const parts = new Set([folder, ...[...workspace.roots, ...workspace.members].map((part) => part.folder)]);
  return { recorded, known, here: known.filter((member) => parts.has(member) && isAtOrAbove(workspace.folder, member)) };
}

/**
 * The folders for the record of a sync: none where no agent needs any and no copies are left. Those that are not visible from here stay in it, so
 * that `uninstall` finds them.
 */
export function membersToNote(
  { known, here }: Pick<MemberFolders, "known" | "here">,
  { config }: Gathered,
  isDone: boolean,
): readonly string[] | undefined {
  if (someReadOnlyTheirFolder(config.agents.flatMap((name) => resolveAgent(name) ?? []))) return known;
  const left = isDone ? known.filter((member) => !here.includes(member)) : known;
  return left.length === 0 ? undefined : left;
}
