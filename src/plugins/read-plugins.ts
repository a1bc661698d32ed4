/** Every manifest of the user's sources and of the workspace itself, read and checked. Whether a plugin applies is decided later. */

import { existsSync, statSync } from "node:fs";
import { basename, join } from "node:path";

import type { Config } from "../config/config.ts";
import type { Problem } from "../config/problem.ts";
import { readTextFileWithin } from "../config/text-file-within.ts";
import type { Context } from "../context.ts";
import { boundsOfWorkspace, type Workspace } from "../ecosystems/workspace.ts";
import type { Bounds } from "../platform/bounds.ts";
import type { Places } from "../platform/places.ts";
import { type Stamped, stamped } from "../platform/stamp.ts";
import type { AgentWords } from "./agent-words.ts";
import type { Plugin } from "./plugin.ts";
import { configuredSources } from "./sources/configured.ts";
import { MANIFEST, manifestIn } from "./sources/manifest-file.ts";
import type { PluginSource } from "./sources/source.ts";
import { validateManifest } from "./validate.ts";

export interface ReadRequest {
  readonly config: Config;
  readonly places: Places;
  readonly workspace: Workspace | null;
  readonly agents: AgentWords;
  readonly context: Context;
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
}

/** The workspace's own plugins have this in place of a source's name. */
export const WORKSPACE_SOURCE = "workspace";

/** Reads local files only. Never throws: what is wrong is among the problems. */
export function readPlugins(request: ReadRequest): ReadPlugins {
  const sources = configuredSources(request.config, request.places);
  const plugins: ReadPlugin[] = [];
  const standalone: StandaloneSkill[] = [];
  const problems: Problem[] = [];
  const roots: Stamped[] = [];
  const watched: Stamped[] = [];
  const add = (directory: string, source: string, bounds?: Bounds) => {
    const read = readPlugin(directory, source, bounds, request);
    watched.push(read.manifest, ...read.watched);
    problems.push(...read.problems);
    if (read.plugin !== undefined) plugins.push(read.plugin);
  };
  for (const source of sources) {
    const listing = source.list();
    if (listing.root !== undefined) roots.push(listing.root);
    watched.push(...listing.watched);
    problems.push(...listing.problems);
    for (const directory of listing.plugins) add(directory, source.name);
    standalone.push(...listing.skills.map((directory) => ({ source: source.name, directory })));
  }
  const bounds = request.workspace === null ? undefined : boundsOfWorkspace(request.workspace);
  for (const folder of ownFolders(request.workspace)) add(folder, WORKSPACE_SOURCE, bounds);
  return { plugins, standalone, sources, problems, roots, watched };
}

function ownFolders(workspace: Workspace | null): readonly string[] {
  if (workspace === null) return [];
  return [...new Set([...workspace.roots, ...workspace.members].map(({ folder }) => folder))];
}

interface Reading {
  readonly manifest: Stamped;
  readonly watched: readonly Stamped[];
  readonly problems: readonly Problem[];
  readonly plugin?: ReadPlugin;
}

/** With `bounds` it is part of the workspace, and is read only inside of them. */
function readPlugin(directory: string, source: string, bounds: Bounds | undefined, { agents, context }: ReadRequest): Reading {
  const isMember = bounds !== undefined;
  const watched: Stamped[] = [];
  // In a workspace only the usual name counts: other files are the project's own.
  const { file, problems: naming } = isMember ? { file: join(directory, MANIFEST), problems: [] } : manifestIn(directory);
  const manifest = stamped(file);
  // Few members have one, and to be told so by an error takes long.
  if (isMember && !existsSync(file)) return { manifest, watched, problems: [] };
  const read = readTextFileWithin(file, bounds);
  if (read.kind !== "text") return { manifest, watched, problems: read.kind === "bad" ? [read.problem] : [] };
  const isFile = (path: string) => {
    watched.push(stamped(path));
    return isFileAt(path);
  };
  const where = { directory, os: context.os, isFile };
  const carrier = isMember ? basename(directory) : undefined;
  const { plugin, isDormant = false, problems } = validateManifest(file, read.text, agents, where, carrier);
  const told = [...naming, ...problems];
  return {
    manifest,
    watched,
    problems: told,
    ...(plugin === undefined ? {} : { plugin: { source, isMember, plugin, isDormant, manifest } }),
  };
}

function isFileAt(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    // A manifest may name anything: too long, with a zero byte, in a circle of links.
    return false;
  }
}
