/**
 * Everything a sync of skills needs: sources, workspace, plugins, answers of predicates' programs, and the skills that apply. Work that needs
 * the network or starts a program is done only where the caller may take the time, and reported otherwise.
 */

import { AGENT_RESOLVER } from "../../agents/agent-resolver.ts";
import type { Config } from "../../config/config.ts";
import type { Problem } from "../../documents/problem.ts";
import { ECOSYSTEMS } from "../../ecosystems/list.ts";
import type { Workspace } from "../../ecosystems/workspace.ts";
import type { PlacedContext, Places } from "../../platform/places.ts";
import { workspaceState } from "../../platform/workspace-state.ts";
import { judgePlugins, type LoadedPlugins } from "../../plugins/active-plugins.ts";
import { askedBy } from "../../plugins/asks-programs.ts";
import { type ReadPlugins, type ReadRequest, readSources, withOwnPlugins } from "../../plugins/read-plugins.ts";
import type { UpdateLevel } from "../../plugins/sources/update-level.ts";
import { type SourceUpdate, updateGroups, updateSources } from "../../plugins/sources/update-sources.ts";
import { knownWorkspaceAround, workspaceAround } from "../../plugins/workspace-around.ts";
import type { Question } from "../../predicates/ask.ts";
import { type AskingFailure, refreshAnswers } from "../../predicates/refresh-answers.ts";
import type { Asked } from "../../predicates/surroundings.ts";
import { failureOf, fetchPackages, type FetchOrder, unpackArchived } from "./fetch-packages.ts";
import { type Collected, collectSkills, neededRepositories } from "../../skills/collect.ts";
import { withYaml } from "../../skills/yaml-when-needed.ts";

export interface GatherOrder {
  readonly config: Config;
  /** A result of `findWorkspace`; `null` for what applies everywhere. */
  readonly folder: string | null;
  /** How eagerly sources are updated; absent where only local files may be read. */
  readonly level?: UpdateLevel;
  /** A command of the user, which may fetch packages to read them (PL-32). */
  readonly mayFetch?: boolean;
  readonly onProgress?: (message: string) => void;
}

export interface Gathered {
  readonly config: Config;
  /** The requested folder: below the workspace's own where the user works in a member. */
  readonly folder: string | null;
  readonly workspace: Workspace | null;
  /** The plugins of the user's sources, for any workspace. */
  readonly sources: ReadPlugins;
  readonly loaded: LoadedPlugins;
  readonly collected: Collected;
  /** The results for git sources, and for the repositories of skill groups. */
  readonly updates: readonly SourceUpdate[];
  readonly asked: readonly Question[];
  readonly problems: readonly Problem[];
  /** Something needs the network, a package manager or a program, and was not done. */
  readonly left: boolean;
}

export async function gather(app: PlacedContext, order: GatherOrder): Promise<Gathered> {
  return order.level === undefined ? gatherLocally(app, order) : gatherAll(app, { ...order, level: order.level });
}

/** In the hook program: no process, no network. */
async function gatherLocally(app: PlacedContext, { config, folder }: GatherOrder): Promise<Gathered> {
  const request = requestOf(app, config, workspaceAround(folder, app));
  const sources = readSources(request);
  const loaded = judgePlugins(withOwnPlugins(sources, request), request);
  const { collected, asked } = await collect(app, config, loaded);
  // A repository without a path is missing; with one, a skill in it is unreadable.
  const isFetched = !collected.kept.some((kept) => kept.kind === "repository" && kept.path === undefined);
  const isAnswered = loaded.answers.answers.staleOf(asked).length === 0;
  const isLocked = request.workspace?.roots.every(({ isUnlocked }) => !isUnlocked) ?? true;
  const isThere = loaded.sources.every(({ unavailable }) => unavailable === undefined);
  return {
    config,
    folder,
    workspace: request.workspace,
    sources,
    loaded,
    collected,
    updates: [],
    asked: [],
    problems: problemsOf(request.workspace, loaded, collected),
    left: !(isFetched && isAnswered && isLocked && isThere && loaded.packages.wanted.length === 0),
  };
}

