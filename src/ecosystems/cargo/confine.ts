/** Paths in a repository's manifests or configuration files that lead out of it are not followed; those through links are reported. */

import { leadsOutProblem } from "../../documents/text-file-within.ts";
import type { Problem } from "../../documents/problem.ts";
import { type Bounds, isWrittenOutside } from "../../platform/bounds.ts";
import type { Declared, Manifest } from "./manifest.ts";

/** The manifest itself where nothing leads out, as nearly always. */
export function confinedManifest(manifest: Manifest, bounds: Bounds, problems: Problem[]): Manifest {
  const { file, declared, patches, workspace, package: own } = manifest;
  const inherited = workspace && [...workspace.declared.values()];
  const keptDeclared = confinedPaths(declared, file, bounds, problems);
  const keptPatches = confinedPaths(patches, file, bounds, problems);
  const keptInherited = inherited && confinedPaths(inherited, file, bounds, problems);
  const target = own?.workspace === undefined ? undefined : bounds.leadsOut(own.workspace);
  if (target !== undefined) problems.push(leadsOutProblem(manifest.file, target, bounds, "package.workspace"));
  if (keptDeclared === declared && keptPatches === patches && keptInherited === inherited && target === undefined) return manifest;
  return {
    ...manifest,
    declared: keptDeclared,
    patches: keptPatches,
    ...(workspace === undefined || keptInherited === undefined
      ? {}
      : { workspace: { ...workspace, declared: new Map(keptInherited.map((one) => [one.key, one])) } }),
    ...(own === undefined || target === undefined ? {} : { package: omitted(own, "workspace") }),
  };
}

const MOST_REPORTED = 5;

/** A package outside is still a dependency; its folder is only named. */
export function confinedPaths(list: readonly Declared[], file: string, bounds: Bounds, problems: Problem[]): readonly Declared[] {
  if (!doesAnyLeave(list, bounds)) return list;
  const leaving = list.filter(({ path }) => path !== undefined && bounds.leadsOut(path) !== undefined && !isWrittenOutside(path, bounds));
  // A file may name thousands.
  const more = leaving.length > MOST_REPORTED ? `, and ${leaving.length - MOST_REPORTED} more like it,` : "";
  for (const [at, { key, path = "" }] of leaving.slice(0, MOST_REPORTED).entries()) {
    const subject = `the path of \`${key}\`${at === MOST_REPORTED - 1 ? more : ""}`;
    problems.push(leadsOutProblem(file, bounds.leadsOut(path) ?? path, bounds, subject));
  }
  return list.map((one) => {
    if (one.path === undefined || bounds.leadsOut(one.path) === undefined) return one;
    const beside = isWrittenOutside(one.path, bounds) ? { beside: one.path } : {};
    return { ...omitted(one, "path"), isOutside: true as const, ...beside };
  });
}

/** A loop: hundreds of manifests are checked, and none leaves. */
function doesAnyLeave(list: readonly Declared[], bounds: Bounds): boolean {
  for (const { path } of list) if (path !== undefined && bounds.leadsOut(path) !== undefined) return true;
  return false;
}

export function omitted<T extends object, Key extends keyof T>(value: T, key: Key): Omit<T, Key> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)) as Omit<T, Key>;
}
