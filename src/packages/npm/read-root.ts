/** Reads an npm workspace from its files, whichever package manager it uses. Starts no process and writes nothing (PL-12). */

import { readTextFileWithin } from "../../files/text-file.ts";
import { type Bounds, boundsOf } from "../../host/bounds.ts";
import { entryPath } from "../../host/paths.ts";
import { MISSING, stamped, stampOf } from "../../host/stamp.ts";
import type { RootSurroundings, WorkspaceRoot } from "../ecosystem.ts";
import { dependenciesOf } from "./dependencies.ts";
import { findLock } from "./find-lock.ts";
import { catalogsIn, findNpmRoot, isInstalled, membersOf, workspaceAt } from "./members.ts";
import { openPackageManifests, type PackageManifest, type PackageManifests } from "./package-manifest.ts";
import { PNP_FILES } from "./pnp.ts";
import { readSettings } from "./settings-yaml.ts";

/** The root that the folder's manifest belongs to. Never throws. An installed package is not a root. */
export function readRoot(folder: string, where: RootSurroundings): WorkspaceRoot | undefined {
  const { repository, home } = where;
  const within = repository == null ? undefined : boundsOf(repository);
  if (isInstalled(folder, within?.top)) return undefined;
  const first = openPackageManifests(within);
  if (!first.isThere(folder)) return undefined;
  const found = findNpmRoot(folder, first, within, home);
  const bounds = within ?? boundsOf(found);
  return readRootAt(found, within === undefined ? openPackageManifests(bounds) : first, bounds);
}

function readRootAt(folder: string, manifests: PackageManifests, bounds: Bounds): WorkspaceRoot {
  const manifest = manifests.at(folder);
  const table = workspaceAt(folder, manifest, bounds);
  const lock = findLock(folder, manifest, bounds);
  const own = entryPath(folder, "package.json");
  const { members, listed, problems } = membersOf(manifest, table, manifests, bounds);
  const yarn = lock.manager === "yarn" ? yarnCatalogs(folder, members, bounds) : undefined;
  const catalogs = new Map([...(table?.catalogs ?? manifest?.catalogs ?? []), ...(yarn?.catalogs ?? [])]);
  const isPnp = lock.manager === "yarn" && stampOf(entryPath(folder, PNP_FILES[0])) !== MISSING;
  const read = dependenciesOf({ root: folder, members, manifests, catalogs, lock: lock.lock, bounds, isPnp });
  const pnpm = table?.stamp ?? stamped(entryPath(folder, "pnpm-workspace.yaml"));
  const isPnpm = pnpm[1] !== MISSING;
  return {
    ecosystem: "npm",
    folder,
    members: members.flatMap(({ name, version, folder: at }) => (name === undefined ? [] : [{ name, version, folder: at }])),
    dependencies: read.dependencies,
    isUnlocked: lock.lock === undefined,
    checked: [manifests.stamps.get(own) ?? stamped(own), ...lock.checked, ...(isPnpm ? [pnpm] : [])],
    watched: [
      ...[...manifests.stamps.values()].filter(([file]) => file !== own),
      ...listed,
      ...lock.watched,
      ...(isPnpm ? [] : [pnpm]),
      ...(yarn === undefined ? [] : [yarn.stamp]),
    ],
    problems: [...manifests.problems, ...(table?.problems ?? []), ...problems, ...lock.problems, ...read.problems],
  };
}

const YARN_KEYS: ReadonlySet<string> = new Set(["catalog", "catalogs"]);

/** Yarn's lock file names the requirements behind `catalog:`, and only `.yarnrc.yml` says which. */
function yarnCatalogs(folder: string, members: readonly PackageManifest[], bounds: Bounds) {
  const isAsked = members.some(({ declared }) => declared.some(({ requirement }) => requirement.startsWith("catalog:")));
  if (!isAsked) return undefined;
  const file = entryPath(folder, ".yarnrc.yml");
  const stamp = stamped(file);
  const read = readTextFileWithin(file, bounds);
  return { catalogs: catalogsIn(read.kind === "text" ? readSettings(read.text, YARN_KEYS) : undefined), stamp };
}
