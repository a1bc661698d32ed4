/** Uses the catalogue while sources are read: finds plugins that are asleep, and collects the entries of the next catalogue. */

import { statSync } from "node:fs";
import { join } from "node:path";

import type { OperatingSystem } from "../context.ts";
import { readSealed, writeSealed } from "../files/memo.ts";
import type { Problem } from "../files/problem.ts";
import { shortHash } from "../host/bytes.ts";
import type { Places } from "../host/places.ts";
import type { Stamped } from "../host/reading-budget.ts";
import { areFresh, stampOfStats, timeOfStamp } from "../host/stamp.ts";
import type { Workspace } from "../packages/workspace.ts";
import { BUILD } from "../version.ts";
import { AGENT_PLUGIN, SERVERS } from "./agent-plugin/format.ts";
import { hasPackage, isWildcard, packageKey } from "./gates/match-atom.ts";
import { revivedGate } from "./gates/parse-atom.ts";
import { asksProgram, type Atom, type Predicate } from "./gates/predicate.ts";
import { type Hook, innerGates, type Plugin } from "./plugin.ts";
import type { OutlinedHook, PluginOutline, ReadRequest } from "./plugins-read.ts";
import type { PluginReading } from "./read-plugin.ts";
import { MANIFEST } from "./sources/manifest-files.ts";

interface Catalogue {
  /** The plugin in this folder, if the workspace cannot wake it and its manifest is as it was read. */
  readonly asleepIn: (directory: string) => CatalogueEntry | undefined;
  /** This file is a manifest, and as it was read. */
  readonly knows: (file: string) => boolean;
  /** `before` is the state of the manifest from before it was read. */
  readonly add: (before: ManifestState | undefined, reading: PluginReading) => void;
  /** Writes only changes. */
  readonly write: () => void;
}

interface ManifestState {
  readonly manifest: Stamped;
  readonly changed: number;
}

/** A file that changes twice within one tick of the clock has one stamp for both. */
const SETTLED_MS = 2_000;

export function openCatalogue({ places, context, workspace, through, frozen }: ReadRequest): Catalogue {
  const isUsed = through === undefined && frozen === undefined;
  const stored = isUsed ? readCatalogue(places, context.os) : [];
  const known = new Map(stored.map((entry) => [entry.manifest[0], entry]));
  const entries: CatalogueEntry[] = [];
  let isChanged = false;
  return {
    asleepIn(directory) {
      const entry = known.get(join(directory, MANIFEST)) ?? known.get(join(directory, AGENT_PLUGIN));
      if (entry === undefined || !isSame(entry) || !areFresh(entry.watched)) return undefined;
      entries.push(entry);
      if (mayApplyIn(entry.needs, workspace)) return undefined;
      return { ...entry, outline: { ...entry.outline, gate: revivedGate(entry.outline.gate) } };
    },
    knows(file) {
      const entry = known.get(file);
      return entry !== undefined && isSame(entry);
    },
    add(before, reading) {
      if (before === undefined || before.manifest[0] !== reading.manifest[0] || entries.at(-1)?.manifest[0] === before.manifest[0]) return;
      const outlined = outlineIn(reading);
      const isSettled = Math.max(before.changed, ...[before.manifest, ...reading.watched].map(timeIn)) <= context.now() - SETTLED_MS;
      if (outlined === undefined || !isSettled || before.manifest[1] !== reading.manifest[1]) return;
      entries.push({ ...before, watched: reading.watched, problems: reading.problems, ...outlined });
      isChanged = true;
    },
    write() {
      if (isUsed && (isChanged || entries.length !== stored.length)) writeCatalogue(places, context.os, entries);
    },
  };
}

/** `undefined` where there is none. An Agent Plugin's counts where there is no other. */
export function manifestState(directory: string): ManifestState | undefined {
  return stateOf(join(directory, MANIFEST)) ?? stateOf(join(directory, AGENT_PLUGIN));
}

function stateOf(file: string): ManifestState | undefined {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat === undefined ? undefined : { manifest: [file, stampOfStats(stat)], changed: stat.ctimeMs };
  } catch {
    return undefined;
  }
}

function isSame({ manifest, changed }: CatalogueEntry): boolean {
  const now = stateOf(manifest[0]);
  return now !== undefined && now.manifest[1] === manifest[1] && now.changed === changed;
}

/** Of a manifest that is in force as it is, perhaps with mistakes; not of one that an earlier version stands in for. */
function outlineIn({ plugin, isBroken }: PluginReading): Pick<CatalogueEntry, "needs" | "outline"> | undefined {
  const needs = plugin === undefined || isBroken ? undefined : needsOf(plugin);
  return needs === undefined ? undefined : { needs, outline: outlineOf(plugin!) };
}

/** A missing file has no time. */
function timeIn([, stamp]: Stamped): number {
  return timeOfStamp(stamp) || 0;
}

