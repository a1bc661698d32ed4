/** One sync of skills: gather, plan, carry out, and record what it was made from. */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

import { everySkillFolder } from "../../agents/skill-folders.ts";
import { BUILD } from "../../context.ts";
import type { Problem } from "../../files/problem.ts";
import { type AddedSkill, noteUnannounced } from "../../files/unannounced-skills.ts";
import { boundsOf } from "../../host/bounds.ts";
import { shortHash } from "../../host/bytes.ts";
import { type Lock, takeLock } from "../../host/lock.ts";
import { entriesIn } from "../../host/paths.ts";
import { type PlacedContext, workspaceState } from "../../host/places.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import { MISSING, stamped } from "../../host/stamp.ts";
import { sweepTemporary, writePrivately } from "../../host/write-file.ts";
import { sameJson } from "../../model/json.ts";
import { boundsOfWorkspace } from "../../packages/workspace.ts";
import { askedBy, type LoadedPlugin } from "../../plugins/active-plugins.ts";
import { MARKER } from "../../plugins/skills/marker.ts";
import { readSynced, SYNCED_FORMAT, SYNCED_VERSION, type SyncedRecord } from "../../plugins/skills/synced-record.ts";
import { gitSourcesOf } from "../../plugins/sources/configured.ts";
import { type Applied, applyCopies } from "../skills/apply-copies.ts";
import { putBackCopies } from "../skills/target.ts";
import { gather, type Gathered, type GatherOrder } from "./gather.ts";
import { memberFolders, membersToNote, planSkills, type SkillsOrder, type SkillsPlan } from "./plan-skills.ts";

interface SyncOrder extends GatherOrder, SkillsOrder {
  /** How long to wait for another sync of the same folder, in milliseconds. */
  readonly patience: number;
  readonly isOver?: () => boolean;
  /** No agent waits for the result: the next hook call of each tells what came. */
  readonly isUnseen?: true;
}

type SkillsSynced =
  | { readonly state: "done"; readonly gathered: Gathered; readonly plan: SkillsPlan; readonly applied: Applied }
  | { readonly state: "busy"; readonly gathered: Gathered };

export async function syncSkills(app: PlacedContext, order: SyncOrder, mayStartAgain = true): Promise<SkillsSynced> {
  // Before anything is read, so that a change meanwhile is noticed.
  const configFile = stamped(app.places.config);
  const since = order.reading?.at ?? app.context.now();
  const gathered = await gather(app, order);
  const { scope, budget } = order;
  const patience = budget === undefined ? order.patience : Math.min(order.patience, budget.until - budget.clock());
  const lock = lockSkillFolders(app, gathered, { scope, patience });
  if (lock === "busy") return { state: "busy", gathered };
  try {
    // Another sync read what is newer: this one would undo its work.
    const { workspace } = gathered;
    const before = workspace === null ? undefined : readSynced(workspaceState(app.places, workspace.folder).synced);
    if (mayStartAgain && (before?.at ?? 0) > since) {
      lock.release();
      return await syncSkills(app, { ...order, reading: undefined }, false);
    }
    const plan = await planSkills(app, gathered, order);
    return { state: "done", gathered, plan, applied: installSkills(app, { ...order, gathered, plan, configFile }) };
  } finally {
    lock.release();
  }
}

/** Changes to the skill folders of a workspace need this lock. Removes what killed runs left in them. */
export function lockSkillFolders(
  app: PlacedContext,
  gathered: Gathered,
  order: Pick<SyncOrder, "scope" | "patience">,
): Pick<Lock, "release"> | "busy" {
  const { context } = app;
  const key = order.scope === "user" ? context.home : (gathered.workspace?.folder ?? context.cwd);
  const place = join(app.places.locks, `sync-${shortHash(key)}`);
  const lock = takeLock(place, { now: context.now, wait: order.patience });
  // Where no lock can be made, because the disk is full or our directory read-only, no process holds one: continue without.
  if (lock === undefined && existsSync(place)) return "busy";
  clearLeft(app, gathered, order);
  return lock ?? { release: () => {} };
}

interface Installing extends Pick<SyncOrder, "scope" | "agents" | "isOver" | "isUnseen"> {
  readonly gathered: Gathered;
  readonly plan: SkillsPlan;
  readonly configFile: Stamped;
}

/** Carries out a plan and records what it was made from. The caller holds the lock. */
export function installSkills(app: PlacedContext, installing: Installing): Applied {
  const { gathered, plan, scope, isOver, isUnseen } = installing;
  const applied = applyCopies(plan, app.context.now(), isOver);
  if (isUnseen === true && gathered.workspace !== null)
    noteUnannounced(workspaceState(app.places, gathered.workspace.folder).synced, addedBy(applied));
  if (scope === "project") noteSync(app, installing, applied);
  return applied;
}

export function addedBy({ created }: Applied): readonly AddedSkill[] {
  return created.map(({ chosen, renamed, folder, agents }) => ({ name: renamed ?? chosen.skill.name, folder, agents }));
}

/** Removes files that were never put in place, and puts back copies with a user's files that were being removed. */
function clearLeft(app: PlacedContext, gathered: Gathered, { scope }: Pick<SyncOrder, "scope">): void {
  const { context, places } = app;
  const { workspace } = gathered;
  sweepTemporary(places.locks);
  if (workspace !== null) sweepTemporary(dirname(workspaceState(places, workspace.folder).synced));
  const within = scope === "project" ? workspace?.folder : undefined;
  const projects = [workspace?.folder ?? context.cwd, ...(scope === "user" ? [] : memberFolders(app, gathered).here)];
  putBackCopies(
    projects.flatMap((project) => everySkillFolder({ scope, project, context })),
    within,
  );
}

