/** Makes the index of a workspace, and the flags that go with it, from local files. */

import { isAbsolute, join } from "node:path";

import { isDevInForce } from "../consent/dev-folder.ts";
import { VERSION } from "../context.ts";
import type { Config } from "../files/config.ts";
import { readLastGood, writeLastGood } from "../files/last-good.ts";
import { type Problem, problemText } from "../files/problem.ts";
import { readState } from "../files/state-file.ts";
import { unannouncedFiles } from "../files/unannounced-skills.ts";
import { isAtOrAbove } from "../host/bounds.ts";
import { exists } from "../host/files.ts";
import { configName, type PlacedContext, type Places, standingOfPlaces, workspaceState } from "../host/places.ts";
import { IN_COMMAND, leftOf, startBudget, unlessSpent, withinBudget } from "../host/reading-budget.ts";
import { areFresh, stamped } from "../host/stamp.ts";
import { isNewer } from "../model/semantic-version.ts";
import { packageSurroundings } from "../packages/ecosystem.ts";
import { changesFile } from "../packages/programs/place.ts";
import { rememberWorkspace } from "../packages/stored-workspace.ts";
import type { Workspace } from "../packages/workspace.ts";
import { asksPrograms, inOrder, type LoadedPlugin, type LoadedPlugins } from "../plugins/active-plugins.ts";
import type { Gate } from "../plugins/gates/predicate.ts";
import { candidatesIn, openCandidates } from "../plugins/packages/candidates.ts";
import type { WorkspaceReading } from "../plugins/workspace-around.ts";
import { changedFiles, consentsInForce, waitingHint } from "./consents-in-force.ts";
import { closedFlags, idleFlags, registeredFiles, registrationsFor } from "./flags.ts";
import type { IndexHeader, SessionHints } from "./format.ts";
import { commandsHint } from "./indexed-lists.ts";
import { findIndex, keyOf } from "./read-index.ts";
import { readStableState, type RebuildRequest, type StateRequest, type Unreadable } from "./stable-state.ts";
import { askingOfAccepted } from "./used-events.ts";
import { type IndexMeta, indexText } from "./write-index.ts";

export interface Built {
  readonly ok: true;
  readonly text: string;
  readonly workspace: Workspace | null;
  readonly reading: WorkspaceReading | undefined;
  readonly idle: ReadonlySet<string>;
  /** Made from what hook calls use. */
  readonly isForCalls: boolean;
  readonly closed: ReadonlySet<string>;
  /** Everything that could contain a hook was read. */
  readonly isWhole: boolean;
  /** Records what is in force for the time when it cannot be read. */
  readonly remember: () => void;
}

/** From local files alone. The user's own plugins never wait for a workspace: one that exceeds the budget counts as unreadable. */
export function buildIndex(request: RebuildRequest): Built | Unreadable {
  const budget = startBudget(request.limits ?? IN_COMMAND);
  const { known: _, ...again } = request;
  return unlessSpent(
    () => buildWithin({ ...request, budget }),
    () => buildWithin({ ...again, budget }),
  );
}

function buildWithin(request: StateRequest): Built | Unreadable {
  const { context, places, folder, program } = request;
  // Taken before the files are read, so that a change in between makes the index stale.
  const [recordStamp, ledgerStamp, consentStamp] = [stamped(places.record), stamped(places.ledger), stamped(places.consent)];
  const programsStamp = stamped(changesFile(places.cache));
  const standing = standingOfPlaces(places, context.os);
  // The place of the config is unknown: what applied before stays. The usual place counts only where it has a config.
  const isLost = standing.state === "damaged" && (findIndex(places, folder) !== undefined || !exists(places.config));
  if (isLost) return { ok: false, problem: standing.message };
  const before = readLastGood(places);
  const state = readStableState(request, before);
  if (!state.ok) return state;
  const { config, configStamp, workspace, loaded } = state;
  // Answers arrive while a session runs.
  const answers = asksPrograms(loaded.plugins) ? [stamped(loaded.answers.file)] : [];
  const needsPrograms = loaded.plugins.some(({ plugin }) => plugin.installations.some(({ source }) => source !== undefined));
  const programs = needsPrograms ? [programsStamp] : [];
  const registered = registeredFiles(places.ledger);
  const problems = [...state.problems, ...(workspace?.problems ?? []), ...loaded.problems];
  const kept = problems.filter(({ inForce }) => inForce !== undefined);
  const consents = consentsInForce(request, loaded);
  const { consented, refused } = consents;
  const accepted = askingOfAccepted(loaded.consents);
  const meta: IndexMeta = {
    program,
    config: configName(places),
    key: keyOf(workspace),
    workspace: workspace?.folder ?? null,
    repository: workspace?.repository ?? null,
    registrations: registrationsFor(registered, workspace?.repository ?? workspace?.folder ?? null),
    stamps: [
      recordStamp,
      configStamp,
      ledgerStamp,
      consentStamp,
      ...loaded.policy.stamps,
      ...loaded.roots,
      ...loaded.broken,
      ...loaded.imported,
      ...(workspace?.checked ?? []),
      ...answers,
      ...programs,
      ...changedFiles(loaded.plugins),
    ],
    watched: [stamped(places.state), ...loaded.watched, ...(workspace?.watched ?? [])],
    logLevel: config.logLevel,
    problems: [
      ...(standing.state === "damaged" ? [standing.message] : []),
      ...problems.filter((problem) => !kept.includes(problem) && isOfUser(problem, places)).map(problemText),
    ],
    kept: kept.length === 0 ? undefined : kept.map(problemText),
    unsettled: problems.some(({ mayPass }) => mayPass === true) || consents.isUnknown || !isConsistent(loaded) ? true : undefined,
    // The skill folders of the home are the user's own, so nothing is synced there.
    ...(workspace !== null && config.autoSync && config.agents.length > 0 && !isAtOrAbove(workspace.folder, context.home)
      ? skillsToCheck(workspaceState(places, workspace.folder).synced, request)
      : {}),
    ...(loaded.plugins.some(({ hooks }) => hooks.some(({ asks }) => asks !== undefined)) ? { answers: loaded.answers.file } : {}),
    ...(workspace?.unread === undefined ? {} : { unread: true }),
    ...(consented.length === 0 ? {} : { consented }),
    ...validWhile(loaded.plugins),
    hints: {
      candidates: candidateNames(request, workspace, config, loaded),
      ...waitingHint(loaded.plugins),
      ...commandsHint(loaded.plugins),
      ...updateHint(config, places),
    },
  };
  const text = indexText(inOrder(loaded.plugins, loaded.outlined), meta, refused);
  // What could not be read might be a hook for any event.
  const isSound = kept.length === 0 && [...state.problems, ...loaded.problems].every(({ severity }) => severity !== "error");
  const isWhole = isSound && standing.state !== "damaged" && consents.isWhole;
  return {
    ok: true,
    text,
    workspace,
    reading: state.reading,
    isForCalls: standing.state !== "other",
    isWhole,
    closed: closedFlags(loaded, accepted),
    // Whatever is written to a folder of `use --dev`, in any workspace, may use any event.
    idle:
      isWhole && !loaded.consents.records.some((record) => isDevInForce(record, context.now()))
        ? idleFlags(registered, [...loaded.plugins, ...loaded.outlined, ...accepted], config.autoSync && followsWorkspaces(loaded, config))
        : new Set(),
    remember: () => {
      writeLastGood(places, before, { config: state.value, sources: loaded.inForce, ...policyOf(loaded) }, context.now());
      if (workspace !== null && folder !== null) rememberWorkspace(workspaceState(places, folder).good, folder, workspace);
    },
  };
}

