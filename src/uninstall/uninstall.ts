/**
 * Removes Symposium from a machine (RG-14, RG-24): entries, files and skills in agents' folders, the program, flags and our own files. What
 * the ledger names is undone to the byte; the rest is recognised by its form.
 */

import { editorsFor } from "../config-files/editors.ts";
import { readLedgerOrNone } from "../config-files/ledger-file.ts";
import { fileIncludes } from "../config-files/user-file.ts";
import type { Ledger } from "../config-files/ledger.ts";
import { applyInstall } from "../skills/install/apply.ts";
import type { InstallPlan } from "../skills/install/plan.ts";
import { endBackground } from "./end-background.ts";
import { knownWorkspaces } from "./known-workspaces.ts";
import { followMoved } from "../registration/moved-projects.ts";
import { isDisposable, ownFiles, type OwnFiles, removeOwnFiles, removePaths } from "./own-files.ts";
import type { ConfigPlan } from "../set-up/plan-config.ts";
import { applyRegistration } from "../registration/apply-registration.ts";
import type { FilePlan } from "../registration/file-plan.ts";
import { hookFiles, planRegistration } from "../registration/plan-registration.ts";
import { excludeFile, leaveExclude } from "../registration/git-exclude.ts";
import { excludedWorkspaces } from "../registration/project-file-answers.ts";
import { NO_SERVERS } from "../registration/server-file-orders.ts";
import { planUnrecorded, type Unrecorded } from "../registration/plan-unrecorded.ts";
import { serverPlaces } from "../registration/unrecorded-servers.ts";
import { agentOf, foldersOf, isBareFrame } from "../registration/own-hook-file.ts";
import { programPaths, removeProgram } from "../placement/remove-program.ts";
import { projectAround, type SetUpDone, type SetUpContext, writeConfig } from "../set-up/set-up.ts";
import { planSkillRemoval } from "./installed-copies.ts";

export interface UninstallPlan {
  readonly files: readonly FilePlan[];
  readonly own: OwnFiles;
  readonly skills: readonly InstallPlan[];
  /** Our own files to remove. */
  readonly removes: readonly string[];
  readonly ledger: Ledger;
  /** Why the ledger is unusable. */
  readonly brokenLedger?: string;
  readonly purge: boolean;
}

/** Reads files and changes nothing. */
export async function planUninstall(app: SetUpContext, { purge }: { readonly purge: boolean }): Promise<UninstallPlan> {
  const { context, places } = app;
  const around = projectAround(context);
  const { ledger: stored, broken } = readLedgerOrNone(places.ledger);
  const ledger = followMoved(stored, around);
  const workspaces = [...new Set([...(around === undefined ? [] : [around]), ...knownWorkspaces(places, ledger, context)])];
  const own = ownFiles(places, { purge, home: context.home, withLedger: broken !== undefined });
  const skills = planSkillRemoval(app, workspaces);
  const copies = skills.flatMap(({ remove }) => remove.map(({ directory }) => directory));
  return {
    files: [...(await planRecorded(app, ledger)), ...(await planOthers(app, ledger, workspaces))],
    own,
    skills,
    removes: [...copies, ...programPaths(places), ...own.paths],
    ledger,
    ...(broken === undefined ? {} : { brokenLedger: broken }),
    purge,
  };
}

async function planRecorded({ context }: SetUpContext, ledger: Ledger): Promise<readonly FilePlan[]> {
  const planned = await planRegistration({
    agents: [],
    scope: "user",
    context,
    usedEvents: () => new Set(),
    pluginText: () => "",
    ledger,
    servers: NO_SERVERS,
    isLeaving: true,
    date: new Date(context.now()).toISOString(),
  });
  return planned.filter(({ recorded }) => recorded !== undefined).map(withoutBareFrame);
}

/** The rest of a file that we made is removed as well, even if the user removed its entries. A file that existed before is the user's, empty or not. */
function withoutBareFrame(plan: FilePlan): FilePlan {
  const { file, after, action, scope, recorded } = plan;
  const agent = agentOf(plan);
  if (
    action === "refused" ||
    after === null ||
    recorded?.content !== "entries" ||
    !recorded.createdFile ||
    !isBareFrame(file, after, agent)
  )
    return plan;
  const { record: _, ...rest } = plan;
  return { ...rest, action: "delete", after: null, emptied: foldersOf(file, agent, scope) };
}

/** Every other file that an agent would read: in the home, where a variable moves it, and in the known projects. */
async function planOthers({ context }: SetUpContext, { files }: Ledger, workspaces: readonly string[]): Promise<readonly FilePlan[]> {
  const recorded = new Set(files.map(({ file }) => file));
  const unmoved = { ...context, env: {} };
  const places = new Map<string, Unrecorded>();
  const add = (file: string, part: Unrecorded) => {
    if (!recorded.has(file)) places.set(file, { ...part, ...places.get(file) });
  };
  for (const hooks of [context, unmoved].flatMap((each) => hookFiles({ context: each }))) add(hooks.file, { hooks });
  for (const around of workspaces) {
    for (const hooks of hookFiles({ context, around })) if (hooks.scope === "project") add(hooks.file, { hooks });
  }
  const withServers = [
    ...[context, unmoved].flatMap((each) => serverPlaces(each)),
    ...workspaces.flatMap((around) => serverPlaces(context, around)),
  ];
  for (const servers of withServers) add(servers.file, { servers });
  const editorOf = await editorsFor([...places.keys()].filter((file) => fileIncludes(file, "symposium-hook")));
  const plans: FilePlan[] = [];
  for (const place of places.values()) plans.push(...[(await planUnrecorded(place, editorOf, context)) ?? []].flat());
  return plans;
}

export interface Uninstalled {
  readonly files: readonly FilePlan[];
  /** What could not be deleted, each with the reason. */
  readonly left: readonly string[];
}

/**
 * Removals that free space come before anything is written, for a full disk. The program goes first: none of our processes is started any
 * more, and entries that cannot be removed do nothing. They stay in the ledger.
 */
export async function applyUninstall(app: SetUpContext, plan: UninstallPlan): Promise<Uninstalled> {
  const { context, places } = app;
  removeProgram(places);
  await endBackground(places);
  const early = removePaths(plan.own.paths.filter((path) => isDisposable(places, path)));
  for (const skills of plan.skills) applyInstall(skills, { now: context.now() });
  const files = applyRegistration({ plans: plan.files, ledger: plan.ledger, places, isLeaving: true });
  const around = projectAround(context);
  const excludes = [...excludedWorkspaces(places), ...(around === undefined ? [] : [around])].flatMap(
    (folder) => excludeFile(folder) ?? [],
  );
  for (const file of new Set(excludes)) leaveExclude(file);
  // A process that just ended may have left something more.
  const own = ownFiles(places, { purge: plan.purge, home: context.home, withLedger: plan.brokenLedger !== undefined });
  const all = (part: keyof OwnFiles) => [...new Set([...plan.own[part], ...own[part]])];
  const late = removeOwnFiles({ paths: all("paths"), folders: all("folders") });
  return { files, left: [...early, ...late].filter((one, at, all) => all.indexOf(one) === at) };
}

/** The last agent was removed from the config: everything is removed except the config. */
export async function applyLeaving(app: SetUpContext, plan: UninstallPlan, config: ConfigPlan | undefined): Promise<SetUpDone> {
  if (config !== undefined) writeConfig(config);
  return { files: (await applyUninstall(app, plan)).files };
}
