/** The packages of a root's environment, for reading the root: versions where no lock file has them, and folders. */

import { type Bounds, boundsOf, isWrittenOutside } from "../../host/bounds.ts";
import { entryPath, pathExists, pathOfFileUrl } from "../../host/paths.ts";
import { readRegularTextIfAny } from "../../host/read-file.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import { stamped } from "../../host/stamp.ts";
import { isObject, parseJson } from "../../model/json.ts";
import type { DependencyOrigin } from "../ecosystem.ts";
import { foldName, installedIn } from "./distribution.ts";
import { type EnvironmentSurroundings, projectEnvironment } from "./environment.ts";
import { compareVersionTexts, parseVersion } from "./version.ts";

export type InstalledPackages = ReturnType<typeof installedPackages>;

/** `packageFolder` finds the import package of a metadata folder. An editable installation is in the folder of its source, and nowhere else. */
type InstalledOrigin = Pick<DependencyOrigin, "folder" | "beside"> & { readonly kind: "installed" | "path" };

/** Never throws. What is `watched` changes with every package that is installed or removed. */
export function installedPackages(root: string, where: EnvironmentSurroundings) {
  const watched: Stamped[] = [];
  const environment = projectEnvironment(root, where, watched);
  const sitePackages = environment?.sitePackages ?? [];
  for (const folder of sitePackages) watched.push(stamped(folder));
  const found = installedIn(sitePackages);
  const repository = boundsOf(where.repository ?? root);
  const installed = environment === undefined ? undefined : boundsOf(environment.folder);
  // `undefined` where it is not installed in this version. Without a version any one counts.
  const originOf = (name: string, version?: string): InstalledOrigin | undefined => {
    const one = found.get(foldName(name));
    if (one === undefined || installed === undefined || (version !== undefined && !isSameVersion(one.version, version))) return undefined;
    if (installed.leadsOut(one.metadata) !== undefined) return undefined;
    const source = editableSource(one.metadata, installed);
    if (source !== undefined && repository.leadsOut(source) === undefined) return { kind: "path", folder: source };
    if (source !== undefined && isWrittenOutside(source, repository)) return { kind: "path", beside: source };
    return { kind: "installed", folder: one.metadata };
  };
  return { environment, versionOf: (name: string) => found.get(foldName(name))?.version, originOf, watched };
}

/** A lock file may spell it differently from the installer: `1.0-1`, `v1.0`, `1.0RC1`. */
function isSameVersion(version: string, other: string): boolean {
  return version === other || (parseVersion(version) !== undefined && compareVersionTexts(version, other) === 0);
}

const MOST_BYTES = 64 * 1024;

/** https://packaging.python.org/en/latest/specifications/direct-url/ */
function editableSource(metadata: string, { leadsOut }: Bounds): string | undefined {
  const file = entryPath(metadata, "direct_url.json");
  // Few have one, and a failed read costs more than all the rest.
  if (!pathExists(file) || leadsOut(file) !== undefined) return undefined;
  const text = readRegularTextIfAny(file, { maxBytes: MOST_BYTES });
  const value = text?.includes("editable") === true ? parseJson(text) : undefined;
  if (!isObject(value) || !isObject(value["dir_info"]) || value["dir_info"]["editable"] !== true) return undefined;
  try {
    return pathOfFileUrl(String(value["url"]));
  } catch {
    return undefined;
  }
}
