/** Where a plugin comes from, as policies name it. */

import { foldedName } from "../../config/same-name.ts";
import type { Workspace } from "../../ecosystems/workspace.ts";
import { isAtOrBelow } from "../../platform/bounds.ts";
import { type ItemSource, sourceKey } from "../../trust/policy/source-list.ts";
import { OF_IMPORT, OF_REPOSITORY } from "../../trust/subject.ts";
import { GIT } from "../chained-text.ts";
import { type PackageOrigin, packageSource } from "../plugin-origin.ts";
import type { ReadPlugin } from "../read-plugins.ts";
import { RECOMMENDATIONS } from "../sources/configured-git.ts";
import type { FetchedBytesOf } from "./fetched-bytes.ts";
import type { PluginSource } from "../sources/source.ts";

type FromSomewhere = Pick<ReadPlugin, "origin" | "source" | "plugin">;

export function itemSource(
  { origin, source: name, plugin }: FromSomewhere,
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

/** In that folder is whatever the user puts there, under any name. */
const USER_PLUGINS = "user-plugins";

const OF_WORKSPACE: ItemSource = { ids: ["workspace"] };
const IMPORTED: ItemSource = { ids: ["imported"] };

/** Of a package or a workspace's plugin, by the id of the user's consent to it: the plugin may be gone, and a package may have counted as either. */
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
  if (origin.kind === "package") return !origin.isFromSource && (origin.through.length > 0 || isDependency(origin, workspace));
  return origin.kind === "imported" && origin.scope === "project";
}

function isDependency(origin: PackageOrigin, workspace: Workspace | null): boolean {
  const key = foldedName(packageSource(origin));
  return workspace?.dependencies.some((one) => foldedName(packageSource(one)) === key) === true;
}
