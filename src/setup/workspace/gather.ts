/**
 * Everything a sync of skills needs: sources, workspace, plugins, answers of predicates' programs, and the skills that apply. Work that needs
 * the network or starts a program is done only where the caller may take the time, and reported otherwise.
 */

import type { Config } from "../../files/config.ts";
import type { UpdateLevel } from "../../files/git/update.ts";
import type { Problem } from "../../files/problem.ts";
import type { PlacedContext, Places } from "../../host/places.ts";
import { type Budget, IN_CALL, leftOf, startBudget, withinBudget } from "../../host/reading-budget.ts";
import type { AcquireProgress } from "../../packages/programs/program-source.ts";
import type { Workspace } from "../../packages/workspace.ts";
import { askedBy, askedByClosed, judgePlugins, type LoadedPlugins } from "../../plugins/active-plugins.ts";
import { printQuestion } from "../../plugins/gates/ask.ts";
import type { Asked } from "../../plugins/gates/predicate.ts";
import { type AskingFailure, refreshAnswers } from "../../plugins/gates/refresh-answers.ts";
import type { ReadPlugins, ReadRequest } from "../../plugins/plugins-read.ts";
import { readSources, withOwnPlugins } from "../../plugins/read-plugins.ts";
import { type Collected, collectSkills, neededRepositories } from "../../plugins/skills/collect.ts";
import { type SourceUpdate, updateGroups, type UpdateProgress, updateSources } from "../../plugins/sources/update-sources.ts";
import { workspaceAround, type WorkspaceReading } from "../../plugins/workspace-around.ts";
import { type AcquireOrder, acquirePrograms, missingPrograms } from "./acquire-programs.ts";
import {
  type ChainUpdates,
  failureOf,
  fetchChains,
  type FetchOrder,
  fetchPackages,
  lockedWorkspace,
  mayHaveArchives,
  unpackArchived,
  withoutMissing,
} from "./fetch-missing.ts";
import { predicatePrograms, type ProgramChange, unnamedPrograms, type WantedProgram, wantedPrograms } from "./wanted-programs.ts";

export interface GatherOrder {
  readonly config: Config;
  /** A result of `findWorkspace`; `null` for what applies everywhere. */
  readonly folder: string | null;
  /** How eagerly sources are updated; absent where only local files may be read. */
  readonly level?: UpdateLevel;
  /** The budget of a hook call. Once it is spent, `gather` throws an error that `isBudgetSpent` recognises. */
  readonly budget?: Budget;
  /** What the same call has just read; only where nothing but local files may be read. */
  readonly reading?: WorkspaceReading;
  /** Whether packages may be fetched to be read (PL-32). Asked only where one is missing: it looks at all processes above this one. */
  readonly mayFetch?: () => boolean;
  /** Missing programs of active plugins are acquired (PG-3); `eager` asks for newer ones though that was done today. */
  readonly programs?: "acquire" | "eager";
  readonly onProgress?: OnProgress;
  readonly onDetail?: (progress: AcquireProgress) => void;
}

/** `isRoutine`: every sync does it, and it is quick. */
export type OnProgress = (message: string, isRoutine?: boolean) => void;

export interface Gathered {
  readonly config: Config;
  /** The requested folder: below the workspace's own where the user works in a member. */
  readonly folder: string | null;
  readonly workspace: Workspace | null;
  /** The plugins of the user's sources, for any workspace. */
  readonly sources: ReadPlugins;
  readonly loaded: LoadedPlugins;
  readonly collected: Collected;
  readonly updates: readonly SourceUpdate[];
  readonly programs: { readonly acquired: readonly ProgramChange[]; readonly missing: readonly ProgramChange[] };
  readonly problems: readonly Problem[];
  /** Something needs the network, a package manager or a program, and was not done. */
  readonly left: boolean;
}

