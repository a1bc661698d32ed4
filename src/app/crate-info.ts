/** `crate-info`: which version of a crate is meant, and where its source lies. From files alone; nothing is fetched. */

import { choosePackage } from "../ecosystems/choose-package.ts";
import type { Dependency, PackageSurroundings, Requirement } from "../ecosystems/ecosystem.ts";
import { findWorkspace } from "../ecosystems/find-workspace.ts";
import { ecosystemNamed } from "../ecosystems/list.ts";
import { packageSurroundings } from "../ecosystems/package-surroundings.ts";
import type { Workspace } from "../ecosystems/workspace.ts";
import { UserError } from "../errors.ts";
import { workspaceAround } from "../plugins/workspace-around.ts";
import type { PlacedContext } from "../platform/places.ts";

const cargo = ecosystemNamed("cargo")!;

export interface CrateInfo {
  /** As its own manifest spells it. */
  readonly name: string;
  readonly version: string;
  /** The folder with its `Cargo.toml`. */
  readonly source: string;
}

export interface WantedCrate {
  readonly name: string;
  /** As in `Cargo.toml`. */
  readonly requirement?: string | undefined;
}

/** What was asked for wins over what the workspace has; without a requirement the workspace decides. */
export function crateInfo(cli: PlacedContext, wanted: WantedCrate): CrateInfo {
  const { context } = cli;
  const where = packageSurroundings(cli);
  const requirement = checked(wanted);
  const workspace = workspaceAround(findWorkspace(context.cwd), cli);
  const member = wanted.requirement === undefined ? workspace?.members.find(({ name }) => isSame(name, wanted.name)) : undefined;
  if (member !== undefined) return { name: member.name, version: member.version ?? NO_VERSION, source: member.folder };

  const chosen = choosePackage(workspace ?? { dependencies: [] }, cargo, wanted);
  if (chosen.kind === "folder") {
    const { name, version = NO_VERSION } = chosen.dependency;
    return { name, version, source: chosen.folder };
  }
  const dependency = chosen.dependency ?? lockedIn(workspace, wanted, requirement);
  const info = dependency === undefined ? unpackedInfo(wanted, requirement, where) : unpackedDependency(dependency, where);
  if (info !== undefined) return info;
  throw notHere(wanted, dependency, workspace);
}

/** What Cargo takes where a manifest gives no version. */
const NO_VERSION = "0.0.0";

function isSame(left: string, right: string): boolean {
  return cargo.foldName(left) === cargo.foldName(right);
}

function checked({ name, requirement = "*" }: WantedCrate): Requirement {
  if (!cargo.isName(name)) throw new UserError("NAME", `${JSON.stringify(name)} is not the name of a crate`);
  const meant = cargo.ownRequirement(requirement);
  if (!("problem" in meant)) return meant;
  throw new UserError("REQUIREMENT", `--version: ${meant.problem}`, { hint: 'write it as in Cargo.toml, such as "1.2" or "=0.7.3"' });
}

/** The newest of the workspace's own versions that is asked for. A folder has no version to be asked for. */
function lockedIn(workspace: Workspace | null, wanted: WantedCrate, requirement: Requirement): Dependency | undefined {
  const fits = ({ name, version, origin }: Dependency) =>
    isSame(name, wanted.name) && version !== undefined && origin.kind !== "path" && requirement.matches(version);
  const dependencies = workspace?.dependencies.filter(fits) ?? [];
  const newest = choosePackage({ dependencies }, cargo, { name: wanted.name });
  return newest.kind === "version" ? newest.dependency : undefined;
}

function unpackedDependency(dependency: Dependency, where: PackageSurroundings): CrateInfo | undefined {
  const { name, version = NO_VERSION } = dependency;
  const source = cargo.packageFolder(dependency, where);
  return source === undefined ? undefined : { name, version, source };
}

function unpackedInfo({ name }: WantedCrate, requirement: Requirement, where: PackageSurroundings): CrateInfo | undefined {
  const found = cargo.unpackedPackages(name, where).find(({ version }) => requirement.matches(version));
  return found === undefined ? undefined : { name: found.name, version: found.version, source: found.folder };
}

function notHere({ name, requirement }: WantedCrate, dependency: Dependency | undefined, workspace: Workspace | null): UserError {
  const root = workspace?.roots.findLast(({ dependencies }) => dependencies.some((one) => isSame(one.name, name)));
  const what = dependency === undefined ? `no source of \`${name}\`` : `the source of \`${dependency.name}\` ${dependency.version}`;
  const which = dependency === undefined && requirement !== undefined ? ` that meets "${requirement}"` : "";
  const hint =
    root === undefined
      ? `add it to a project with \`cargo add ${name}\`, then run \`cargo fetch\``
      : `run \`cargo fetch\` in ${root.folder}`;
  return new UserError("NOT-FETCHED", `${what}${which} is ${dependency === undefined ? "" : "not "}on this machine`, { hint });
}