async function gatherAll(app: PlacedContext, order: GatherOrder & { readonly level: UpdateLevel }): Promise<Gathered> {
  const { config, folder, level, onProgress } = order;
  const { context, places } = app;
  const tell = ({ name, step }: { readonly name: string; readonly step: string }) => onProgress?.(`${step} ${name}`);
  const fetching = { level, context, places, onProgress: tell };
  const [fetched, { workspace, lockProblems }] = await Promise.all([updateSources({ ...fetching, config }), lockedWorkspace(app, order)]);

  const request = requestOf(app, config, workspace);
  if (order.mayFetch === true) await unpackArchived(app, workspace);
  const sources = readSources({ ...request, isStored: true });
  const read = withOwnPlugins(sources, request);
  let loaded = judgePlugins(read, request);
  const first = await answerAll(askedBy(loaded.plugins, loaded.surroundings), loaded, onProgress);
  if (first.asked.length > 0) loaded = judgePlugins(read, request);
  const fetchOrder: FetchOrder = { workspace, onProgress, tried: new Map() };
  // A package that was fetched may lead to another.
  while (order.mayFetch === true && (await fetchPackages(app, loaded.packages.wanted, fetchOrder))) loaded = judgePlugins(read, request);
  loaded = withFailures(loaded, fetchOrder);
  const groups = await updateGroups(neededRepositories(loaded), fetching);
  // A skill's own gate is known when the skill has been read.
  let { collected, asked } = await collect(app, config, loaded);
  const second = await answerAll(asked, loaded, onProgress);
  if (second.asked.length > 0) {
    loaded = withFailures(judgePlugins(read, request), fetchOrder);
    ({ collected, asked } = await collect(app, config, loaded));
  }
  const updates = [...fetched, ...groups];
  return {
    config,
    folder,
    workspace: request.workspace,
    sources,
    loaded,
    collected,
    updates,
    asked: [...first.asked, ...second.asked],
    problems: [
      ...updates.flatMap(({ problem }) => problem ?? []),
      ...lockProblems,
      ...[...first.failures, ...second.failures].map((failure) => unanswered(failure, places)),
      ...problemsOf(request.workspace, loaded, collected),
    ],
    // The package manager may put them there at any time.
    left: loaded.packages.wanted.length > 0,
  };
}

/** Why a package could not be fetched says more than that it is missing. */
function withFailures(loaded: LoadedPlugins, order: FetchOrder): LoadedPlugins {
  const failed = loaded.packages.wanted.flatMap((one) => {
    const failure = failureOf(one, order);
    return failure === undefined ? [] : [[one.problem, failure] as const];
  });
  if (failed.length === 0) return loaded;
  const instead = new Map(failed);
  return { ...loaded, problems: loaded.problems.map((problem) => instead.get(problem) ?? problem) };
}

function requestOf({ context, places }: PlacedContext, config: Config, workspace: Workspace | null): ReadRequest {
  return { config, places, workspace, context, agents: AGENT_RESOLVER };
}

interface LockedWorkspace {
  readonly workspace: Workspace | null;
  readonly lockProblems: readonly Problem[];
}

/** Read again only where a lock file was made. */
async function lockedWorkspace(app: PlacedContext, { folder, onProgress }: GatherOrder): Promise<LockedWorkspace> {
  const workspace = knownWorkspaceAround(folder, app);
  const madeLock = (root: string, ecosystem: string) => workspaceState(app.places, root).lock(ecosystem);
  const where = { ...app.context, madeLock, repository: workspace?.repository ?? null };
  const unlocked = ECOSYSTEMS.map(({ name, needsLock, makeLocks }) => ({
    name,
    makeLocks,
    roots: workspace?.roots.filter((root) => root.ecosystem === name && needsLock(root)) ?? [],
  })).filter(({ roots }) => roots.length > 0);
  if (unlocked.length === 0) return { workspace, lockProblems: [] };
  const lockProblems: Problem[] = [];
  for (const { name, roots, makeLocks } of unlocked) {
    onProgress?.(`asking ${name} for versions, offline: there is no lock file`);
    lockProblems.push(...(await makeLocks(roots, where)));
  }
  return { workspace: workspaceAround(folder, app), lockProblems };
}

/** The skills, and the questions about them for programs. */
async function collect(
  { places }: PlacedContext,
  config: Config,
  loaded: LoadedPlugins,
): Promise<{ collected: Collected; asked: readonly Asked[] }> {
  const collected = await withYaml(() => collectSkills(loaded, { config, places }));
  return { collected, asked: [...askedBy(loaded.plugins, loaded.surroundings), ...collected.asked] };
}

async function answerAll(asked: readonly Asked[], { answers }: LoadedPlugins, onProgress: GatherOrder["onProgress"]) {
  const stale = answers.answers.staleOf(asked).length;
  if (stale > 0) onProgress?.(`asking ${stale} ${stale === 1 ? "predicate" : "predicates"}`);
  return refreshAnswers(answers.file, asked, answers.place);
}

function unanswered({ question, message }: AskingFailure, places: Places): Problem {
  const name = question.kind === "shell" ? `shell(${question.command})` : `${question.name}(${question.argument})`;
  return { severity: "warning", file: places.config, message: `predicate ${name} gave no answer, which counts as no: ${message}` };
}

function problemsOf(workspace: Workspace | null, loaded: LoadedPlugins, collected: Collected): readonly Problem[] {
  const all = [...(workspace?.problems ?? []), ...loaded.problems, ...collected.problems];
  return [...new Map(all.map((problem) => [JSON.stringify(problem), problem])).values()];
}