export async function gather(app: PlacedContext, order: GatherOrder): Promise<Gathered> {
  const gathered = order.level === undefined ? await gatherLocally(app, order) : await gatherAll(app, order, order.level);
  const wanted = wantedPrograms(gathered.loaded, gathered.collected.skills);
  if (wanted.length === 0) return gathered;
  if (order.programs === undefined) {
    const missing = missingPrograms(app, wanted);
    return { ...gathered, programs: { ...gathered.programs, missing }, left: gathered.left || missing.length > 0 };
  }
  const { changes, problems, left } = await acquirePrograms(app, wanted, acquireOrder(order, gathered.workspace));
  const programs = { acquired: [...gathered.programs.acquired, ...changes], missing: [] };
  // Reading plugins resolves what they start, so they are read again.
  const { sources, loaded, collected } = changes.length === 0 ? gathered : await gatherLocally(app, order);
  return {
    ...gathered,
    sources,
    loaded,
    collected,
    programs,
    problems: unique([...gathered.problems, ...problems, ...unnamedPrograms(app, loaded)]),
    left: gathered.left || left,
  };
}

function acquireOrder({ programs, onProgress, onDetail }: GatherOrder, workspace: Workspace | null): AcquireOrder {
  return { workspace, isEager: programs === "eager", onProgress, onDetail };
}

/** Without processes and network, so that the hook program can call it. */
async function gatherLocally(app: PlacedContext, { config, folder, ...order }: GatherOrder): Promise<Gathered> {
  const budget = order.budget ?? startBudget(IN_CALL);
  const { context, places } = app;
  const workspace = workspaceAround(folder, { ...app, budget, reading: order.reading });
  const request: ReadRequest = { config, places, workspace, context, budget: leftOf(budget) };
  const sources = readSources(request);
  const loaded = judgePlugins(withOwnPlugins(sources, request), request);
  const { collected, asked } = await collect(app, config, loaded, order.budget);
  // A repository without a path is missing; with one, a skill in it is unreadable.
  const isFetched = !collected.kept.some((kept) => kept.kind === "repository" && kept.path === undefined);
  const isAnswered = loaded.answers.answers.staleOf(asked).length === 0;
  const isLocked = workspace?.roots.every(({ isUnlocked }) => !isUnlocked) ?? true;
  const isThere = loaded.sources.every(({ unavailable }) => unavailable === undefined);
  const left = !(isFetched && isAnswered && isLocked && isThere && loaded.packages.wanted.length === 0);
  const problems = problemsOf(workspace, loaded, collected);
  const nothing = { updates: [], programs: { acquired: [], missing: [] } };
  return { config, folder, workspace, sources, loaded, collected, ...nothing, problems, left };
}

async function gatherAll(app: PlacedContext, order: GatherOrder, level: UpdateLevel): Promise<Gathered> {
  const { config, folder, onProgress } = order;
  const { context, places } = app;
  const tell = ({ name, step }: UpdateProgress) => onProgress?.(`${step} ${name}`, step === "asking");
  const fetching = { level, context, places, onProgress: tell };
  const [fetched, { workspace, lockProblems }] = await Promise.all([updateSources({ ...fetching, config }), lockedWorkspace(app, order)]);

  const request: ReadRequest = { config, places, workspace, context };
  let fetches: boolean | undefined;
  const mayFetch = () => (fetches ??= order.mayFetch?.() === true);
  if (mayHaveArchives(workspace) && mayFetch()) await unpackArchived(app, workspace);
  const sources = readSources({ ...request, isStored: true });
  let read = withOwnPlugins(sources, request);
  const fetchOrder: FetchOrder = { workspace, onProgress, tried: new Map() };
  const chains: ChainUpdates = new Map();
  const judge = () => withFailures(judgePlugins(read, request), fetchOrder, chains);
  let loaded = judge();
  const asking = asker(onProgress);
  const tried = new Set<string>();
  const acquired: { changes: ProgramChange[]; problems: Problem[]; left: boolean } = { changes: [], problems: [], left: false };
  /** Gates depend on the answers of predicates, so their programs come before the questions; each is tried once. */
  const acquireAnswering = async () => {
    const keyOf = ({ plugin, installation }: WantedProgram) => `${plugin.manifest}\n${installation.name}`;
    const wanted = order.programs === undefined ? [] : predicatePrograms(loaded).filter((one) => !tried.has(keyOf(one)));
    for (const one of wanted) tried.add(keyOf(one));
    const now = wanted.length === 0 ? acquired : await acquirePrograms(app, wanted, acquireOrder(order, workspace));
    if (now === acquired) return false;
    acquired.changes.push(...now.changes);
    acquired.problems.push(...now.problems);
    acquired.left ||= now.left;
    return now.changes.length > 0;
  };
  // What was fetched may lead to more, and so may an answer.
  for (let isNew = true; isNew;) {
    if (await acquireAnswering()) {
      read = withOwnPlugins(readSources(request), request);
      loaded = judge();
    }
    isNew = await asking.ask(askedBy(loaded.plugins, loaded.surroundings), loaded);
    if (isNew) loaded = judge();
    const { packages, policy } = loaded;
    const wanted = [...packages.wanted, ...policy.wantedCopies];
    if (wanted.length > 0 && mayFetch() && (await fetchPackages(app, wanted, fetchOrder))) isNew = true;
    if (packages.repositories.length > 0 && mayFetch() && (await fetchChains(packages.repositories, chains, fetching))) isNew = true;
    if (isNew) loaded = judge();
  }
  loaded = withFailures(loaded, fetchOrder, chains);
  const groups = await updateGroups(neededRepositories(loaded), fetching);
  // A skill's own gate is known when the skill has been read.
  let { collected, asked } = await collect(app, config, loaded);
  if (await asking.ask(asked, loaded)) {
    loaded = judge();
    ({ collected, asked } = await collect(app, config, loaded));
  }
  const updates = [...fetched, ...chains.values(), ...groups];
  const problems = [
    ...updates.flatMap(({ problem }) => problem ?? []),
    ...lockProblems,
    ...acquired.problems,
    ...asking.failures.map((failure) => unanswered(failure, places)),
    ...problemsOf(workspace, loaded, collected),
  ];
  // A package manager may put wanted packages on this machine at any time.
  const left = loaded.packages.wanted.length > 0 || acquired.left;
  const programs = { acquired: acquired.changes, missing: [] };
  return { config, folder, workspace, sources, loaded, collected, updates, programs, problems, left };
}

