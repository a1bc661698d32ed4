/** Rebuilds the index of a workspace from local files. A hook call loads this only when its index is stale. */

import { existsSync, mkdirSync } from "node:fs";
import { basename, isAbsolute, join } from "node:path";

import type { Config } from "../../config/config.ts";
import { readLastGood, writeLastGood } from "../../state/last-good.ts";
import { isNewer } from "../../canonical/semantic-version.ts";
import { type Problem, problemText } from "../../documents/problem.ts";
import { readState } from "../../state/state-file.ts";
import type { Context } from "../../context.ts";
import { packageSurroundings } from "../../ecosystems/package-surroundings.ts";
import type { Workspace } from "../../ecosystems/workspace.ts";
import { withLock } from "../../platform/lock.ts";
import type { PlacedContext, Places } from "../../platform/places.ts";
import { configName, standingOfPlaces } from "../../platform/recorded-places.ts";
import { changesFile } from "../../installations/place.ts";
import { isAtOrAbove } from "../../platform/same-folder.ts";
import { areFresh, stamped } from "../../platform/stamp.ts";
import { workspaceState } from "../../platform/workspace-state.ts";
import type { Gate } from "../../predicates/predicate.ts";
import { writeIfChanged } from "../../platform/write-if-changed.ts";
import { inOrder, type LoadedPlugin, type LoadedPlugins } from "../active-plugins.ts";
import type { AgentResolver } from "../agent-resolver.ts";
import { candidatesIn, openCandidates } from "../candidates.ts";
import { asksPrograms } from "../asks-programs.ts";
import { askingOfAccepted } from "../consent/standings.ts";
import { VERSION } from "../../version.ts";
import { closedFlags } from "./closed-flags.ts";
import { changedFiles, consentsInForce, waitingHint } from "./consents-in-force.ts";
import { findIndex } from "./find-index.ts";
import type { SessionHints } from "./format.ts";
import { createFlags, presentFlags, removeFlags } from "./flag-files.ts";
import { idleFlags, keepFlags } from "./idle-flags.ts";
import { indexFile, keyOf } from "./index-file.ts";
import { commandsHint } from "./indexed-commands.ts";
import { linkText } from "./link.ts";
import { isIndexFresh, parseIndex } from "./read.ts";
import { registeredFiles, registrationsFor } from "./registered-files.ts";
import { readStableState } from "./stable-state.ts";
import { type IndexMeta, indexText } from "./write.ts";

export interface RebuildRequest {
  readonly context: Context;
  readonly places: Places;
  /** A folder with `.git` or a file of an ecosystem, or `null` outside any. */
  readonly folder: string | null;
  /** This build of the program. */
  readonly program: string;
  readonly agents: AgentResolver;
  /** What the caller has just read; it counts while the config is the same. */
  readonly known?: KnownState;
}

export interface KnownState {
  readonly config: Config;
  readonly workspace: Workspace | null;
  readonly loaded: LoadedPlugins;
}

export type Rebuilt =
  | { readonly ok: true; readonly text: string; readonly written: boolean }
  /** The config or the workspace is unreadable, so the last good index stays. */
  | { readonly ok: false; readonly problem: string };

const LONGEST_WAIT = 2_000;

/** Rebuilds the index of a folder unless the existing one is completely up to date. */
export async function freshenIndex(request: RebuildRequest): Promise<void> {
  if (freshText(request) === undefined) await rebuildIndex(request);
}

/** The new text counts even when it could not be written: the next call tries again. */
export async function rebuildIndex(request: RebuildRequest): Promise<Rebuilt> {
  const { context, places, folder } = request;
  const lock = join(places.locks, `index-${basename(indexFile(places, folder))}`);
  const locked = withLock(lock, { now: context.now, wait: LONGEST_WAIT }, (waited): Rebuilt => {
    const other = waited ? freshText(request) : undefined;
    if (other !== undefined) return { ok: true, text: other, written: true };
    const built = build(request);
    return built.ok ? publish(request, built) : noneIdle(request, built);
  });
  if (locked.held) return locked.value;
  const built = build(request);
  if (!built.ok) return noneIdle(request, built);
  if (!built.isForCalls) return { ok: true, text: built.text, written: false };
  removeFlags(places.idleFlags, built.idle);
  createFlags(places.closedFlags, built.closed);
  return { ok: true, text: built.text, written: false };
}

interface Built {
  readonly ok: true;
  readonly text: string;
  readonly workspace: Workspace | null;
  /** The idle flags that may exist. */
  readonly idle: ReadonlySet<string>;
  /** Made from what hook calls use. */
  readonly isForCalls: boolean;
  /** The closed flags that must exist. */
  readonly closed: ReadonlySet<string>;
  /** Everything that could contain a hook was read. */
  readonly isWhole: boolean;
  /** Records what is in force for the time when it cannot be read. */
  readonly remember: () => void;
}

export type Unreadable = Extract<Rebuilt, { ok: false }>;

