/** Which package a name and an optional requirement mean: one in the workspace, or a version to request from the registry. */

import type { Dependency, Ecosystem, WantedPackage } from "./ecosystem.ts";
import type { Workspace } from "./workspace.ts";

type ChosenPackage =
  | { readonly kind: "folder"; readonly dependency: Dependency; readonly folder: string }
  /** `dependency` where the workspace has it in that version, otherwise `origin`: another registry could have a stranger's package of that name. */
  | (Pick<WantedPackage, "name" | "origin"> & { readonly kind: "version"; readonly requirement: string; readonly dependency?: Dependency });

/** A requirement wins, else the workspace's version is used exactly. Without either any version will do. */
export function choosePackage(
  { dependencies }: Pick<Workspace, "dependencies">,
  ecosystem: Ecosystem,
  wanted: { readonly name: string; readonly requirement?: string | undefined },
): ChosenPackage {
  const { name, requirement } = wanted;
  const known = dependencies.filter((one) => one.ecosystem === ecosystem.name && ecosystem.foldName(one.name) === ecosystem.foldName(name));
  const address = known.find(({ origin }) => origin.kind === "registry" && origin.address !== undefined)?.origin.address;
  const origin = address === undefined ? undefined : ({ kind: "registry", address } as const);
  if (requirement !== undefined) return { kind: "version", name, requirement, origin };
  for (const dependency of known) {
    const { folder } = dependency.origin;
    if (dependency.origin.kind === "path" && folder !== undefined) return { kind: "folder", dependency, folder };
  }
  const locked = known.filter(({ version }) => version !== undefined);
  const [dependency] = locked.sort((a, b) => ecosystem.compareVersions(b.version ?? "", a.version ?? ""));
  if (dependency?.version === undefined)
    return { kind: "version", name: known[0]?.name ?? name, requirement: ecosystem.anyRequirement, origin };
  return { kind: "version", name: dependency.name, requirement: ecosystem.exactRequirement(dependency.version), dependency };
}
