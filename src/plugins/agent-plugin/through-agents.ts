/** Agent Plugins that an agent loads by itself (AP-6), from their folder or a copy: it is not given their skills and servers again. */

import { join } from "node:path";

import { type AgentPackage, agentPackages, type AgentPackages } from "../../agents/agent-packages.ts";
import type { PackagePart } from "../../agents/setup.ts";
import type { Context } from "../../context.ts";
import { tomlIn } from "../../files/toml.ts";
import { sameTree } from "../../host/compare-files.ts";
import { realPath } from "../../host/paths.ts";
import { readRegularTextIfAny } from "../../host/read-file.ts";
import { lookUp } from "../../lookup.ts";
import { isObject, parseJson } from "../../model/json.ts";
import type { Plugin } from "../plugin.ts";
import { AGENT_PLUGIN } from "./format.ts";

export interface ThroughPlace {
  readonly agents: readonly string[];
  readonly context: Pick<Context, "home" | "env" | "os" | "cwd">;
  /** The folder that agents are started in; absent where only what they load everywhere counts. */
  readonly project?: string | undefined;
}

export interface ThroughAgents {
  readonly of: (plugin: Packaged) => readonly AgentPackage[];
  readonly checked: readonly string[];
}

type Packaged = Pick<Plugin, "name" | "directory">;

/** Reads nothing where none of them is an Agent Plugin. Never rejects. */
export async function throughAgents(plugins: readonly Plugin[], place: ThroughPlace): Promise<ThroughAgents> {
  const isNeeded = plugins.some(({ agentPlugin }) => agentPlugin !== undefined);
  return isNeeded ? packagedThrough(place) : { of: () => [], checked: [] };
}

export async function packagedThrough({ agents, context, project }: ThroughPlace): Promise<ThroughAgents> {
  const { packages, checked } = await agentPackages(agents, {
    context,
    project,
    parseToml: tomlIn,
    parseYaml: async (text: string) => (await import("../../files/yaml.ts")).yamlIn(text),
  });
  const manifests = packages.map(({ folder }) => join(folder, AGENT_PLUGIN));
  return { of: (plugin) => loadersOf(plugin, packages), checked: [...checked, ...manifests] };
}

export function gives(through: readonly AgentPackage[], agent: string, part: PackagePart): boolean {
  return through.some((one) => one.agent === agent && one.takes.includes(part));
}

function loadersOf(plugin: Packaged, packages: AgentPackages["packages"]): readonly AgentPackage[] {
  const found = new Map<string, AgentPackage>();
  for (const one of packages) if (!found.has(one.agent) && isLoadedFrom(plugin, one)) found.set(one.agent, one);
  return [...found.values()];
}

function isLoadedFrom({ name, directory }: Packaged, { folder }: AgentPackage): boolean {
  if (realPath(directory) === folder) return true;
  // Installers leave notes, and git its folder, in the package's own.
  return nameIn(folder) === name && sameTree(directory, folder, (part) => !part.startsWith("."));
}

const MOST_BYTES = 1024 * 1024;

function nameIn(folder: string): unknown {
  const manifest = parseJson(readRegularTextIfAny(join(folder, AGENT_PLUGIN), { maxBytes: MOST_BYTES }) ?? "");
  return isObject(manifest) ? lookUp(manifest, "name") : undefined;
}