function build(request: RebuildRequest): Built | Unreadable {
  const { context, places, folder, program } = request;
  // Taken before the files are read, so that a change in between makes the index stale.
  const [recordStamp, ledgerStamp, consentStamp] = [stamped(places.record), stamped(places.ledger), stamped(places.consent)];
  const programsStamp = stamped(changesFile(places.cache));
  const standing = standingOfPlaces(places, context.os);
  // The place of the config is unknown: what applied before stays. The usual place counts only where it has a config.
  const isLost = standing.state === "damaged" && (findIndex(places, folder) !== undefined || !existsSync(places.config));
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
      ...loaded.roots,
      ...loaded.broken,
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
    ...(kept.length === 0 ? {} : { kept: kept.map(problemText) }),
    ...(state.mayPass || loaded.mayPass || consents.isUnknown || !isConsistent(loaded) ? { unsettled: true } : {}),
    // The skill folders of the home are the user's own, so nothing is synced there.
    ...(workspace !== null && config.autoSync && config.agents.length > 0 && !isAtOrAbove(workspace.folder, context.home)
      ? { synced: workspaceState(places, workspace.folder).synced }
      : {}),
    ...(consented.length === 0 ? {} : { consented }),
    hints: {
      candidates: candidateNames(request, workspace, config, loaded),
      ...waitingHint(loaded.plugins),
      ...commandsHint(loaded.plugins),
      ...updateHint(config, places),
    },
  };
  const text = indexText(inOrder(loaded.plugins, loaded.asleep), meta, refused);
  // What could not be read might be a hook for any event.
  const isSound = kept.length === 0 && [...state.problems, ...loaded.problems].every(({ severity }) => severity !== "error");
  const isWhole = isSound && standing.state !== "damaged" && consents.isWhole;
  return {
    ok: true,
    text,
    workspace,
    isForCalls: standing.state !== "other",
    isWhole,
    closed: closedFlags(loaded, accepted),
    idle: isWhole
      ? idleFlags(registered, [...loaded.plugins, ...loaded.asleep, ...accepted], config.autoSync && followsWorkspaces(loaded, config))
      : new Set(),
    remember: () => writeLastGood(places, before, { config: state.value, sources: loaded.inForce }, context.now()),
  };
}

/** Files read one after the other belong together if none of them has changed since. */
function isConsistent({ roots, watched }: LoadedPlugins): boolean {
  return areFresh(roots) && areFresh(watched);
}

/** Whether a workspace's dependencies make any difference. */
function followsWorkspaces({ plugins, asleep, standalone }: LoadedPlugins, { use, autoEnable }: Config): boolean {
  if (use.length > 0 || autoEnable.length > 0) return true;
  const namesPackage = ({ dependsOn }: Gate) => dependsOn.some(({ name }) => name !== "*");
  if (asleep.some(({ plugin: { gate, hasSkills, hasChained } }) => hasSkills || hasChained || namesPackage(gate))) return true;
  const isGated = ({ plugin: { gate, skills, chained } }: LoadedPlugin) => skills.length > 0 || chained.length > 0 || namesPackage(gate);
  return standalone.length > 0 || plugins.some((loaded) => !loaded.isMember && isGated(loaded));
}

function candidateNames(place: PlacedContext, workspace: Workspace | null, config: Config, { plugins }: LoadedPlugins): readonly string[] {
  return openCandidates(candidatesIn(workspace, config, packageSurroundings(place)), plugins).map(({ name }) => name);
}

/** Reporting it changes the file that this is read from. Whether a day is over is checked when a session starts. */
function updateHint({ autoUpdate }: Config, { state }: Places): Pick<SessionHints, "update" | "updateToldAt"> {
  const { latestVersion: latest, lastUpdateHint } = readState(state);
  if (autoUpdate === "off" || latest === undefined || !isNewer(latest, VERSION)) return {};
  return { update: latest, ...(lastUpdateHint === undefined ? {} : { updateToldAt: lastUpdateHint }) };
}

/** A session reports the user's own files to fix. `status` and `sync` report problems in fetched sources. */
function isOfUser({ file }: Problem, { cache }: Places): boolean {
  return isAbsolute(file) && !file.startsWith(join(cache, ""));
}

function publish({ context, places, folder, program }: RebuildRequest, built: Built): Rebuilt {
  const { text, workspace, idle, closed, isWhole, isForCalls, remember } = built;
  if (!isForCalls) return { ok: true, text, written: false };
  remember();
  createFlags(places.closedFlags, closed);
  const isStillTrue = (written: boolean) => {
    const index = written ? parseIndex(text) : undefined;
    return index !== undefined && isIndexFresh(index, program, true);
  };
  const write = () => writeBoth(places, folder, workspace, text);
  const written = keepFlags(places, context.now, idle, { write, isStillTrue });
  const isSurplus = presentFlags(places.closedFlags).some((flag) => !closed.has(flag));
  if (isWhole && isSurplus && isStillTrue(written)) removeFlags(places.closedFlags, closed);
  return { ok: true, text, written };
}

/** Without the config the plugins are unknown, so no event is idle. */
function noneIdle({ places, context }: RebuildRequest, built: Unreadable): Unreadable {
  if (standingOfPlaces(places, context.os).state !== "other") removeFlags(places.idleFlags);
  return built;
}

/** What another call wrote while we waited for the lock: of many calls that find the index stale, one rebuilds it. */
function freshText({ places, folder, program }: RebuildRequest): string | undefined {
  const index = findIndex(places, folder);
  try {
    const isOurs = index?.header.config === configName(places);
    return index !== undefined && isOurs && isIndexFresh(index, program, true)
      ? `${JSON.stringify(index.header)}\n${index.body}`
      : undefined;
  } catch {
    // Damaged.
    return undefined;
  }
}

/** The index first: a link must never lead nowhere. */
function writeBoth(places: Places, folder: string | null, workspace: Workspace | null, text: string): boolean {
  const key = keyOf(workspace);
  try {
    mkdirSync(places.index, { recursive: true, mode: 0o700 });
    writeIfChanged(indexFile(places, key), text, { mode: 0o600 });
    if (folder !== null && key !== null && key !== folder) {
      const link = linkText({ folder, key, stamps: workspace?.checked ?? [] });
      writeIfChanged(indexFile(places, folder), link, { mode: 0o600 });
    }
    return true;
  } catch {
    return false;
  }
}
