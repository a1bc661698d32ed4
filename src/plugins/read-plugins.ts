/** Every manifest of the user's sources and of the workspace itself, read and checked. Whether a plugin applies is decided later. */

import { basename, relative } from "node:path";

import type { Config } from "../config/config.ts";
import { goodSource, type InForce, type LastGood, readLastGood } from "../state/last-good.ts";
import type { Problem } from "../documents/problem.ts";
import type { Context } from "../context.ts";
import { boundsOfWorkspace, type Workspace } from "../ecosystems/workspace.ts";
import type { Places } from "../platform/places.ts";
import type { Stamped } from "../platform/stamp.ts";
import type { AgentResolver } from "./agent-resolver.ts";
import type { Plugin } from "./plugin.ts";
import { type PluginReading, readOwnPlugin, readPlugin } from "./read-plugin.ts";
import { unsettled, withRecalled } from "./recall.ts";
import { configuredSources } from "./sources/configured.ts";
import type { PluginSource } from "./sources/source.ts";

export interface ReadRequest {
  readonly config: Config;
  readonly places: Places;
  readonly workspace: Workspace | null;
  readonly agents: AgentResolver;
  readonly context: Context;
  /** What was in force before, for whoever has it at hand; else it is read when something cannot be. */
  readonly lastGood?: LastGood;
  /** Files go on changing while they are read: what was in force stays, even where a sound file says otherwise. */
  readonly frozen?: true;
}

export interface ReadPlugin {
  /** Name of its source; together with the plugin's name its identity. */
  readonly source: string;
  /** Part of the workspace itself. */
  readonly isMember: boolean;
  readonly plugin: Plugin;
  /** No gate at any level. */
  readonly isDormant: boolean;
  /** The manifest's fingerprint from before it was read. */
  readonly manifest: Stamped;
}

/** A `SKILL.md` of a source that belongs to no plugin. */
export interface StandaloneSkill {
  readonly source: string;
  readonly directory: string;
}

export interface ReadPlugins {
  /** In the order of dispatch. */
  readonly plugins: readonly ReadPlugin[];
  readonly standalone: readonly StandaloneSkill[];
  readonly sources: readonly PluginSource[];
  readonly problems: readonly Problem[];
  /** The top folders of the sources. */
  readonly roots: readonly Stamped[];
  /** Everything else that would change the answer, manifests included. */
  readonly watched: readonly Stamped[];
  /** Of manifests that cannot be used as they are: to be looked at with every call. */
  readonly broken: readonly Stamped[];
  /** Something could not be read, and may be readable again without any stamp having changed. */
  readonly mayPass: boolean;
  /** What is in force, to be remembered. */
  readonly inForce: InForce["sources"];
}

/** The workspace's own plugins have this in place of a source's name. */
export const WORKSPACE_SOURCE = "workspace";

/** Reads local files only. Never throws: what is wrong is among the problems. */
export function readPlugins(request: ReadRequest): ReadPlugins {
  return withOwnPlugins(readSources(request), request);
}

/** What the user's sources hold, whatever the workspace is. */
export function readSources(request: ReadRequest): ReadPlugins {
  const sources = configuredSources(request.config, request.places);
  let remembered = request.lastGood;
  const lastGood = () => (remembered ??= readLastGood(request.places));
  const all: Gathering = { plugins: [], problems: [], watched: [], broken: [], mayPass: false };
  const standalone: StandaloneSkill[] = [];
  const roots: Stamped[] = [];
  const inForce = sources.map((source, index) => {
    const listing = source.list();
    const recall = () => goodSource(lastGood(), sources, index);
    const root = source.folder ?? source.origin;
    const recalled = withRecalled(request.frozen === true ? unsettled(listing, root) : listing, root, recall);
    if (listing.root !== undefined) roots.push(listing.root);
    all.watched.push(...listing.watched);
    all.problems.push(...recalled.problems);
    all.mayPass ||= recalled.mayPass;
    standalone.push(...listing.skills.map((directory) => ({ source: source.name, directory })));
    // Where nothing of it could be read, its plugins are where they were.
    const top = listing.unread.some(({ folder }) => folder === undefined) ? (recall()?.root ?? root) : root;
    const known = (directory: string) => recall()?.plugins.find((plugin) => plugin.directory === relative(top, directory));
    const plugins = recalled.plugins.flatMap((directory) => {
      const reading = readPlugin(directory, { request, known: () => known(directory) });
      // What keeps the folder from being read keeps the manifest from it too, and was told.
      const isReported = reading.plugin !== undefined && !listing.plugins.includes(directory);
      const read = add(all, isReported ? { ...reading, problems: [] } : reading, source.name, false);
      return read === undefined ? [] : [{ directory: relative(top, directory), ...read }];
    });
    return { name: source.name, root: top, plugins };
  });
  return { ...all, standalone, sources, roots, inForce };
}

/** The same with the plugins of the workspace itself. */
export function withOwnPlugins(read: ReadPlugins, request: ReadRequest): ReadPlugins {
  const { workspace } = request;
  if (workspace === null) return read;
  const all: Gathering = {
    plugins: [...read.plugins],
    problems: [...read.problems],
    watched: [...read.watched],
    broken: [...read.broken],
    mayPass: read.mayPass,
  };
  const bounds = boundsOfWorkspace(workspace);
  for (const folder of ownFolders(workspace)) add(all, readOwnPlugin(folder, request, bounds), WORKSPACE_SOURCE, true);
  return { ...read, ...all };
}

interface Gathering {
  readonly plugins: ReadPlugin[];
  readonly problems: Problem[];
  readonly watched: Stamped[];
  readonly broken: Stamped[];
  mayPass: boolean;
}

/** Gives what of it is in force. */
function add(all: Gathering, read: PluginReading, source: string, isMember: boolean) {
  const { manifest, plugin, isDormant, text } = read;
  all.watched.push(manifest, ...read.watched);
  all.problems.push(...read.problems);
  if (read.isBroken) all.broken.push(manifest);
  all.mayPass ||= read.mayPass;
  if (plugin === undefined) return undefined;
  all.plugins.push({ source, isMember, plugin, isDormant, manifest });
  const namesOf = (hooks: Plugin["hooks"]) => hooks.map(({ name }) => name);
  const closed = namesOf(plugin.hooks.filter(({ onFailure }) => onFailure === "closed"));
  return { file: basename(plugin.manifest), text, hooks: namesOf(plugin.hooks), closed };
}

function ownFolders(workspace: Workspace): readonly string[] {
  return [...new Set([...workspace.roots, ...workspace.members].map(({ folder }) => folder))];
}
