/** Packages' plugins as the commands show them: why one is active here, or what would make it so. */

import { isNetworkPath } from "../../consent/used-folder.ts";
import type { Config } from "../../files/config.ts";
import type { PlacedContext } from "../../host/places.ts";
import { quotedPath } from "../../model/safe-text.ts";
import { type Dependency, packageSurroundings, type PackageSurroundings } from "../../packages/ecosystem.ts";
import { ecosystemNamed } from "../../packages/list.ts";
import type { Workspace } from "../../packages/workspace.ts";
import { decisionOn, namesPackage } from "../enablement.ts";
import { type Candidate, candidatesIn, carriesPlugin, openCandidates } from "../packages/candidates.ts";
import { packageNamed } from "../packages/package-references.ts";
import { type PackageOrigin, packageSource, type PluginOrigin } from "../plugin.ts";
import { besidePath, isUnread, unreadText } from "../workspace-around.ts";
import { type PackageHere, type PluginHere, USED } from "./plugin-here.ts";

export const DEPENDENCIES = "dependencies";

export function packageReason(origin: PackageOrigin, config: Config, workspace: Workspace | null): Pick<PluginHere, "reason" | "change"> {
  if (origin.through.length > 0) return { reason: chainedFrom(origin.through) };
  const beside = workspace?.dependencies.find((one) => one.origin.named === true && packageSource(one) === packageSource(origin));
  const path = beside === undefined ? undefined : besidePath(beside.origin, workspace!);
  if (path !== undefined) return { reason: `\`use ${quotedPath(path)}\``, change: `use ${quotedPath(path)} --remove` };
  const decision = decisionOn(origin, config, workspace?.folder ?? null);
  if (decision === "auto-enabled") return { reason: "`[plugins] auto-enable`" };
  return { reason: USED, change: `use ${origin.name} --remove` };
}

export function chainedFrom(through: readonly string[]): string {
  return `chained from \`${through.at(-1)}\``;
}

export function packageHere({ ecosystem, name, version }: PackageHere): PackageHere {
  return { ecosystem, name, version };
}

/** Dependencies that bring a plugin which the user has not enabled, or has declined. */
export function candidatesHere(of: CandidatesOf, place: PlacedContext) {
  const candidates = candidatesIn(of.workspace, of.config, packageSurroundings(place));
  const open = openCandidates(candidates, of.loaded.plugins);
  const shown = candidates.filter((one) => one.decision === "declined" || open.includes(one));
  return shown.map((candidate) => ({ candidate, here: shownCandidate(candidate) }));
}

/** So many are shown: a clone may name thousands. */
export const MOST_BESIDE = 20;

/**
 * Dependencies in folders beside the project, which may bring a plugin: nothing is read before the user names the folder (PL-32). The plugin of a
 * copy that a package manager installed counts as any other; without one, the folder may still have it.
 */
export function besideHere({ workspace, config }: Pick<CandidatesOf, "workspace" | "config">, place: PlacedContext) {
  const isCopied = ({ origin }: Dependency) => origin.beside !== undefined && origin.named === undefined && !isUnread(origin);
  const beside = (workspace?.dependencies ?? []).filter((one) => isUnread(one.origin) || isCopied(one));
  const copies = beside.some(isCopied) ? candidatesIn(workspace, config, packageSurroundings(place)) : [];
  const sources = new Set(copies.map(packageSource));
  const all = beside.filter((one) => !sources.has(packageSource(one)) && decisionOn(one, config, workspace!.folder) !== "declined");
  return [...new Map(all.map((one) => [packageSource(one), one])).values()].map(({ origin, ...one }) => {
    const path = besidePath(origin, workspace!) ?? "";
    const change = isNetworkPath(path) ? undefined : `use ${quotedPath(path)}`;
    const reason = `${one.name === origin.beside ? "a dependency" : `dependency ${one.name}`} ${unreadText(origin, path)}`;
    const base = { name: one.name, kind: "plugin", source: DEPENDENCIES, package: packageHere(one), state: "candidate" } as const;
    return { path, here: { ...base, reason, change } };
  });
}

interface CandidatesOf {
  readonly config: Config;
  readonly workspace: Workspace | null;
  readonly loaded: { readonly plugins: readonly { readonly origin: PluginOrigin }[] };
}

function shownCandidate(candidate: Candidate): PluginHere {
  const { name, version, decision } = candidate;
  const from = `found via dependency ${name}${version === undefined ? "" : ` ${version}`}`;
  const base = { name, kind: "plugin", source: DEPENDENCIES, package: packageHere(candidate) } as const;
  if (decision === "declined") return { ...base, state: "disabled", reason: `${from}, declined (\`[plugins] disable\`)` };
  return { ...base, state: "candidate", reason: `${from}, awaiting consent`, change: `use ${name}` };
}

/**
 * What is known about a package that the user names, besides plugins that are loaded already; `undefined` where the name means no package. One that is
 * neither a dependency nor on this machine must be named with its ecosystem: a misspelt name must not fetch a stranger's package.
 */
export function packageFor(name: string, workspace: Workspace | null, where: PackageSurroundings) {
  const dependencies = workspace?.dependencies.filter((dependency) => namesPackage(name, dependency)) ?? [];
  if (dependencies.length > 0) {
    const found = dependencies.map((one) => ({ ...one, folder: ecosystemNamed(one.ecosystem)?.packageFolder(one, where) }));
    if (found.some(({ folder }) => folder === undefined)) return "not on this machine";
    const isCarrier = found.some(({ ecosystem, folder = "" }) => carriesPlugin({ ecosystem, folder }));
    return isCarrier ? "carries a plugin" : "dependency without a plugin";
  }
  const named = packageNamed(name);
  const ecosystem = named === undefined ? undefined : ecosystemNamed(named.ecosystem);
  if (named === undefined || ecosystem === undefined) return undefined;
  const [newest] = ecosystem.unpackedPackages(named.name, where);
  if (newest === undefined) return named.isExplicit ? "not on this machine" : undefined;
  return carriesPlugin({ ecosystem: named.ecosystem, folder: newest.folder }) ? "carries a plugin" : "carries nothing";
}
