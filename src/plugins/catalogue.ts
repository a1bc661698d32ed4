/** Uses the catalogue while sources are read: finds the outlines of plugins that cannot be active here, and collects the entries of the next catalogue. */

import { join } from "node:path";

import { openMemo, ownStamps } from "../files/memo.ts";
import type { Problem } from "../files/problem.ts";
import { shortHash } from "../host/bytes.ts";
import type { Places } from "../host/places.ts";
import type { Stamped } from "../host/reading-budget.ts";
import type { Workspace } from "../packages/workspace.ts";
import { AGENT_PLUGIN, SERVERS } from "./agent-plugin/format.ts";
import { hasPackage, isWildcard, packageKey } from "./gates/match-atom.ts";
import { revivedGate } from "./gates/parse-atom.ts";
import { asksProgram, type Atom, type Predicate } from "./gates/predicate.ts";
import { innerGates, type Plugin } from "./plugin.ts";
import type { PluginOutline, ReadRequest } from "./plugins-read.ts";
import type { PluginReading } from "./read-plugin.ts";
import { MANIFEST } from "./sources/manifest-files.ts";

/**
 * The catalogue of the sources (PL-31): of every manifest that was read, which packages its plugin needs, and its outline. One private file for
 * each config, so that a call with another one does not replace it.
 */
interface Catalogue {
  /** The plugin in this folder, if the workspace has none of its packages and its manifest is as it was read. */
  readonly outlineIn: (directory: string) => CatalogueEntry | undefined;
  readonly knows: (file: string) => boolean;
  /** `before` are the stamps of the folder's manifests from before they were read. */
  readonly add: (before: ReturnType<typeof manifestStamps>, reading: PluginReading) => void;
  readonly save: () => void;
}

interface CatalogueEntry {
  readonly manifest: Stamped;
  /** What else the outline follows from. */
  readonly watched: readonly Stamped[];
  readonly needs: Needs;
  readonly problems: readonly Problem[];
  readonly outline: PluginOutline;
}

const NO_CATALOGUE: Catalogue = { outlineIn: () => undefined, knows: () => false, add: () => {}, save: () => {} };

export function openCatalogue({ places, context, workspace, through, frozen }: ReadRequest): Catalogue {
  if (through !== undefined || frozen !== undefined) return NO_CATALOGUE;
  const kind = ["symposium-catalogue 2", context.os, places.config];
  const watchedOf = ({ manifest, watched }: CatalogueEntry) => [manifest, ...watched];
  const { find, knows, add, save } = openMemo({ file: catalogueFile(places), kind, now: context.now, watchedOf });
  return {
    outlineIn(directory) {
      const entry = find(join(directory, MANIFEST)) ?? find(join(directory, AGENT_PLUGIN));
      if (entry === undefined || mayApplyIn(entry.needs, workspace)) return undefined;
      return { ...entry, outline: { ...entry.outline, gate: revivedGate(entry.outline.gate) } };
    },
    knows,
    add(before, { manifest, watched, problems, plugin, isBroken }) {
      const own = before.filter(([file]) => file === manifest[0]);
      // A manifest that is in force as it is, perhaps with mistakes; not one that an earlier version stands in for.
      const needs = plugin === undefined || isBroken ? undefined : needsOf(plugin);
      if (needs !== undefined && own.length > 0) add(manifest[0], { manifest, watched, problems, needs, outline: outlineOf(plugin!) }, own);
    },
    save,
  };
}

export function catalogueFile({ cache, config }: Pick<Places, "cache" | "config">): string {
  return `${cache}/catalogues/${shortHash(config)}.json`;
}

/** An Agent Plugin's manifest counts where there is no other. */
export function manifestStamps(directory: string): readonly Stamped[] {
  return ownStamps([join(directory, MANIFEST), join(directory, AGENT_PLUGIN)]);
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
  if (predicate.kind === "depends-on") return [anyOf([predicate.atom])];
  return predicate.kind === "all" ? predicate.of.flatMap(needsOfPredicate) : [];
}

/** What must be known of a plugin while none of its packages is in the workspace (PL-31): enough for flags, registration, reasons and names. */
function outlineOf(plugin: Plugin): PluginOutline {
  const { name, directory, manifest, gate, skills, chained } = plugin;
  const hooks = plugin.hooks.map(({ name: own, event, agent, format, onFailure }) => ({ name: own, event, agent, format, onFailure }));
  const subcommands = plugin.subcommands.map((subcommand) => subcommand.name);
  const has = { hasSkills: skills.length > 0, hasChained: chained.length > 0 };
  const isServing = plugin.servers.some(({ packageRoot }) => packageRoot !== undefined);
  const serversFile = isServing ? join(directory, SERVERS) : undefined;
  return { name, directory, manifest, gate, hooks, subcommands, ...has, serversFile, variables: [...new Set(variablesIn(plugin))] };
}

/** The names in all `env(…)` of the gates, anywhere in a plugin. */
export function variablesIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const { kind, name } = value as { readonly kind?: unknown; readonly name?: unknown };
  const own = kind === "env" && typeof name === "string" ? [name] : [];
  return [...own, ...Object.values(value).flatMap(variablesIn)];
}
