/**
 * Removes Symposium from a machine (RG-14, RG-24): entries, files and skills in agents' folders, in every project that a record names, the
 * program, flags and our own files. What the ledger names is undone to the byte; the rest is recognised by its form.
 */

import { everySkillFolder } from "../agents/skill-folders.ts";
import type { Context } from "../context.ts";
import { editorsFor } from "../files/editors.ts";
import { type Ledger, readLedgerOrNone } from "../files/ledger.ts";
import { fileIncludes } from "../files/user-file.ts";
import type { PlacedContext } from "../host/places.ts";
import { readImports } from "../plugins/imported/import-record.ts";
import { putBack, removeCopies } from "../plugins/imported/move-hooks.ts";
import { type AppContext, checkHome } from "./app-context.ts";
import { endBackground } from "./end-background.ts";
import { applyRegistration } from "./entries/apply-registration.ts";
import type { FilePlan } from "./entries/file-plan.ts";
import { agentOf, foldersOf, isBareFrame } from "./entries/our-entries.ts";
import { followMoved, hookFiles, planRegistration } from "./entries/plan-registration.ts";
import { excludedWorkspaces, excludeFile, leaveExclude } from "./entries/project-files.ts";
import { planUnrecorded, serverPlaces, type Unrecorded } from "./entries/unrecorded.ts";
import { knownWorkspaces } from "./known-workspaces.ts";
import { projectAround } from "./machine.ts";
import { NO_SERVERS } from "./mcp-servers/recorded-servers.ts";
import { isDisposable, type OwnFiles, ownFiles, removeOwnFiles, removePaths } from "./own-files.ts";
import { programPaths, removeProgram } from "./program/program-files.ts";
import { withRegistrationLock } from "./registration-lock.ts";
import { applyCopies } from "./skills/apply-copies.ts";
import { type CopiesPlan, planCopies } from "./skills/plan-copies.ts";

export interface UninstallRequest {
  readonly dryRun?: boolean;
  /** The config and the user's own plugins go too. */
  readonly purge?: boolean;
  /** Called with the reason where the ledger cannot be used: then only the text of entries tells whose they are. */
  readonly onBrokenLedger?: (trouble: string) => void;
}

export interface UninstallResult {
  readonly dryRun: boolean;
  readonly purge: boolean;
  readonly files: readonly FilePlan[];
  readonly removed: readonly string[];
  /** What could not be deleted, each with the reason. */
  readonly left: readonly string[];
}

export async function uninstall(app: AppContext, request: UninstallRequest = {}): Promise<UninstallResult> {
  const { dryRun = false, purge = false, onBrokenLedger } = request;
  const act = () => leave(app, { dryRun, purge }, ({ brokenLedger }) => brokenLedger !== undefined && onBrokenLedger?.(brokenLedger));
  checkHome(app.context);
  return dryRun ? act() : withRegistrationLock(app, act, { isLeaving: true });
}

/** Removes everything; with `purge` also what the user wrote or agreed to. The caller holds the lock. `before` is called before any removal. */
export async function leave(
  app: AppContext,
  { dryRun, purge }: Required<Pick<UninstallRequest, "dryRun" | "purge">>,
  before: (plan: UninstallPlan) => void,
): Promise<UninstallResult> {
  const { records } = readImports(app.places);
  if (!dryRun) await putBack(app, records);
  const plan = await planUninstall(app, { purge });
  before(plan);
  const done = dryRun ? { files: plan.files, left: [] } : await applyUninstall(app, plan);
  if (!dryRun) removeCopies(app, records);
  return { dryRun, purge, removed: plan.removes, ...done };
}

interface UninstallPlan {
  readonly files: readonly FilePlan[];
  readonly own: OwnFiles;
  readonly skills: readonly CopiesPlan[];
  readonly removes: readonly string[];
  readonly ledger: Ledger;
  readonly brokenLedger?: string;
  readonly purge: boolean;
}

export async function planUninstall(app: PlacedContext, { purge }: Pick<UninstallPlan, "purge">): Promise<UninstallPlan> {
  const { context, places } = app;
  const around = projectAround(context);
  const { ledger: stored, broken } = readLedgerOrNone(places.ledger);
  const ledger = followMoved(stored, around);
  const workspaces = [...new Set([...(around === undefined ? [] : [around]), ...knownWorkspaces(places, ledger, context)])];
  const own = ownFiles(places, { purge, home: context.home, withLedger: broken !== undefined });
  const skills = planSkillRemoval(context, workspaces);
  const copies = skills.flatMap(({ remove }) => remove.map(({ directory }) => directory));
  return {
    files: [...(await planRecorded(context, ledger)), ...(await planOthers(context, ledger, workspaces))],
    own,
    skills,
    removes: [...copies, ...programPaths(places), ...own.paths],
    ledger,
    brokenLedger: broken,
    purge,
  };
}

