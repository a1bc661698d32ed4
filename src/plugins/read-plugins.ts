/** Reads and checks every manifest of the user's sources and of the workspace itself. Whether a plugin applies is decided later. */

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
import type { PackagesRead } from "./packages/expand-packages.ts";
import { packageSource, type PluginOrigin } from "./plugin-origin.ts";
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
  /** What was in force before, if the caller has it; else it is read when something is unreadable. */
  readonly lastGood?: LastGood;
  /** Files keep changing while they are read: what was in force stays, even where a valid file says otherwise. */
  readonly frozen?: true;
}

export interface ReadPlugin {
  /** Name of its source; source and name identify a plugin. */
  readonly source: string;
  readonly origin: PluginOrigin;
  /** Part of the workspace itself. */
  readonly isMember: boolean;
  readonly plugin: Plugin;
  /** No gate at any level. */
  readonly isDormant: boolean;
  /** The manifest's fingerprint from before it was read. */
  readonly manifest: Stamped;
}

/** A `SKILL.md` in a source that belongs to no plugin. */
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
  /** Everything else that would change the result, including manifests. */
  readonly watched: readonly Stamped[];
  /** Unusable manifests: every call checks them. */
  readonly broken: readonly Stamped[];
  /** Something is unreadable, and may become readable without a change of any stamp. */
  readonly mayPass: boolean;
  /** What is in force, to be recorded. */
  readonly inForce: InForce["sources"];
  /** What packages' plugins lack; empty before `withPackages`. */
  readonly packages: PackagesRead;
}

/** The source name of the workspace's own plugins. */
export const WORKSPACE_SOURCE = "workspace";

/** Reads local files only. Never throws: problems are part of the result. */
export function readPlugins(request: ReadRequest): ReadPlugins {
  return withOwnPlugins(readSources(request), request);
}

/** The plugins of the user's sources, for any workspace. */
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
    // Where all of it is unreadable, its plugins are where they were.
    const top = listing.unread.some(({ folder }) => folder === undefined) ? (recall()?.root ?? root) : root;
    const known = (directory: string) => recall()?.plugins.find((plugin) => plugin.directory === relative(top, directory));
    const plugins = recalled.plugins.flatMap((directory) => {
      const reading = readPlugin(directory, { request, known: () => known(directory) });
      // What makes the folder unreadable makes the manifest unreadable too, and was reported.
      const isReported = reading.plugin !== undefined && !listing.plugins.includes(directory);
      const read = add(all, isReported ? { ...reading, problems: [] } : reading, { kind: "source", name: source.name });
      return read === undefined ? [] : [{ directory: relative(top, directory), ...read }];
    });
    return { name: source.name, root: top, plugins };
  });
  return { ...all, standalone, sources, roots, inForce, packages: { wanted: [], unread: [], expected: [] } };
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
  for (const folder of ownFolders(workspace)) add(all, readOwnPlugin(folder, request, bounds), { kind: "repository", folder });
  return { ...read, ...all };
}

interface Gathering {
  readonly plugins: ReadPlugin[];
  readonly problems: Problem[];
  readonly watched: Stamped[];
  readonly broken: Stamped[];
  mayPass: boolean;
}

/** Returns the part of it that is in force. */
function add(all: Gathering, read: PluginReading, origin: PluginOrigin) {
  const { manifest, plugin, isDormant, text } = read;
  all.watched.push(manifest, ...read.watched);
  all.problems.push(...read.problems);
  if (read.isBroken) all.broken.push(manifest);
  all.mayPass ||= read.mayPass;
  if (plugin === undefined) return undefined;
  const isMember = origin.kind === "repository";
  all.plugins.push({ source: sourceOf(origin), origin, isMember, plugin, isDormant, manifest });
  const namesOf = (hooks: Plugin["hooks"]) => hooks.map(({ name }) => name);
  const closed = namesOf(plugin.hooks.filter(({ onFailure }) => onFailure === "closed"));
  return { file: basename(plugin.manifest), text, hooks: namesOf(plugin.hooks), closed };
}

function sourceOf(origin: PluginOrigin): string {
  if (origin.kind === "package") return packageSource(origin);
  return origin.kind === "source" ? origin.name : WORKSPACE_SOURCE;
}

/** A repository's top folder counts whether or not it declares dependencies. */
function ownFolders({ repository, folder, roots, members }: Workspace): readonly string[] {
  return [...new Set([repository ?? folder, ...[...roots, ...members].map((one) => one.folder)])];
}