/**
 * The catalogue of the sources (PL-31): of every manifest that was read, which packages could wake its plugin, and its outline. A manifest is read
 * again when it or a file it names has changed. One private file for each config; with any doubt about that file the manifests count.
 */
interface CatalogueEntry {
  readonly manifest: Stamped;
  /** When its inode last changed, in milliseconds since 1970. */
  readonly changed: number;
  /** What else the outline follows from. */
  readonly watched: readonly Stamped[];
  readonly needs: Needs;
  readonly problems: readonly Problem[];
  /** Its gate has no functions. */
  readonly outline: PluginOutline;
}

type CataloguePlaces = Pick<Places, "cache" | "config">;

const CATALOGUE_FORMAT = "symposium-catalogue 1";

/** Named by the config, so that a call with another one does not replace it. */
export function catalogueFile({ cache, config }: CataloguePlaces): string {
  return `${cache}/catalogues/${shortHash(config)}.json`;
}

/** Empty where the file is missing, damaged, made by another build, or open to other users. Never throws. */
function readCatalogue(places: CataloguePlaces, os: OperatingSystem): readonly CatalogueEntry[] {
  return (readSealed(catalogueFile(places), kindOf(places, os)) as CatalogueEntry[] | undefined) ?? [];
}

/** Never throws: without it the manifests are read. */
function writeCatalogue(places: CataloguePlaces, os: OperatingSystem, entries: readonly CatalogueEntry[]): void {
  writeSealed(catalogueFile(places), kindOf(places, os), entries);
}

/** A damaged name of a package would hide a plugin, so every byte counts. */
function kindOf({ config }: CataloguePlaces, os: OperatingSystem): readonly string[] {
  return [CATALOGUE_FORMAT, BUILD, os, config];
}

/** Of each list the workspace must have one package. */
type Needs = readonly (readonly string[])[];

/**
 * `undefined` where the plugin counts in every workspace: it names no package, it defines predicates for others, a program decides, or it has
 * plugins in folders, whose hooks its outline lacks.
 */
function needsOf(plugin: Plugin): Needs | undefined {
  if (plugin.predicates.length > 0 || [plugin.gate, ...innerGates(plugin)].some(asksProgram)) return undefined;
  // The record of what is in force has the text of its hook manifest, and an outline does not.
  if (plugin.hooksManifest !== undefined) return undefined;
  if (plugin.chained.some(({ source }) => source.kind === "path")) return undefined;
  const { dependsOn, predicates } = plugin.gate;
  const needs = [anyOf(dependsOn), ...predicates.flatMap(needsOfPredicate)].filter((names) => names !== undefined);
  return needs.length === 0 ? undefined : needs;
}

/** Where dependencies are unreadable, any plugin may be meant. */
function mayApplyIn(needs: Needs, workspace: Workspace | null): boolean {
  if (workspace === null) return false;
  if (workspace.problems.some(({ severity }) => severity === "error")) return true;
  return needs.every((names) => names.some((name) => hasPackage(name, workspace)));
}

/** `undefined` where no package is needed. */
function anyOf(atoms: readonly Atom[]): readonly string[] | undefined {
  const names = atoms.flatMap((atom) => (atom.ecosystem === undefined || isWildcard(atom) ? [] : [packageKey(atom.ecosystem, atom.name)]));
  return names.length === 0 || names.length < atoms.length ? undefined : names;
}

function needsOfPredicate(predicate: Predicate): readonly (readonly string[] | undefined)[] {
  switch (predicate.kind) {
    case "depends-on":
      return [anyOf([predicate.atom])];
    case "all":
      return predicate.of.flatMap(needsOfPredicate);
    default:
      return [];
  }
}

/** What must be known of a plugin while none of its packages is in the workspace (PL-31): enough for flags, registration, reasons and names. */
function outlineOf(plugin: Plugin): PluginOutline {
  const { name, directory, manifest, gate, hooks, subcommands, skills, chained } = plugin;
  return {
    name,
    directory,
    manifest,
    gate,
    hooks: hooks.map(outlinedHook),
    subcommands: subcommands.map((subcommand) => subcommand.name),
    hasSkills: skills.length > 0,
    hasChained: chained.length > 0,
    ...serversFileOf(plugin),
    variables: [...new Set(variablesIn(plugin))],
  };
}

function serversFileOf({ directory, servers }: Plugin): Pick<PluginOutline, "serversFile"> {
  return servers.some(({ packageRoot }) => packageRoot !== undefined) ? { serversFile: join(directory, SERVERS) } : {};
}

function outlinedHook({ name, event, agent, format, onFailure }: Hook): OutlinedHook {
  return {
    name,
    event,
    agent,
    format,
    onFailure,
  };
}

/** The names in all `env(…)` of the gates, anywhere in a plugin. */
export function variablesIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const { kind, name } = value as { readonly kind?: unknown; readonly name?: unknown };
  const own = kind === "env" && typeof name === "string" ? [name] : [];
  return [...own, ...Object.values(value).flatMap(variablesIn)];
}
