/** Acquires a program once per version and recipe (PG-2), beside its place: what was there before stays in use until the new folder is checked. */

import { mkdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

import { messageOf } from "../../errors.ts";
import { isAtOrBelow } from "../../host/bounds.ts";
import { shortHash } from "../../host/bytes.ts";
import { realFiles } from "../../host/command-line.ts";
import { takeTurn } from "../../host/lock.ts";
import { realPath } from "../../host/paths.ts";
import { removeQuietly, renamePatiently, sweepTemporary, writeAtomically } from "../../host/write-file.ts";
import { lookUp } from "../../lookup.ts";
import { isFromOutside, type Refusal, refusal } from "../refusal.ts";
import { ACQUIRERS } from "./acquirers.ts";
import { type Acquired, foundAt, type NewestRecord, type ProgramRecord, readNewest, type RecordedFile } from "./find-acquired.ts";
import type { HookEnvironment } from "./hook-environment.ts";
import { runInstallCommands } from "./install-commands.ts";
import { changesFile, placeOf, type ProgramPlace, RECORD, RECORD_FORMAT } from "./place.ts";
import type { AcquiredFiles, Acquirer, AcquireServices, Installation } from "./program-source.ts";
import { programIn } from "./resolve-command.ts";

interface AcquireOptions {
  /** The variables and folders of the installations that this one requires, as far as they were acquired. */
  readonly required?: HookEnvironment;
  /** Asks for a newer version even if it was asked today. */
  readonly isEager?: boolean;
  /** The user agreed to the newer version that a plugin by consent did not take. */
  readonly takesNewer?: boolean;
  /** How long to wait for another process that acquires the same. */
  readonly patienceMs?: number;
  /** A plugin that runs by consent: it takes no newer version than it has (PL-17). */
  readonly holder?: string | undefined;
}

/** Throws nothing but our own mistakes. An installation that needs nothing is refused: the caller checks with `findAcquired`. */
export async function acquireProgram(
  installation: Installation,
  services: AcquireServices,
  options: AcquireOptions = {},
): Promise<Acquired | Refusal> {
  const { places, platform } = services;
  const place = placeOf(installation, places.cache, platform, options.holder);
  const load = installation.source === undefined ? undefined : lookUp(ACQUIRERS, installation.source.source);
  if (place === undefined || load === undefined) return refusal(`there is nothing to acquire for ${installation.name}`);
  try {
    const acquirer = await load();
    const version = await versionToUse(installation, place, acquirer, services, options);
    if (typeof version !== "string") return version;
    const work = { installation, place, version, acquirer, services, options };
    const found = foundAt(place, version, { platform });
    return found.state === "acquired" ? accepted(work, found) : await inTurn(work);
  } catch (error) {
    return failed(error);
  }
}

const DAY_MS = 86_400_000;

/** Being offline keeps the version that works. */
async function versionToUse(
  { source }: Installation,
  place: ProgramPlace,
  acquirer: Acquirer,
  services: AcquireServices,
  { isEager = false, holder, takesNewer = false }: AcquireOptions,
): Promise<string | Refusal> {
  if (place.identity.version !== undefined) return place.identity.version;
  const known = readNewest(place.newest);
  if (takesNewer && known?.newer !== undefined) return known.newer;
  const now = services.context.now();
  const age = now - (known?.asked ?? 0);
  const isAcquired = known !== undefined && foundAt(place, known.version, services).state === "acquired";
  if (isAcquired && age >= 0 && age < DAY_MS && !isEager && acquirer.isLocal !== true) return known.version;
  if (acquirer.newest === undefined) return refusal(`${source?.source} needs a \`version\``);
  const newest = await acquirer.newest(source?.wanted ?? {}, services);
  if (!("version" in newest)) return isAcquired ? known.version : newest;
  if (known === undefined || holder === undefined || acquirer.isLocal === true) return newest.version;
  writeNewest(place, { version: known.version, asked: now, newer: newest.version === known.version ? undefined : newest.version });
  return known.version;
}

function writeNewest({ newest }: ProgramPlace, record: NewestRecord): void {
  writeAtomically(newest, `${JSON.stringify(record)}\n`, { mode: 0o600 });
}

/** Also records a version that was there already as the newest, which it may be only now. */
function accepted({ place, version, services }: Work, acquired: Acquired): Acquired {
  // The process that acquired it was killed before it announced the change.
  if (changedAt(join(acquired.folder, RECORD)) > changedAt(changesFile(services.places.cache))) announceChange(services);
  if (place.identity.version !== undefined) return acquired;
  const before = readNewest(place.newest);
  const now = services.context.now();
  const isNew = before?.version !== version;
  if (isNew || now - before.asked >= DAY_MS || now < before.asked) writeNewest(place, { version, asked: now });
  if (isNew) announceChange(services);
  return acquired;
}

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Indexes with hooks that need programs check this one file. */
function announceChange({ places, context }: AcquireServices): void {
  const file = changesFile(places.cache);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  sweepTemporary(dirname(file));
  writeAtomically(file, `${context.now()} ${Math.random()}\n`, { mode: 0o600 });
}

interface Work {
  readonly installation: Installation;
  readonly place: ProgramPlace;
  readonly version: string;
  readonly acquirer: Acquirer;
  readonly services: AcquireServices;
  readonly options: AcquireOptions;
}

/** A build may take this long. A holder of the lock that has ended is noticed at once. */
const LONGEST_MS = 3_600_000;

/** Another process may have done the work meanwhile. */
async function inTurn(work: Work): Promise<Acquired | Refusal> {
  const { place, version, services, options } = work;
  const lock = join(services.places.locks, programLock(place.folderOf(version)));
  const turn = await takeTurn(lock, services.context.now, options.patienceMs ?? LONGEST_MS);
  try {
    const found = foundAt(place, version, services);
    return found.state === "acquired" ? accepted(work, found) : await acquireAt(work);
  } finally {
    turn.release();
  }
}

export function programLock(folder: string): string {
  return `program-${shortHash(folder)}`;
}

async function acquireAt(work: Work): Promise<Acquired | Refusal> {
  const { installation, place, version, acquirer, services, options } = work;
  const { source, executable } = installation;
  const folder = place.folderOf(version);
  mkdirSync(place.top, { recursive: true, mode: 0o700 });
  sweepTemporary(place.top);
  const into = temporaryIn(place.top, folder);
  try {
    mkdirSync(into, { mode: 0o700 });
    const order = { wanted: source?.wanted ?? {}, version, into, place: folder, executable };
    const files = await acquirer.acquire(order, services);
    if ("why" in files) return files;
    const stopped = await runInstallCommands(installation, join(into, files.root ?? ""), services, options.required);
    const refused = stopped ?? writeRecord(work, files, into);
    if (refused !== undefined) return refused;
    exchange(into, folder, place.top);
    const found = foundAt(place, version, services);
    if (found.state !== "acquired") return refusal(found.why);
    announceChange(services);
    return accepted(work, found);
  } catch (error) {
    return failed(error);
  } finally {
    removeQuietly(into, { recursive: true });
  }
}

/** A damaged folder is moved aside first, because a folder cannot be replaced in one step. In between the program counts as missing. */
function exchange(from: string, to: string, top: string): void {
  const aside = temporaryIn(top, to);
  try {
    renamePatiently(to, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  renamePatiently(from, to);
  removeQuietly(aside, { recursive: true });
}

function temporaryIn(top: string, folder: string): string {
  return join(top, `.${basename(folder).slice(0, 60)}.${process.pid}.${Math.random().toString(36).slice(2, 10)}.tmp`);
}

/** Our own mistakes are thrown again: no source is to blame for them. */
function failed(error: unknown): Refusal {
  if (!isFromOutside(error)) throw error;
  const { code } = error as NodeJS.ErrnoException;
  const isFull = code === "ENOSPC" || code === "EDQUOT";
  return isFull ? refusal("the disk is full", "free some space, for example with `symposium cache clean`") : refusal(messageOf(error));
}

/** Checks what a source acquired, and records it: from then on the folder exists. */
function writeRecord({ installation, place, services }: Work, files: AcquiredFiles, into: string): Refusal | undefined {
  const { executable, script, installCommands, source } = installation;
  const { context, platform } = services;
  const root = join(into, files.root ?? "");
  const programs = Object.entries(files.programs);
  const inside = programs.map(([, path]) => join(into, path));
  const absent = inside.find((path) => !realFiles.isReadable(path));
  if (absent !== undefined) return refusal(`${relative(into, absent)} is missing in what was acquired`);
  const absolute = Object.fromEntries(programs.map(([name, path]) => [name, join(into, path)]));
  const named = programIn({ programs: absolute, root }, { executable, script }, context.os);
  if ("why" in named && (executable ?? script) !== undefined && files.isElsewhere !== true) return refusal(named.why);
  const started = "path" in named && named.path.startsWith(into) ? [named.path] : [];
  const recorded = [...new Set([...inside, ...started])];
  const outside = recorded.find((path) => !isAtOrBelow(realPath(path), realPath(into)));
  if (outside !== undefined) return refusal(`${relative(into, outside)} is a link that leads out of what was acquired`);
  const unchanged = recorded.map((path): RecordedFile => {
    const { size, mtimeMs } = statSync(path);
    return [relative(into, path), size, mtimeMs];
  });
  const record: ProgramRecord = {
    format: RECORD_FORMAT,
    source: source?.source ?? "",
    subject: place.identity.subject,
    version: files.version,
    platform,
    installCommands,
    root: files.root ?? "",
    programs: files.programs,
    isElsewhere: files.isElsewhere === true ? true : undefined,
    files: [...unchanged, ...(files.needs ?? []).map((path): RecordedFile => [path])],
    acquired: context.now(),
  };
  writeAtomically(join(into, RECORD), `${JSON.stringify(record)}\n`, { mode: 0o600, durable: true });
  return undefined;
}
