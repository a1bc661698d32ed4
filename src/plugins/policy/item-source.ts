/** Where a plugin comes from, as policies name it. */

import { join } from "node:path";

import { type ItemSource, sourceKey } from "../../consent/policy/judge.ts";
import { snapshotOf } from "../../consent/snapshot.ts";
import { OF_IMPORT, OF_REPOSITORY, uncoverable } from "../../consent/subject.ts";
import { foldedName, sameName } from "../../files/similar-word.ts";
import { isAtOrBelow } from "../../host/bounds.ts";
import { realPath } from "../../host/paths.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import { stamped } from "../../host/stamp.ts";
import type { FetchedCopies, PackageSurroundings } from "../../packages/ecosystem.ts";
import { ecosystemNamed } from "../../packages/list.ts";
import type { Workspace } from "../../packages/workspace.ts";
import { GIT } from "../manifest/source-text.ts";
import { type PackageOrigin, packageSource } from "../plugin.ts";
import type { ReadPlugin } from "../plugins-read.ts";
import { RECOMMENDATIONS } from "../sources/configured.ts";
import type { PluginSource } from "../sources/source.ts";

export function itemSource(
  { origin, source: name, plugin }: Pick<ReadPlugin, "origin" | "source" | "plugin">,
  sources: readonly PluginSource[],
  fetchedBytesOf: FetchedBytesOf,
): ItemSource {
  if (origin.kind === "package") return packageItem(origin, fetchedBytesOf);
  if (origin.kind === "repository") return OF_WORKSPACE;
  if (origin.kind === "imported") return IMPORTED;
  // Two sources may have one name, and only one of them an allowed address.
  const own = sources.find((one) => one.name === name && isAtOrBelow(plugin.directory, one.folder ?? one.origin));
  return own === undefined ? { ids: [], name } : configuredSource(own);
}

function packageItem(origin: PackageOrigin, fetchedBytesOf: FetchedBytesOf): ItemSource {
  const id = packageSource(origin);
  if (fetchedBytesOf(origin).isFetched) return { ids: idsOf(id) };
  return {
    ...OF_WORKSPACE,
    unproven: `nothing proves that its bytes are those of ${id}, so it counts as \`workspace\`; \`symposium sync\` compares them`,
  };
}

export function configuredSource({ name, origin }: Pick<PluginSource, "name" | "origin">): ItemSource {
  const key = sourceKey(origin);
  // The user may turn a built-in source off, and give its name to another one.
  const isRecommended = key === sourceKey(RECOMMENDATIONS.git);
  return { ids: [key, ...(isRecommended ? [RECOMMENDATIONS.name] : name === USER_PLUGINS ? [name] : [])], name };
}

/** The source whose folder has whatever the user puts there, under any name. */
const USER_PLUGINS = "user-plugins";

const OF_WORKSPACE: ItemSource = { ids: ["workspace"] };
const IMPORTED: ItemSource = { ids: ["imported"] };

/** Of a package or a workspace's plugin, by the id of the user's consent to it: the plugin may be gone, or a package have counted as `workspace`. */
export function recordedSource(id: string): ItemSource {
  if (id.startsWith(OF_REPOSITORY)) return OF_WORKSPACE;
  if (id.startsWith(OF_IMPORT)) return IMPORTED;
  return { ids: [...idsOf(id), ...OF_WORKSPACE.ids] };
}

/** A repository that a plugin leads to counts by its address, like a source. */
function idsOf(id: string): readonly string[] {
  const address = id.startsWith(`${GIT}:`) ? id.slice(GIT.length + 1) : undefined;
  return [foldedName(id), ...(address === undefined ? [] : [sourceKey(address)])];
}

/** Whether the project or one of its dependencies brings it. What a source of the user leads to is the user's. */
export function isOfProject({ origin }: Pick<ReadPlugin, "origin">, workspace: Workspace | null): boolean {
  if (origin.kind === "repository") return true;
  if (origin.kind !== "package") return origin.kind === "imported" && origin.scope === "project";
  const isDependency = () => workspace?.dependencies.some((one) => sameName(packageSource(one), packageSource(origin))) === true;
  return !origin.isFromSource && (origin.through.length > 0 || isDependency());
}

interface FetchedBytes {
  /**
   * A package's bytes are those that were fetched under its name with the user's own configuration. Only then a policy that names the package means
   * it: a folder in a clone may call itself anything (IX-17).
   */
  readonly isFetched: boolean;
  readonly stamps: readonly Stamped[];
}

export type FetchedBytesOf = (origin: PackageOrigin) => FetchedBytes;

/** Each package is compared once. */
export function fetchedBytesIn(workspace: Workspace | null, where: PackageSurroundings): FetchedBytesOf {
  const known = new Map<string, FetchedBytes>();
  return (origin) => {
    const key = JSON.stringify([origin.ecosystem, origin.name, origin.version, origin.folder]);
    const bytes = known.get(key) ?? compared(origin, workspace, where);
    known.set(key, bytes);
    return bytes;
  };
}

function compared({ ecosystem: word, name, version, folder }: PackageOrigin, workspace: Workspace | null, where: PackageSurroundings) {
  // Symposium fetched it from the address that is its name.
  if (word === GIT) return { isFetched: true, stamps: [] };
  const ecosystem = ecosystemNamed(word);
  if (ecosystem === undefined || version === undefined) return { isFetched: false, stamps: [] };
  // Taken before the folders are read, so that a change meanwhile shows.
  const { within } = ecosystem.fetchedCopies(name, version, where);
  const stamps = within.map(stamped);
  const copies = ecosystem.fetchedCopies(name, version, where);
  const [real, top] = [realPath(folder), workspace === null ? undefined : realPath(workspace.repository ?? workspace.folder)];
  // Variables of a project may lead caches into it.
  const outside = copies.folders.map(realPath).filter((copy) => top === undefined || !isAtOrBelow(copy, top));
  const isFetched = outside.some((copy) => copy === real) || outside.some((copy) => isSame(copy, real, ecosystem.derived, copies));
  return { isFetched, stamps: isFetched ? [] : stamps };
}

function isSame(one: string, other: string, derived: readonly string[], { beside = [] }: FetchedCopies): boolean {
  try {
    return bytesIn(one, derived, beside) === bytesIn(other, derived, beside);
  } catch {
    // What a consent cannot cover cannot be compared either.
    return false;
  }
}

/** Package managers set executable bits as they like. */
function bytesIn(folder: string, derived: readonly string[], beside: readonly string[]): string {
  const coverage = { kind: "folder", folder, manifest: join(folder, "SYMPOSIUM.toml"), named: [], derived } as const;
  const { files, problem } = snapshotOf({ coverage, parts: [] });
  if (problem !== undefined) throw uncoverable(problem);
  const counting = files.filter(([path, , digest]) => !digest.startsWith("folder:") && !beside.includes(path));
  return JSON.stringify(counting.map(([path, , digest]) => [path, digest.replace(/^x:/, "")]));
}
