/**
 * The plugin that a package carries (PL-15): its `SYMPOSIUM.toml` or else its Agent Plugin, the metadata in the package's own file, and the usual folders of skills,
 * merged into one. A package's author wrote all of it: reading stays inside the package's folder, and a mistake costs its layer and a warning.
 */

import { join, resolve } from "node:path";

import type { OperatingSystem } from "../../context.ts";
import type { Problem } from "../../files/problem.ts";
import { readTextFileWithin } from "../../files/text-file.ts";
import { isTable, readToml, type Toml } from "../../files/toml.ts";
import { type Bounds, boundsOf } from "../../host/bounds.ts";
import type { Places } from "../../host/places.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import { MISSING, stamped } from "../../host/stamp.ts";
import { AGENT_PLUGIN } from "../agent-plugin/format.ts";
import { readAgentPlugin } from "../agent-plugin/read-agent-plugin.ts";
import { type Atom, bothGates, OPEN } from "../gates/predicate.ts";
import type { BesideSurroundings } from "../manifest/report.ts";
import { validateTable } from "../manifest/validate.ts";
import type { Plugin, SkillGroup } from "../plugin.ts";
import type { ReadRequest } from "../plugins-read.ts";
import { besideReader, perhapsOurs, surroundingsIn } from "../read-plugin.ts";
import { isAgentPlugin, MANIFEST } from "../sources/manifest-files.ts";
import { hasSkill, USUAL_SKILLS } from "./candidates.ts";
import { embeddedIn, type PackageMetadata } from "./embedded-metadata.ts";

export interface PackageFolder {
  readonly ecosystem: string;
  readonly name: string;
  readonly folder: string;
}

export interface PackagePlugin {
  readonly plugin?: Plugin;
  readonly redirects: readonly Atom[];
  /** The fingerprint of the plugin's manifest from before it was read. */
  readonly manifest: Stamped;
  readonly watched: readonly Stamped[];
  /** Warnings only: who depends on a package cannot fix it, so none may stop anything else. */
  readonly problems: readonly Problem[];
  readonly isIncomplete: boolean;
  /** All of it follows from the watched files. */
  readonly isFixed: boolean;
}

/** Reads local files only. Never throws. */
export function readPackagePlugin(
  from: PackageFolder,
  { context, places }: Pick<ReadRequest, "context"> & { readonly places: Pick<Places, "cache"> },
): PackagePlugin {
  const { folder, name } = from;
  const bounds = boundsOf(folder);
  const found = { problems: [], watched: [] };
  const place: LayerPlace = { folder, name, bounds, os: context.os, cache: places.cache, found };
  const ownStamp = stamped(join(folder, MANIFEST));
  const packagedStamp = stamped(join(folder, AGENT_PLUGIN));
  const own = ownStamp[1] === MISSING ? undefined : readFileLayer(ownStamp[0], place);
  const packaged = own !== undefined || packagedStamp[1] === MISSING ? undefined : readPackagedLayer(packagedStamp[0], place);
  const { file, stamp, metadata, problems } = embeddedIn(from);
  const embedded = metadata.kind === "manifest" ? readTableLayer(file, metadata.toml, place) : undefined;
  const layers = [embedded, own ?? packaged].filter((layer) => layer !== undefined);
  const plugins = layers.flatMap(({ plugin, ...layer }) => (plugin === undefined ? [] : [{ ...layer, plugin }]));
  const says = plugins.length > 0 || metadata.kind === "skills";
  const skills = layers.some(({ isOptedOut }) => isOptedOut) ? [] : usualSkills(metadata, folder, plugins, says);
  const manifest = packaged?.plugin !== undefined ? packagedStamp : own?.plugin === undefined ? stamp : ownStamp;
  return {
    plugin: says || skills.length > 0 ? mergeLayers(plugins, { name, directory: folder, manifest: manifest[0], skills }) : undefined,
    redirects: metadata.kind === "skills" ? metadata.skills.flatMap((one) => (one.kind === "package" ? [one.package] : [])) : [],
    manifest,
    watched: [ownStamp, stamp, packagedStamp, ...place.found.watched],
    problems: [...problems, ...place.found.problems].map((problem): Problem => ({ ...problem, severity: "warning" })),
    isIncomplete: metadata.kind === "malformed" || layers.some(({ plugin }) => plugin === undefined),
    isFixed: says,
  };
}

