/**
 * What we keep for ourselves, and its removal. Folders of ours have ordinary names, and `SYMPOSIUM_HOME` may be any folder, so only what has
 * the form of a file of ours goes, and a folder only when nothing else is in it.
 */

import { readdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import { AGENT_NAMES } from "../agents/names.ts";
import { damagedStateOf } from "../config/state.ts";
import { temporaryOf } from "../platform/leftover.ts";
import type { Places } from "../platform/places.ts";
import { programmeRecord } from "./programme-record.ts";

export interface OwnFiles {
  /** Files, and folders that are ours as a whole. */
  readonly paths: readonly string[];
  /** Go afterwards, in this order, where nothing else is in them. */
  readonly folders: readonly string[];
}

const AGENT = `(?:${AGENT_NAMES.join("|")})`;
const TEMPORARY = /^\..+\.tmp$/;

/** What is there of what every installation has; `purge` adds what the user wrote: config and plugins. */
export function ownFiles(places: Places, { purge, home }: { readonly purge: boolean; readonly home: string }): OwnFiles {
  const { base, cache, logs, config, userPlugins } = places;
  const sessions = entriesOf(places.sessions, new RegExp(`^${AGENT}$`));
  const kept: readonly (readonly [folder: string, names: RegExp])[] = [
    [places.idleFlags, new RegExp(`^${AGENT}\\.[\\w-]+$`)],
    [places.closedFlags, new RegExp(`^${AGENT}\\.[\\w-]+$`)],
    [places.globalFlags, new RegExp(`^${AGENT}$`)],
    [places.index, /^(?:no-workspace|[0-9a-f]{12})$/],
    [places.lastGood, /^[0-9a-f]{12}\.json$/],
    ...sessions.map((folder) => [folder, /^[0-9a-f]{12}\.json$/] as const),
    [places.trace, /^trace(?:\.1)?\.jsonl$/],
    [logs, /^symposium-.+\.log$/],
    [cache, /^(?:plugin-sources|plugins|binaries|crates|workspaces|predicates|settled)$/],
    [places.locks, /^(?:(?:index-[\w-]+|sessions?-.+|idle-flags|(?:sync|refresh)-[0-9a-f]{12}|git-[\w-]+)(?:\..+)?|registration\..+)$/],
  ];
  const single = [
    ...[
      places.state,
      damagedStateOf(places.state),
      places.consent,
      programmeRecord(places),
      places.record,
      temporaryOf(places.record),
      temporaryOf(places.ledger),
      temporaryOf(programmeRecord(places)),
      temporaryOf(config),
    ],
    ...(purge ? [config, userPlugins] : []),
  ].filter(isThere);
  const unfinished = entriesOf(dirname(places.state), /^\.state\.toml\.\d+\.[0-9a-z]+\.tmp$/);
  const paths = [
    ...unfinished,
    ...kept.flatMap(([folder, names]) => [...entriesOf(folder, names), ...entriesOf(folder, TEMPORARY)]),
    ...single,
  ];
  const folders = [...kept.map(([folder]) => folder), places.sessions, dirname(places.programme), dirname(logs), dirname(config), base];
  // In the home folder itself an empty folder of such a name is ours only where something of ours was in it.
  const isOurs = (folder: string) => folder !== home && (base !== home || paths.some((path) => path.startsWith(folder)));
  return { paths, folders: folders.filter(isOurs) };
}

export function removeOwnFiles({ paths, folders }: OwnFiles): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
  for (const folder of folders) removeEmpty(folder);
}

function entriesOf(folder: string, names: RegExp): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => names.test(name))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something else is in it, or it is not there.
  }
}