/** Why something could not be fetched says more than that it is missing. */
function withFailures(judged: LoadedPlugins, order: FetchOrder, chains: ChainUpdates): LoadedPlugins {
  const loaded = { ...judged, problems: withoutMissing(judged.problems, judged.packages.repositories, chains) };
  const instead = new Map(loaded.packages.wanted.map((one) => [one.problem, failureOf(one, order)]));
  return { ...loaded, problems: loaded.problems.map((problem) => instead.get(problem) ?? problem) };
}

async function collect(
  { places }: PlacedContext,
  config: Config,
  loaded: LoadedPlugins,
  budget?: Budget,
): Promise<{ collected: Collected; asked: readonly Asked[] }> {
  const collected = withinBudget(budget, () => collectSkills(loaded, { config, places }));
  return { collected, asked: [...askedBy(loaded.plugins, loaded.surroundings), ...collected.asked] };
}

function problemsOf(workspace: Workspace | null, loaded: LoadedPlugins, collected: Collected): readonly Problem[] {
  return unique([...(workspace?.problems ?? []), ...loaded.problems, ...collected.problems]);
}

function unique(all: readonly Problem[]): readonly Problem[] {
  return [...new Map(all.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** Asks the programs of predicates during a sync: each question once, though a program that failed would be asked again. */
function asker(onProgress: ((message: string) => void) | undefined) {
  const failures: AskingFailure[] = [];
  const seen = new Set<string>();
  const ask = async (asked: readonly Asked[], { answers, plugins, surroundings }: LoadedPlugins): Promise<boolean> => {
    const fresh = asked.filter((one) => !seen.has(JSON.stringify(one)));
    const stale = answers.answers.staleOf(fresh).length;
    // A predicate that no plugin defines yet may be defined by the next one.
    for (const one of fresh) if (one.kind === "shell" || answers.answers.definedNames.has(one.name)) seen.add(JSON.stringify(one));
    if (stale > 0) onProgress?.(`asking ${stale} ${stale === 1 ? "predicate" : "predicates"}`);
    const refreshed = await refreshAnswers(answers.file, fresh, answers.place, askedByClosed(plugins, surroundings));
    failures.push(...refreshed.failures);
    return refreshed.asked.length > 0;
  };
  return { ask, failures };
}

function unanswered({ question, message }: AskingFailure, places: Places): Problem {
  const name = printQuestion(question);
  return { severity: "warning", file: places.config, message: `predicate ${name} gave no answer, which counts as no: ${message}` };
}
