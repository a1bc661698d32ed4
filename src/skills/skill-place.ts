/** What skills are looked for in: a folder of a source, of a repository or of the workspace, and how its skills are known afterwards. */

import { relative } from "node:path";

import { realPath } from "../platform/real-path.ts";
import type { PluginSource } from "../plugins/sources/source.ts";
import type { Retained } from "./chosen.ts";
import type { SkillOrigin } from "./skill.ts";

export interface SkillPlace {
  /** The source's name. */
  readonly source: string;
  /** What was fetched: skills are known by their place in it, and must not lie outside. */
  readonly checkout?: { readonly repository: string; readonly folder: string; readonly commit: string };
}

export function placeOf({ name, origin, checkout }: Pick<PluginSource, "name" | "origin" | "checkout">): SkillPlace {
  return checkout === undefined ? { source: name } : { source: name, checkout: { repository: origin, ...checkout } };
}

/** `directory` is resolved. `undefined` where it lies outside what was fetched. */
export function originIn({ source, checkout }: SkillPlace, directory: string): SkillOrigin | undefined {
  if (checkout === undefined) return { kind: "folder", source, path: directory };
  const path = pathIn(checkout.folder, directory);
  return path === undefined ? undefined : { kind: "git", repository: checkout.repository, commit: checkout.commit, path };
}

/** For what is in a folder and could not be loaded. */
export function retainedIn({ checkout }: SkillPlace, folder: string): Retained {
  if (checkout === undefined) return { kind: "folder", folder };
  const path = pathIn(checkout.folder, folder);
  return { kind: "repository", repository: checkout.repository, ...(path === undefined ? {} : { path }) };
}

function pathIn(folder: string, directory: string): string | undefined {
  const path = relative(realPath(folder), realPath(directory)).replaceAll("\\", "/");
  return path === ".." || path.startsWith("../") || /^(?:\/|[A-Za-z]:)/.test(path) ? undefined : path;
}