/** The folders of the first form, or the usual ones. A group for a usual folder replaces it, because that group may have a gate. */
function usualSkills(metadata: PackageMetadata, folder: string, plugins: readonly { readonly plugin: Plugin }[], says: boolean) {
  if (metadata.kind === "skills")
    return metadata.skills.flatMap((one) => (one.kind === "path" ? [groupIn(resolve(folder, one.path))] : []));
  const groups = plugins.flatMap(({ plugin }) => plugin.skills);
  const named = new Set(groups.flatMap(({ source }) => (source.kind === "path" ? [source.path] : [])));
  const usual = USUAL_SKILLS.map((name) => resolve(folder, name)).filter((path) => !named.has(path));
  return (says ? usual : usual.filter(hasSkill)).map(groupIn);
}

function groupIn(path: string): SkillGroup {
  return { gate: OPEN, source: { kind: "path", path, isOptional: true } };
}

interface LayerPlace extends Pick<PackageFolder, "folder" | "name"> {
  readonly bounds: Bounds;
  readonly os: OperatingSystem;
  readonly cache: string;
  readonly found: { readonly problems: Problem[]; readonly watched: Stamped[] };
}

/** One layer of a package's plugin: a manifest of its own, or a table in the package's file. */
interface Layer {
  readonly plugin?: Plugin;
  /** It has a name of its own; otherwise its name is the package's. */
  readonly isNamed: boolean;
  readonly isOptedOut: boolean;
}

const UNUSABLE: Layer = { isNamed: false, isOptedOut: false };

/** An Agent Plugin says all by itself: where it is unusable, none of its skills count. `undefined` where the file is another program's. */
function readPackagedLayer(file: string, place: LayerPlace): Layer | undefined {
  const read = readTextFileWithin(file, place.bounds);
  const unread = perhapsOurs(read);
  place.found.problems.push(...unread);
  if (unread.length > 0) return UNUSABLE;
  if (read.kind !== "text" || !isAgentPlugin(read.text)) return undefined;
  const { plugin, problems } = readAgentPlugin(file, read.text, around(place));
  place.found.problems.push(...problems);
  return { plugin, isNamed: true, isOptedOut: true };
}

function around({ folder, os, cache, found: { watched } }: LayerPlace): BesideSurroundings {
  return surroundingsIn(folder, { os, cache, watched, beside: besideReader(watched), holder: folder });
}

/** A missing file is unusable too: it existed a moment ago. */
function readFileLayer(file: string, place: LayerPlace): Layer {
  const read = readTextFileWithin(file, place.bounds);
  const toml = read.kind === "text" ? readToml(read.text) : undefined;
  if (toml?.ok === true) return readTableLayer(file, toml, place);
  if (read.kind === "bad") place.found.problems.push(read.problem);
  if (toml !== undefined) {
    const { ok: _, ...wrong } = toml;
    place.found.problems.push({ severity: "error", file, ...wrong });
  }
  return UNUSABLE;
}

function readTableLayer(file: string, toml: Toml & { ok: true }, place: LayerPlace): Layer {
  const { name, found } = place;
  const { plugin, problems } = validateTable(file, toml, around(place), name);
  found.problems.push(...problems);
  if (plugin === undefined) return UNUSABLE;
  const { name: own, skills, defaults } = toml.table;
  const isOptedOut = (Array.isArray(skills) && skills.length === 0) || (isTable(defaults) && defaults["skills"] === false);
  return { plugin, isNamed: own !== undefined, isOptedOut };
}

/**
 * Lists append, the last layer's name wins, and all gates must hold. `base` is what every plugin of a package has. A later layer's subcommand
 * replaces an earlier one of that name.
 */
function mergeLayers(
  layers: readonly (Layer & { readonly plugin: Plugin })[],
  base: Pick<Plugin, "name" | "directory" | "manifest" | "skills">,
): Plugin {
  const plugins = layers.map(({ plugin }) => plugin);
  const subcommands = plugins.flatMap((plugin) => plugin.subcommands);
  return {
    ...base,
    name: layers.findLast(({ isNamed }) => isNamed)?.plugin.name ?? base.name,
    gate: plugins.map(({ gate }) => gate).reduce(bothGates, OPEN),
    installations: plugins.flatMap(({ installations }) => installations),
    hooks: plugins.flatMap(({ hooks }) => hooks),
    skills: [...plugins.flatMap(({ skills }) => skills), ...base.skills],
    servers: plugins.flatMap(({ servers }) => servers),
    subcommands: [...new Map(subcommands.map((each) => [each.name, each])).values()],
    predicates: plugins.flatMap(({ predicates }) => predicates),
    files: plugins.flatMap(({ files }) => files),
    chained: plugins.flatMap(({ chained }) => chained),
    agentPlugin: plugins.find(({ agentPlugin }) => agentPlugin !== undefined)?.agentPlugin,
  };
}
