/** A folder of a source, a repository or the workspace that may contain skills, and how its skills are identified. */

import { dirname, relative } from "node:path";

import { type AddressResult, gitAddress } from "../../files/git/address.ts";
import { cacheFolder, fetchedTree } from "../../files/git/cache.ts";
import { realPath } from "../../host/paths.ts";
import type { Places } from "../../host/places.ts";
import { type PackageOrigin, packageSource, type SkillSource } from "../plugin.ts";
import { unfetchedText } from "../sources/git-source.ts";
import type { PluginSource } from "../sources/source.ts";
import type { Retained } from "./chosen.ts";
import type { SkillOrigin } from "./skill.ts";

export interface SkillPlace {
  readonly source: string;
  /** The fetched checkout: skills are identified by their place in it, and must not be outside. */
  readonly checkout?: { readonly repository: string; readonly folder: string; readonly commit: string };
  /** The package: skills are identified by their place in it, and must not be outside. */
  readonly package?: PackageOrigin;
}

export function placeInPackage(origin: PackageOrigin): SkillPlace {
  return { source: packageSource(origin), package: origin };
}

export function placeOf({ name, origin, checkout }: Pick<PluginSource, "name" | "origin" | "checkout">): SkillPlace {
  return checkout === undefined ? { source: name } : { source: name, checkout: { repository: origin, ...checkout } };
}

const NO_VERSION = "0.0.0";

/** `directory` is resolved. `undefined` where it is outside the checkout or package. */
export function originIn({ source, checkout, package: of }: SkillPlace, directory: string): SkillOrigin | undefined {
  if (of !== undefined) {
    const { ecosystem, name, version = NO_VERSION, folder } = of;
    const path = pathIn(folder, directory);
    return path === undefined ? undefined : { kind: "package", ecosystem, name, version, path };
  }
  if (checkout === undefined) return { kind: "folder", source, path: directory };
  const path = pathIn(checkout.folder, directory);
  return path === undefined ? undefined : { kind: "git", repository: checkout.repository, commit: checkout.commit, path };
}

export function retainedIn({ checkout, package: of }: SkillPlace, folder: string): Retained {
  if (of !== undefined) return { kind: "package", ecosystem: of.ecosystem, name: of.name };
  if (checkout === undefined) return { kind: "folder", folder };
  const path = pathIn(checkout.folder, folder);
  return { kind: "repository", repository: checkout.repository, path };
}

function pathIn(folder: string, directory: string): string | undefined {
  const path = relative(realPath(folder), realPath(directory)).replaceAll("\\", "/");
  return path === ".." || path.startsWith("../") || /^(?:\/|[A-Za-z]:)/.test(path) ? undefined : path;
}

/** A skill group whose skills are in a repository. */
type GitGroup = Extract<SkillSource, { readonly kind: "git" }>;

/** Relative paths start at the folder of the manifest. */
export function addressOfGroup({ address, pin, subdirectory: subdir }: GitGroup, manifest: string): AddressResult {
  return gitAddress(address, { ...(pin && { [pin.kind]: pin.name }), subdir, base: dirname(manifest) });
}

/** From the disk alone; what was fetched last counts, however old it is. A failure has the repository where the address is valid. */
export function treeOfGroup(group: GitGroup, manifest: string, source: string, places: Pick<Places, "cache" | "locks">) {
  const read = addressOfGroup(group, manifest);
  if (!read.ok) return { ok: false, why: read.message } as const;
  const { address } = read;
  const repository = address.shown;
  const { tree, checked, problem } = fetchedTree(cacheFolder(places, "plugins", address), address);
  if (tree === undefined) return { ok: false, repository, why: problem?.message ?? unfetchedText(checked, "sync") } as const;
  const place: SkillPlace = { source, checkout: { repository, folder: tree.checkout, commit: tree.record.commit } };
  return { ok: true, folder: tree.root, place } as const;
}
