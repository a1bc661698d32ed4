/**
 * The plugin that a package carries (PL-15): its `SYMPOSIUM.toml` or else its Agent Plugin, the metadata in the package's own file, and the usual folders of skills,
 * merged into one. A package's author wrote all of it: reading stays inside the package's folder, and a mistake costs its layer and a warning.
 */

import { join, resolve } from "node:path";

import type { Problem } from "../../documents/problem.ts";
import { boundsOf } from "../../platform/bounds.ts";
import type { Places } from "../../platform/places.ts";
import { MISSING, type Stamped, stamped } from "../../platform/stamp.ts";
import { type Atom, OPEN } from "../../predicates/predicate.ts";
import { AGENT_PLUGIN } from "../agent-plugin/format.ts";
import type { PackageMetadata } from "../package-metadata.ts";
import type { Plugin, SkillGroup } from "../plugin.ts";
import type { ReadRequest } from "../read-plugins.ts";
import { MANIFEST } from "../sources/manifest-file.ts";
import { embeddedIn } from "./embedded-metadata.ts";
import { hasSkill, USUAL_SKILLS } from "./has-skill.ts";
import { mergeLayers } from "./merge-layers.ts";
import { type LayerPlace, readFileLayer, readPackagedLayer, readTableLayer } from "./read-layer.ts";

export interface PackageFolder {
  readonly ecosystem: string;
  /** The package's name, which a plugin without one takes. */
  readonly name: string;
  readonly folder: string;
}

export interface Carried {
  /** Absent where the package brings nothing. */
  readonly plugin?: Plugin;
  /** Other packages that have its skills. */
  readonly redirects: readonly Atom[];
  /** The fingerprint of the plugin's manifest from before it was read. */
  readonly manifest: Stamped;
  readonly watched: readonly Stamped[];
  /** Warnings only: who depends on a package cannot fix it, so none may stop anything else. */
  readonly problems: readonly Problem[];
  /** A layer is unusable, so what it brought before is unknown. */
  readonly isIncomplete: boolean;
  /** All of it follows from the watched files. */
  readonly isFixed: boolean;
}

/** Reads local files only. Never throws. */
export function readCarried(
  from: PackageFolder,
  { agents, context, places }: Pick<ReadRequest, "agents" | "context"> & { readonly places: Pick<Places, "cache"> },
): Carried {
  const { folder, name } = from;
  const bounds = boundsOf(folder);
  const found = { problems: [], watched: [] };
  const place: LayerPlace = { folder, name, bounds, agents, os: context.os, cache: places.cache, found };
  const ownStamp = stamped(join(folder, MANIFEST));
  const packagedStamp = stamped(join(folder, AGENT_PLUGIN));
  const own = ownStamp[1] === MISSING ? undefined : readFileLayer(ownStamp[0], place);
  const packaged = own !== undefined || packagedStamp[1] === MISSING ? undefined : readPackagedLayer(packagedStamp[0], place);
  const { file, stamp, metadata, problems } = embeddedIn(from);
  const embedded = metadata.kind === "manifest" ? readTableLayer(file, metadata.toml, place) : undefined;
  const layers = [embedded, own ?? packaged].filter((layer) => layer !== undefined);
  const plugins = layers.flatMap(({ plugin, isNamed }) => (plugin === undefined ? [] : [{ plugin, isNamed }]));
  const says = plugins.length > 0 || metadata.kind === "skills";
  const skills = layers.some(({ isOptedOut }) => isOptedOut) ? [] : usualSkills(metadata, folder, plugins, says);
  const manifest = packaged?.plugin !== undefined ? packagedStamp : own?.plugin === undefined ? stamp : ownStamp;
  return {
    ...(says || skills.length > 0 ? { plugin: mergeLayers(plugins, { name, directory: folder, manifest: manifest[0], skills }) } : {}),
    redirects: metadata.kind === "skills" ? metadata.skills.flatMap((one) => (one.kind === "package" ? [one.package] : [])) : [],
    manifest,
    watched: [ownStamp, stamp, packagedStamp, ...place.found.watched],
    problems: [...problems, ...place.found.problems].map((problem): Problem => ({ ...problem, severity: "warning" })),
    isIncomplete: metadata.kind === "malformed" || layers.some(({ plugin }) => plugin === undefined),
    isFixed: says,
  };
}

/** The folders of the first form, or the usual ones. A group for a usual folder replaces it, because that group may have a gate. */
function usualSkills(
  metadata: PackageMetadata,
  folder: string,
  plugins: readonly { readonly plugin: Plugin }[],
  says: boolean,
): readonly SkillGroup[] {
  if (metadata.kind === "skills") {
    return metadata.skills.flatMap((one) => (one.kind === "path" ? [groupIn(resolve(folder, one.path))] : []));
  }
  const groups = plugins.flatMap(({ plugin }) => plugin.skills);
  const named = new Set(groups.flatMap(({ source }) => (source.kind === "path" ? [source.path] : [])));
  const usual = USUAL_SKILLS.map((name) => resolve(folder, name)).filter((path) => !named.has(path));
  return (says ? usual : usual.filter(hasSkill)).map(groupIn);
}

function groupIn(path: string): SkillGroup {
  return { gate: OPEN, source: { kind: "path", path, isOptional: true } };
}