async function planRecorded(context: Context, ledger: Ledger): Promise<readonly FilePlan[]> {
  const nothing = { agents: [], scope: "user", usedEvents: () => new Set<string>(), pluginText: () => "", servers: NO_SERVERS } as const;
  const date = new Date(context.now()).toISOString();
  const planned = await planRegistration({ ...nothing, context, ledger, isLeaving: true, date });
  return planned.filter(({ recorded }) => recorded !== undefined).map(withoutBareFrame);
}

/** The rest of a file that we made is removed as well, even if the user removed its entries. A file that existed before is the user's, empty or not. */
function withoutBareFrame(plan: FilePlan): FilePlan {
  const { file, after, action, scope, recorded } = plan;
  const agent = agentOf(plan);
  const isMadeByUs = action !== "refused" && recorded?.content === "entries" && recorded.createdFile;
  if (!isMadeByUs || after === null || !isBareFrame(file, after, agent)) return plan;
  return { ...plan, record: undefined, action: "delete", after: null, emptied: foldersOf(file, agent, scope) };
}

/** Every other file that an agent would read: in the home, where a variable moves it, and in the known projects. */
async function planOthers(context: Context, { files }: Ledger, workspaces: readonly string[]): Promise<readonly FilePlan[]> {
  const recorded = new Set(files.map(({ file }) => file));
  const unmoved = { ...context, env: {} };
  const places = new Map<string, Unrecorded>();
  const add = (file: string, part: Unrecorded) => {
    if (!recorded.has(file)) places.set(file, { ...part, ...places.get(file) });
  };
  const users = [context, unmoved];
  const inProjects = workspaces.flatMap((around) => hookFiles({ context, around }).filter(({ scope }) => scope === "project"));
  for (const hooks of [...users.flatMap((each) => hookFiles({ context: each })), ...inProjects]) add(hooks.file, { hooks });
  const servers = [...users.flatMap((each) => serverPlaces(each)), ...workspaces.flatMap((around) => serverPlaces(context, around))];
  for (const one of servers) add(one.file, { servers: one });
  const editorOf = await editorsFor([...places.keys()].filter((file) => fileIncludes(file, "symposium-hook")));
  const plans: FilePlan[] = [];
  for (const place of places.values()) plans.push(...(await planUnrecorded(place, editorOf, context)));
  return plans;
}

/**
 * Removals that free space come before anything is written, for a full disk. The program goes first: none of our processes is started any
 * more, and entries that cannot be removed do nothing. They stay in the ledger.
 */
export async function applyUninstall(app: PlacedContext, plan: UninstallPlan): Promise<Pick<UninstallResult, "files" | "left">> {
  const { context, places } = app;
  removeProgram(places);
  await endBackground(places);
  const early = removePaths(plan.own.paths.filter((path) => isDisposable(places, path)));
  for (const skills of plan.skills) applyCopies(skills, context.now());
  const files = applyRegistration({ plans: plan.files, ledger: plan.ledger, places, isLeaving: true });
  const around = projectAround(context);
  const hiding = [...excludedWorkspaces(places), ...(around === undefined ? [] : [around])];
  for (const file of new Set(hiding.flatMap((folder) => excludeFile(folder) ?? []))) leaveExclude(file);
  // A process that just ended may have left something more.
  const own = ownFiles(places, { purge: plan.purge, home: context.home, withLedger: plan.brokenLedger !== undefined });
  const all = (part: keyof OwnFiles) => [...new Set([...plan.own[part], ...own[part]])];
  const late = removeOwnFiles({ paths: all("paths"), folders: all("folders") });
  return { files, left: [...new Set([...early, ...late])] };
}

/** Reads only. A copy that the user changed stays, and is no longer ours. */
function planSkillRemoval(context: Context, workspaces: readonly string[]): readonly CopiesPlan[] {
  const nothing = { targets: [], chosen: [], kept: [], debounceSeconds: 0, now: context.now() };
  return [...workspaces, undefined].map((within) => {
    const place =
      within === undefined ? ({ scope: "user", project: context.cwd } as const) : ({ scope: "project", project: within } as const);
    return planCopies({ ...nothing, known: everySkillFolder({ ...place, context }), within });
  });
}
