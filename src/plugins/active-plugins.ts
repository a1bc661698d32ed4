/**
 * The one place that says which plugins there are and which of them act. Everything that shows, runs or installs what
 * plugins bring asks here, so that all surfaces agree.
 */

import { statSync } from "node:fs";
import { join } from "node:path";

import type { Config } from "../config/config.ts";
import type { Problem } from "../config/problem.ts";
import { readTextFile } from "../config/text-file.ts";
import type { OperatingSystem } from "../context.ts";
import type { AgentWords } from "./agent-words.ts";
import { inactiveBecause } from "./enablement.ts";
import type { Plugin } from "./plugin.ts";
import { configuredSources, type SourcePlaces } from "./sources/configured.ts";
import { MANIFEST } from "./sources/folder.ts";
import type { PluginSource } from "./sources/source.ts";
import { type Stamped, stamped } from "../platform/stamp.ts";
import { validateManifest } from "./validate.ts";

export interface LoadRequest {
  readonly config: Config;
  readonly places: SourcePlaces;
  readonly workspace: string | null;
  readonly agents: AgentWords;
  readonly os: OperatingSystem;
}

export interface LoadedPlugin {
  /** Name of its source; together with the plugin's name its identity. */
  readonly source: string;
  readonly plugin: Plugin;
  /** The manifest's fingerprint from before it was read. */
  readonly manifest: Stamped;
  /** Why it does nothing; absent when it is active. */
  readonly inactive?: string;
}

export interface LoadedPlugins {
  /** In the order of dispatch. */
  readonly plugins: readonly LoadedPlugin[];
  readonly sources: readonly PluginSource[];
  readonly problems: readonly Problem[];
  /** The top folders of the sources. */
  readonly roots: readonly Stamped[];
  /** Everything else that would change the answer, manifests included. */
  readonly watched: readonly Stamped[];
}

/** Reads local files only. Never throws: what is wrong is among the problems. */
export function loadPlugins(request: LoadRequest): LoadedPlugins {
  const sources = configuredSources(request.config, request.places);
  const plugins: LoadedPlugin[] = [];
  const problems: Problem[] = [];
  const roots: Stamped[] = [];
  const watched: Stamped[] = [];
  for (const source of sources) {
    const listing = source.list();
    if (listing.root !== undefined) roots.push(listing.root);
    watched.push(...listing.watched);
    problems.push(...listing.problems);
    for (const directory of listing.plugins) {
      const loaded = loadPlugin(directory, source.name, request);
      watched.push(loaded.manifest, ...loaded.watched);
      problems.push(...loaded.problems);
      if (loaded.plugin !== undefined) plugins.push(loaded.plugin);
    }
  }
  return { plugins, sources, problems: [...problems, ...namesakes(plugins)], roots, watched };
}

function loadPlugin(directory: string, source: string, { config, workspace, agents, os }: LoadRequest) {
  const watched: Stamped[] = [];
  const file = join(directory, MANIFEST);
  const manifest = stamped(file);
  const read = readTextFile(file);
  if (read.kind !== "text") return { manifest, watched, problems: read.kind === "bad" ? [read.problem] : [] };
  const isFile = (path: string) => {
    watched.push(stamped(path));
    return isFileAt(path);
  };
  const { plugin, isDormant = false, problems } = validateManifest(file, read.text, agents, { directory, os, isFile });
  if (plugin === undefined) return { manifest, watched, problems };
  const { reason, problem } = inactiveBecause(plugin, isDormant, config, workspace);
  return {
    manifest,
    watched,
    problems: problem === undefined ? problems : [...problems, problem],
    plugin: { source, plugin, manifest, ...(reason === undefined ? {} : { inactive: reason }) },
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

/** Identity is source plus name, so both of them stay; but whoever reads a trace should know. */
function namesakes(plugins: readonly LoadedPlugin[]): Problem[] {
  const first = new Map<string, LoadedPlugin>();
  return plugins.flatMap((loaded): Problem[] => {
    const { name, manifest } = loaded.plugin;
    const other = first.get(name);
    if (other === undefined) first.set(name, loaded);
    return other === undefined
      ? []
      : [
          {
            severity: "warning",
            file: manifest,
            message: `another plugin is called \`${name}\` too: ${other.plugin.manifest}`,
            hint: "both are used; rename one of them",
          },
        ];
  });
}
