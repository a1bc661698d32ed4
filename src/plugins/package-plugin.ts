/**
 * The plugin that a package carries: its metadata and its own `SYMPOSIUM.toml`, taken together. It applies where the package is, so
 * it needs no gate, and it is called like the package unless it says otherwise. Only read here: whether it may be used is the user's to say.
 */

import { basename, join } from "node:path";

import type { Problem } from "../documents/problem.ts";
import { readToml, type TomlTable } from "../documents/toml.ts";
import type { Surroundings } from "../installations/resolve-command.ts";
import { type Gate, OPEN, type Predicate } from "../predicates/predicate.ts";
import type { AgentWords } from "./agent-words.ts";
import { type PackageMetadata, readPackageMetadata } from "./package-metadata.ts";
import type { Plugin, SkillGroup } from "./plugin.ts";
import { MANIFEST } from "./sources/manifest-file.ts";
import { validateTable } from "./validate.ts";

export interface PackageFiles {
  /** The text of the package's `Cargo.toml`. */
  readonly packageFile?: string;
  /** The text of its `SYMPOSIUM.toml`. */
  readonly manifest?: string;
}

export interface PackagePlugin {
  readonly plugin: Plugin;
  readonly problems: readonly Problem[];
}

/** A layer that cannot be read is dropped and told; the other one counts. Never throws. */
export function readPackagePlugin(files: PackageFiles, agents: AgentWords, where: Surroundings): PackagePlugin {
  const { directory } = where;
  const packageFile = join(directory, "Cargo.toml");
  const read = readPackageMetadata(packageFile, files.packageFile ?? "");
  const name = read.name ?? basename(directory);
  const { metadata } = read;
  const own = readToml(files.manifest ?? "");
  const file = join(directory, MANIFEST);
  const layers = [
    metadata.kind === "manifest" ? validateTable(packageFile, metadata.toml, agents, where, name) : { problems: [] },
    own.ok
      ? validateTable(file, own, agents, where, name)
      : { problems: [{ severity: "error" as const, file, position: own.position, message: own.message }] },
  ];
  const tables = [...(metadata.kind === "manifest" ? [metadata.toml.table] : []), ...(own.ok ? [own.table] : [])];
  const base = emptyPlugin(name, directory, files.manifest === undefined ? packageFile : file);
  const plugin = layers.reduce<Plugin>((whole, layer) => (layer.plugin === undefined ? whole : together(whole, layer.plugin, name)), base);
  const skills = [...firstForm(metadata, directory), ...plugin.skills];
  return {
    plugin: { ...plugin, skills: [...skills, ...usualSkills(directory, metadata, skills, tables.some(optsOut))] },
    problems: [...read.problems, ...layers.flatMap(({ problems }) => problems)],
  };
}

function emptyPlugin(name: string, directory: string, manifest: string): Plugin {
  return {
    name,
    directory,
    manifest,
    gate: OPEN,
    installations: [],
    hooks: [],
    skills: [],
    servers: [],
    subcommands: [],
    predicates: [],
    chained: [],
  };
}

/** Lists add up, gates must all be open, and of names the later counts. */
function together(first: Plugin, second: Plugin, carrier: string): Plugin {
  return {
    ...first,
    name: second.name === carrier ? first.name : second.name,
    gate: both(first.gate, second.gate),
    installations: [...first.installations, ...second.installations],
    hooks: [...first.hooks, ...second.hooks],
    skills: [...first.skills, ...second.skills],
    servers: [...first.servers, ...second.servers],
    subcommands: [...first.subcommands, ...second.subcommands],
    predicates: [...first.predicates, ...second.predicates],
    chained: [...first.chained, ...second.chained],
  };
}

function both(first: Gate, second: Gate): Gate {
  if (first.dependsOn.length === 0 || second.dependsOn.length === 0) {
    return { dependsOn: [...first.dependsOn, ...second.dependsOn], predicates: [...first.predicates, ...second.predicates] };
  }
  const any: Predicate = { kind: "any", of: second.dependsOn.map((atom) => ({ kind: "depends-on", atom })) };
  return { dependsOn: first.dependsOn, predicates: [...first.predicates, any, ...second.predicates] };
}

function firstForm(metadata: PackageMetadata, directory: string): SkillGroup[] {
  if (metadata.kind !== "skills") return [];
  return metadata.skills.map((entry) => ({
    gate: OPEN,
    source:
      entry.kind === "path"
        ? { kind: "path", path: join(directory, entry.path), isOptional: true }
        : { kind: "package", package: entry.package },
  }));
}

/** Unless the package says where its skills are, or that it has none. */
function usualSkills(directory: string, metadata: PackageMetadata, named: readonly SkillGroup[], isOut: boolean): SkillGroup[] {
  const path = join(directory, "skills");
  const isNamed = named.some(({ source }) => source.kind === "path" && source.path === path);
  if (metadata.kind === "skills" || isOut || isNamed) return [];
  return [{ gate: OPEN, source: { kind: "path", path, isOptional: true } }];
}

function optsOut({ defaults }: TomlTable): boolean {
  return typeof defaults === "object" && defaults !== null && "skills" in defaults && defaults.skills === false;
}
