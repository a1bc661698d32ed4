/**
 * Removes our own files. Our folders have ordinary names, and `SYMPOSIUM_HOME` may be any folder, so only what has
 * the form of our files is removed, and a folder only when it is empty then.
 */

import { rmSync, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";

import { AGENT_NAMES } from "../agents/hook-list.ts";
import { damagedStateOf } from "../files/state-file.ts";
import { isAtOrBelow } from "../host/bounds.ts";
import { pathsIn } from "../host/paths.ts";
import type { Places } from "../host/places.ts";
import { removeEmpty, temporaryOf } from "../host/write-file.ts";
import { DATA_NAME } from "../plugins/agent-plugin/format.ts";
import { projectFileAnswers } from "./entries/project-files.ts";
import { programRecord } from "./program/plan-program.ts";

export interface OwnFiles {
  /** Files, and folders that are ours as a whole. */
  readonly paths: readonly string[];
  /** Removed afterwards, in this order, if they are empty. */
  readonly folders: readonly string[];
}

const AGENT = `(?:${AGENT_NAMES.join("|")})`;

/**
 * Our files that exist. `purge` adds what the user wrote or agreed to, and what plugins' servers wrote.
 * `withLedger`: an unusable ledger is removed as well; any other goes with its last entry.
 */
export function ownFiles(
  places: Places,
  { purge, home, withLedger = false }: { readonly purge: boolean; readonly home: string; readonly withLedger?: boolean },
): OwnFiles {
  const { base, cache, logs, config, userPlugins } = places;
  const sessions = entriesOf(places.sessions, new RegExp(`^${AGENT}$`));
  const kept: readonly (readonly [folder: string, names: RegExp])[] = [
    [places.idleFlags, new RegExp(`^${AGENT}\\.[\\w-]+$`)],
    [places.closedFlags, new RegExp(`^${AGENT}\\.[\\w-]+$`)],
    [places.globalFlags, new RegExp(`^${AGENT}$`)],
    [places.index, /^(?:no-workspace|[0-9a-f]{12})$/],
    [places.lastGood, /^[0-9a-f]{12}\.json$/],
    ...(purge
      ? ([
          [places.consentTexts, /^[0-9a-f]{64}$/],
          [places.pluginData, DATA_NAME],
        ] as const)
      : []),
    ...sessions.map((folder) => [folder, /^[0-9a-f]{12}\.(?:json|answered)$/] as const),
    [places.trace, /^trace(?:\.1)?\.jsonl$/],
    [join(logs, "servers"), /^[\w.@~-]+\.log(?:\.old)?$/],
    [logs, /^symposium-.+\.log$/],
    [cache, /^(?:plugin-sources|plugins|binaries|crates|packages|workspaces|predicates|compile|catalogues|programs|server-tools)$/],
    [
      places.locks,
      /^(?:(?:index-[\w-]+|idle-flags|(?:sync|refresh)-[0-9a-f]{12}|git-[\w-]+|program-[0-9a-f]{12}|consent|imports)(?:\..+)?|sessions?-.+|registration\..+)$/,
    ],
  ];
  const replaced = [programRecord(places), places.record, projectFileAnswers(places), places.imports];
  const single = [
    ...[places.state, damagedStateOf(places.state), ...replaced],
    ...[...replaced, places.ledger, config].map(temporaryOf),
    ...(purge ? [config, userPlugins, places.consent, temporaryOf(places.consent)] : []),
    ...(withLedger ? [places.ledger] : []),
  ].filter((path) => statSync(path, { throwIfNoEntry: false }) !== undefined);
  const unfinished = entriesOf(dirname(places.state), /^\.state\.toml\.\d+\.[0-9a-z]+\.tmp$/);
  const paths = [
    ...unfinished,
    ...kept.flatMap(([folder, names]) => [...entriesOf(folder, names), ...entriesOf(folder, /^\..+\.tmp$/)]),
    ...single,
  ];
  const folders = [
    ...kept.map(([folder]) => folder),
    places.pluginData,
    places.sessions,
    dirname(places.program),
    dirname(logs),
    dirname(config),
    base,
  ];
  // In the home folder itself an empty folder of such a name is ours only where it contained something we wrote.
  const isOurs = (folder: string) => folder !== home && (base !== home || paths.some((path) => isAtOrBelow(path, folder)));
  return { paths, folders: folders.filter(isOurs) };
}

/** Large, and useless for finding out later what is ours. */
export function isDisposable({ trace, logs, cache }: Places, path: string): boolean {
  const isBelow = (folder: string) => path.startsWith(`${folder}${sep}`);
  return isBelow(trace) || isBelow(logs) || (isBelow(cache) && path !== join(cache, "workspaces"));
}

export function removeOwnFiles({ paths, folders }: OwnFiles): readonly string[] {
  const left = removePaths(paths);
  for (const folder of folders) removeEmpty(folder);
  return left;
}

export function removePaths(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    try {
      rmSync(path, { recursive: true, force: true });
      return [];
    } catch (error) {
      return [`${path} (${(error as NodeJS.ErrnoException).code ?? String(error)})`];
    }
  });
}

function entriesOf(folder: string, names: RegExp): string[] {
  return pathsIn(folder).filter((path) => names.test(basename(path)));
}
