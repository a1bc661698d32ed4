/** Which package a name and an optional requirement mean: one in the workspace, or a version to request from the registry. */

import type { Dependency, Ecosystem } from "./ecosystem.ts";
import type { Workspace } from "./workspace.ts";

export type ChosenPackage =
  /** It is in a folder; nothing has to be fetched. */
  | { readonly kind: "folder"; readonly dependency: Dependency; readonly folder: string }
  /** In the ecosystem's own syntax; `dependency` where the workspace has it in that version. */
  | { readonly kind: "version"; readonly name: string; readonly requirement: string; readonly dependency?: Dependency };

/** A requirement wins over the workspace's version; that is used exactly; an unknown package may have any version. */
export function choosePackage(
  { dependencies }: Pick<Workspace, "dependencies">,
  ecosystem: Ecosystem,
  wanted: { readonly name: string; readonly requirement?: string | undefined },
): ChosenPackage {
  const { name, requirement } = wanted;
  if (requirement !== undefined) return { kind: "version", name, requirement };
  const known = dependencies.filter((one) => one.ecosystem === ecosystem.name && ecosystem.foldName(one.name) === ecosystem.foldName(name));
  for (const dependency of known) {
    const { folder } = dependency.origin;
    if (dependency.origin.kind === "path" && folder !== undefined) return { kind: "folder", dependency, folder };
  }
  const locked = known.filter(({ version }) => version !== undefined);
  const dependency = locked.reduce<Dependency | undefined>(
    (best, one) => (best === undefined || isNewer(one, best, ecosystem) ? one : best),
    undefined,
  );
  if (dependency === undefined) return { kind: "version", name: known[0]?.name ?? name, requirement: "*" };
  return { kind: "version", name: dependency.name, requirement: `=${dependency.version}`, dependency };
}

function isNewer({ version = "" }: Dependency, than: Dependency, { requirementOf }: Ecosystem): boolean {
  const newer = requirementOf([{ operator: ">", version: than.version ?? "" }]);
  return !("problem" in newer) && newer.matches(version);
}
