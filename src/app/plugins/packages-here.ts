/** Packages' plugins as the commands show them: why one is active here, or what would make it so. */

import type { Config } from "../../config/config.ts";
import { packageSurroundings } from "../../ecosystems/package-surroundings.ts";
import type { Dependency } from "../../ecosystems/ecosystem.ts";
import type { Workspace } from "../../ecosystems/workspace.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { type Candidate, candidatesIn, openCandidates } from "../../plugins/candidates.ts";
import { decisionOn } from "../../plugins/packages/package-decision.ts";
import { besidePath, isUnread, unreadText } from "../../plugins/named-folders.ts";
import { type PackageOrigin, packageSource, type PluginOrigin } from "../../plugins/plugin-origin.ts";
import { quotedPath } from "../../platform/quoted-path.ts";
import { isNetworkPath } from "../../trust/used-folder.ts";
import { type PackageHere, type PluginHere, USED } from "./plugin-here.ts";

/** The source of what is not enabled, as the commands show it. */
export const DEPENDENCIES = "dependencies";

/** Of a package's plugin that counts here. */
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
  return { ecosystem, name, ...(version === undefined ? {} : { version }) };
}

export interface CandidateHere {
  readonly candidate: Candidate;
  readonly here: PluginHere;
}

/** Dependencies that bring a plugin which the user has not enabled, or has declined. */
export function candidatesHere(of: CandidatesOf, place: PlacedContext): readonly CandidateHere[] {
  const candidates = candidatesIn(of.workspace, of.config, packageSurroundings(place));
  const open = openCandidates(candidates, of.loaded.plugins);
  return candidates
    .filter((one) => one.decision === "declined" || open.includes(one))
    .map((candidate) => ({ candidate, here: shownCandidate(candidate) }));
}

/** So many are shown: a clone may name thousands. */
export const MOST_BESIDE = 20;

export interface BesideHere {
  readonly path: string;
  readonly here: PluginHere & { readonly package: PackageHere };
}

/**
 * Dependencies in folders beside the project, which may bring a plugin: nothing is read before the user names the folder (PL-32). The plugin of a
 * copy that a package manager installed counts as any other; without one, the folder may still have it.
 */
export function besideHere({ workspace, config }: Pick<CandidatesOf, "workspace" | "config">, place: PlacedContext): readonly BesideHere[] {
  const isCopied = ({ origin }: Dependency) => origin.beside !== undefined && origin.named === undefined && !isUnread(origin);
  const beside = (workspace?.dependencies ?? []).filter((one) => isUnread(one.origin) || isCopied(one));
  const carried = beside.some(isCopied) ? candidatesIn(workspace, config, packageSurroundings(place)) : [];
  const sources = new Set(carried.map(packageSource));
  const all = beside.filter((one) => !sources.has(packageSource(one)) && decisionOn(one, config, workspace!.folder) !== "declined");
  return [...new Map(all.map((one) => [packageSource(one), one])).values()].map(({ origin, ...one }) => {
    const path = besidePath(origin, workspace!) ?? "";
    const change = isNetworkPath(path) ? {} : { change: `use ${quotedPath(path)}` };
    const reason = `${one.name === origin.beside ? "a dependency" : `dependency ${one.name}`} ${unreadText(origin, path)}`;
    const base = { name: one.name, kind: "plugin", source: DEPENDENCIES, package: packageHere(one), state: "candidate" } as const;
    return { path, here: { ...base, reason, ...change } };
  });
}

export interface CandidatesOf {
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
