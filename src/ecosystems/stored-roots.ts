/** A workspace in a file that Symposium wrote. The file may be damaged or replaced, so it counts only if its whole shape is right. */

import { isAbsolute } from "node:path";

import { isListOf, isObject, isText, isTextPair } from "../canonical/json.ts";
import { isAtOrBelow } from "../platform/bounds.ts";
import { realPath } from "../platform/real-path.ts";
import type { Dependency, DependencyOrigin, Member, WorkspaceRoot } from "./ecosystem.ts";
import { ECOSYSTEMS } from "./list.ts";
import type { WorkspaceRoots } from "./workspace.ts";

/** `start` is where reading began. Only workspaces without problems are stored. */
export function isStoredFrom(start: string, value: unknown): value is WorkspaceRoots {
  if (!isObject(value) || value["start"] !== start || value["unread"] !== undefined) return false;
  const { repository, roots, between }: Record<string, unknown> = value;
  if ((repository !== null && !isFolder(repository)) || !isListOf(roots, isRoot) || !isListOf(between, isTextPair)) return false;
  const top = repository ?? roots[0]?.folder ?? start;
  // A repository's files lead nowhere else (PL-32). The top may be written with links, and a folder below it without.
  const isInside = (folder: string) => isAtOrBelow(folder, top) || isAtOrBelow(folder, realPath(top));
  return isInside(start) && roots.every((root) => [root, ...root.members].every(({ folder }) => isInside(folder)));
}

function isRoot(value: unknown): value is WorkspaceRoot {
  if (!isObject(value)) return false;
  const { ecosystem, folder, members, dependencies, isUnlocked, checked, watched, problems } = value;
  return (
    isEcosystem(ecosystem) &&
    isFolder(folder) &&
    isListOf(members, isMember) &&
    isListOf(dependencies, isDependency) &&
    typeof isUnlocked === "boolean" &&
    isListOf(checked, isTextPair) &&
    isListOf(watched, isTextPair) &&
    Array.isArray(problems) &&
    problems.length === 0
  );
}

function isMember(value: unknown): value is Member {
  return isObject(value) && isText(value["name"]) && isTextIfAny(value["version"]) && isFolder(value["folder"]);
}

function isDependency(value: unknown): value is Dependency {
  if (!isObject(value)) return false;
  const { ecosystem, name, version, requirement, origin } = value;
  return isEcosystem(ecosystem) && isText(name) && isTextIfAny(version) && isTextIfAny(requirement) && isOrigin(origin);
}

function isOrigin(value: unknown): value is DependencyOrigin {
  if (!isObject(value)) return false;
  const { kind, folder, beside, isUnnamed, named, address, checksum } = value;
  return (
    (kind === "registry" || kind === "git" || kind === "path") &&
    (folder === undefined || isFolder(folder)) &&
    [beside, address, checksum].every(isTextIfAny) &&
    (isUnnamed === undefined || isUnnamed === true) &&
    (named === true || isTextIfAny(named))
  );
}

function isEcosystem(value: unknown): boolean {
  return ECOSYSTEMS.some(({ name }) => name === value);
}

function isFolder(value: unknown): value is string {
  return isText(value) && isAbsolute(value);
}

function isTextIfAny(value: unknown): boolean {
  return value === undefined || isText(value);
}