/** The time in which every folder of `use --dev` counts; a call outside it makes another index. */
function validWhile(plugins: readonly LoadedPlugin[]): Pick<IndexMeta, "valid"> {
  const windows = plugins.flatMap(({ consent }) =>
    consent?.standing.state === "accepted" ? (consent.standing.dev === undefined ? [] : [consent.standing.dev.window]) : [],
  );
  return windows.length === 0
    ? {}
    : { valid: [Math.max(...windows.map(([from]) => from)), Math.min(...windows.map(([, until]) => until))] };
}

function policyOf({ policy: { inForce } }: LoadedPlugins) {
  return inForce === undefined ? {} : { policy: inForce };
}

/** Files read one after the other belong together if none of them has changed since. */
function isConsistent({ roots, watched, imported }: LoadedPlugins): boolean {
  return areFresh(roots) && areFresh(watched) && areFresh(imported);
}

/** Whether a workspace's dependencies make any difference. */
function followsWorkspaces({ plugins, outlined, standalone }: LoadedPlugins, { use, autoEnable }: Config): boolean {
  if (use.length > 0 || autoEnable.length > 0) return true;
  const namesPackage = ({ dependsOn }: Gate) => dependsOn.some(({ name }) => name !== "*");
  if (outlined.some(({ plugin: { gate, hasSkills, hasChained } }) => hasSkills || hasChained || namesPackage(gate))) return true;
  const isGated = ({ plugin: { gate, skills, chained } }: LoadedPlugin) => skills.length > 0 || chained.length > 0 || namesPackage(gate);
  return standalone.length > 0 || plugins.some((loaded) => !loaded.isMember && isGated(loaded));
}

function candidateNames(
  place: PlacedContext & Pick<StateRequest, "budget">,
  workspace: Workspace | null,
  config: Config,
  { plugins }: LoadedPlugins,
): readonly string[] {
  const candidates = withinBudget(leftOf(place.budget), () => candidatesIn(workspace, config, packageSurroundings(place)));
  return openCandidates(candidates, plugins).map(({ name }) => name);
}

/** Read from the state file, which changes when an agent is told. Whether a day is over is checked when a session starts. */
function updateHint({ autoUpdate }: Config, { state }: Places): Pick<SessionHints, "update" | "updateToldAt"> {
  const { latestVersion: latest, lastUpdateHint } = readState(state);
  if (autoUpdate === "off" || latest === undefined || !isNewer(latest, VERSION)) return {};
  return { update: latest, updateToldAt: lastUpdateHint };
}

/** A session reports the user's own files to fix. `status` and `sync` report problems in fetched sources. */
function isOfUser({ file }: Problem, { cache }: Places): boolean {
  return isAbsolute(file) && !file.startsWith(join(cache, ""));
}

function skillsToCheck(synced: string, { leavesSkills }: RebuildRequest): Pick<IndexHeader, "synced" | "leavesSkills" | "untold"> {
  const untold = unannouncedFiles(synced);
  return { synced, leavesSkills: leavesSkills === true ? leavesSkills : undefined, untold };
}