/** An incomplete sync leaves no record, so that the next session tries again. */
function noteSync(app: PlacedContext, { gathered, plan, configFile, agents }: Installing, applied: Applied): void {
  const { context, places } = app;
  const { workspace, loaded, config } = gathered;
  if (workspace === null) return;
  const file = workspaceState(places, workspace.folder).synced;
  const copies = [...plan.unchanged, ...applied.created, ...applied.updated].map(({ directory }) => directory);
  const { until, files, variables } = loaded.answers.answers.watchedFor(askedBy(loaded.plugins, loaded.surroundings));
  const isDone = !applied.left && applied.problems.length === 0 && plan.stays.length === 0;
  const { recorded: before, ...folders } = memberFolders(app, gathered);
  const members = membersToNote(folders, gathered, isDone);
  const record: SyncedRecord = {
    format: SYNCED_FORMAT,
    version: SYNCED_VERSION,
    workspace: workspace.folder,
    program: BUILD,
    at: context.now(),
    files: [...inputsOf(gathered, copies, configFile), ...plan.through.checked.map(stamped), ...files],
    members,
    until,
    variables,
    left: gathered.left || applied.left,
    follows: gitSourcesOf(config, places).some(({ autoUpdate }) => autoUpdate),
  };
  // Where only some agents were served, the next session handles the others; but it must know where copies are.
  if (agents !== undefined) return void (members !== undefined && write(file, { ...(before ?? { ...record, program: "" }), members }));
  if (isRecorded(before, record)) return;
  // Something has changed, and copies that were too young to be compared may lack it.
  write(file, { ...record, left: record.left || plan.unchanged.some(({ unchecked }) => unchecked === true) });
}

function write(file: string, record: SyncedRecord): void {
  try {
    writePrivately(file, `${JSON.stringify(record)}\n`);
  } catch {
    // Without it the next session checks again.
  }
}

/** Only the time differs, and nothing depends on that. */
function isRecorded(before: SyncedRecord | undefined, record: SyncedRecord): boolean {
  if (before === undefined || before.at > record.at || record.left || record.follows || record.until !== undefined) return false;
  return sameJson({ ...record, at: before.at }, before);
}

export function problemsOf(synced: SkillsSynced): readonly Problem[] {
  const { gathered } = synced;
  return synced.state === "busy" ? gathered.problems : [...gathered.problems, ...synced.plan.problems, ...synced.applied.problems];
}

/** Each file costs the start of a session one check; beyond this many only folders are checked. */
const MOST_FILES = 5_000;

/** `installed` are the current copies: one that a user removes is made again. */
function inputsOf({ loaded, workspace, collected }: Gathered, installed: readonly string[], configFile: Stamped): readonly Stamped[] {
  const bounds = workspace === null ? undefined : boundsOfWorkspace(workspace);
  // What leads out of the workspace is not read, so nothing depends on it.
  const isInside = (folder: string) => bounds?.leadsOut(folder) === undefined;
  const isMissing = ([, stamp]: Stamped) => stamp === MISSING;
  const own = collected.own.filter((one) => !isMissing(one)).map(([folder]) => folder);
  const ofKind = (kind: "repository" | "source") => loaded.plugins.filter(({ origin }) => origin.kind === kind);
  const named = [...loaded.standalone.map(({ directory }) => directory), ...groupFolders(ofKind("source"))];
  const ofWorkspace = [...own, ...groupFolders(ofKind("repository"))];
  const stamps = [
    configFile,
    ...loaded.roots,
    ...loaded.watched,
    ...(workspace?.checked ?? []),
    ...(workspace?.watched ?? []),
    ...collected.own.filter(isMissing),
    ...treeStamps(ofWorkspace, isInside),
    ...loaded.plugins.flatMap(stampsOfPackage),
    ...treeStamps([...named, ...collected.skills.map(({ skill }) => skill.directory)]),
    ...[...loaded.surroundings.checkedPaths].map(stamped),
    ...installed.map((directory) => stamped(join(directory, MARKER))),
  ];
  return [...new Map(stamps.map((each) => [each[0], each])).values()];
}

/** Its manifest may name any folder; only those inside the package are read. */
function stampsOfPackage(loaded: LoadedPlugin): Stamped[] {
  if (loaded.origin.kind !== "package") return [];
  const { leadsOut } = boundsOf(loaded.origin.folder);
  return treeStamps(groupFolders([loaded]), (folder) => leadsOut(folder) === undefined);
}

function groupFolders(plugins: readonly LoadedPlugin[]): string[] {
  return plugins
    .filter(({ inactive }) => inactive === undefined)
    .flatMap(({ plugin }) => plugin.skills.flatMap(({ source }) => (source.kind === "path" ? [source.path] : [])));
}

/** Folders before their content, each once. Links are stamped but not entered, nor is what is not `isWanted`, where that is given. */
function treeStamps(folders: readonly string[], isWanted: (folder: string) => boolean = () => true): Stamped[] {
  const stamps: Stamped[] = [];
  const waiting = [...new Set(folders)];
  const seen = new Set(waiting);
  for (const folder of waiting) {
    const stamp = stamped(folder);
    if (stamp[1] !== MISSING && !isWanted(folder)) continue;
    stamps.push(stamp);
    for (const entry of stamp[1] === MISSING ? [] : entriesIn(folder)) {
      const path = join(folder, entry.name);
      if (seen.has(path)) continue;
      seen.add(path);
      if (entry.isDirectory()) waiting.push(path);
      else if (stamps.length < MOST_FILES) stamps.push(stamped(path));
    }
    if (waiting.length > MOST_FILES) break;
  }
  return stamps;
}
