/** A folder of a source, a repository or the workspace that may contain skills, and how its skills are identified. */

import { relative } from "node:path";

import { realPath } from "../platform/real-path.ts";
import { type PackageOrigin, packageSource } from "../plugins/plugin-origin.ts";
import type { PluginSource } from "../plugins/sources/source.ts";
import type { Retained } from "./chosen.ts";
import type { SkillOrigin } from "./skill.ts";

export interface SkillPlace {
  /** The source's name. */
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

/** Of a package in a folder that has none. */
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

/** For what is in a folder and could not be loaded. */
export function retainedIn({ checkout, package: of }: SkillPlace, folder: string): Retained {
  if (of !== undefined) return { kind: "package", ecosystem: of.ecosystem, name: of.name };
  if (checkout === undefined) return { kind: "folder", folder };
  const path = pathIn(checkout.folder, folder);
  return { kind: "repository", repository: checkout.repository, ...(path === undefined ? {} : { path }) };
}

function pathIn(folder: string, directory: string): string | undefined {
  const path = relative(realPath(folder), realPath(directory)).replaceAll("\\", "/");
  return path === ".." || path.startsWith("../") || /^(?:\/|[A-Za-z]:)/.test(path) ? undefined : path;
}
