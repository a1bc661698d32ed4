/** Everything the skills of a workspace are made from, with its stamps: a later session compares them to see whether skills are up to date. */

import { join } from "node:path";

import { boundsOfWorkspace } from "../../ecosystems/workspace.ts";
import { boundsOf } from "../../platform/bounds.ts";
import { entriesIn } from "../../platform/folder-entries.ts";
import { MISSING, type Stamped, stamped } from "../../platform/stamp.ts";
import { MARKER } from "../../skills/marker.ts";
import type { Gathered } from "./gather.ts";

/** Each costs the start of a session one check; beyond this the folders must do. */
const MOST_FILES = 5_000;

/** `installed` are the current copies: one that a user removes is made again. */
export function inputsOf(
  { loaded, workspace, collected }: Gathered,
  installed: readonly string[],
  configFile: Stamped,
): readonly Stamped[] {
  const bounds = workspace === null ? undefined : boundsOfWorkspace(workspace);
  // What leads out of the workspace is not read, so nothing depends on it.
  const isInside = (folder: string) => bounds?.leadsOut(folder) === undefined;
  const isMissing = ([, stamp]: Stamped) => stamp === MISSING;
  const own = collected.own.filter((one) => !isMissing(one)).map(([folder]) => folder);
  const ofKind = (kind: "repository" | "source") => loaded.plugins.filter(({ origin }) => origin.kind === kind);
  const named = [...loaded.standalone.map(({ directory }) => directory), ...groupFolders(ofKind("source"))];
  const ofWorkspace = [...own, ...groupFolders(ofKind("repository"))];
  const stamps = [
    configFile,
    ...loaded.roots,
    ...loaded.watched,
    ...(workspace?.checked ?? []),
    ...(workspace?.watched ?? []),
    ...collected.own.filter(isMissing),
    ...treeStamps(ofWorkspace, isInside),
    ...loaded.plugins.flatMap(stampsOfPackage),
    ...treeStamps([...named, ...collected.skills.map(({ skill }) => skill.directory)]),
    ...[...loaded.surroundings.checkedPaths].map(stamped),
    ...installed.map((directory) => stamped(join(directory, MARKER))),
  ];
  return [...new Map(stamps.map((each) => [each[0], each])).values()];
}

type Plugins = Gathered["loaded"]["plugins"];

/** Its manifest may name any folder; only those inside the package are read. */
function stampsOfPackage(loaded: Plugins[number]): Stamped[] {
  if (loaded.origin.kind !== "package") return [];
  const { leadsOut } = boundsOf(loaded.origin.folder);
  return treeStamps(groupFolders([loaded]), (folder) => leadsOut(folder) === undefined);
}

function groupFolders(plugins: Plugins): string[] {
  return plugins
    .filter(({ inactive }) => inactive === undefined)
    .flatMap(({ plugin }) => plugin.skills.flatMap(({ source }) => (source.kind === "path" ? [source.path] : [])));
}

/** Folders before their content, each once. Links are stamped but not entered, nor is what is not `isWanted`, where that is given. */
function treeStamps(folders: readonly string[], isWanted: (folder: string) => boolean = () => true): Stamped[] {
  const stamps: Stamped[] = [];
  const waiting = [...new Set(folders)];
  const seen = new Set(waiting);
  for (const folder of waiting) {
    const stamp = stamped(folder);
    if (stamp[1] !== MISSING && !isWanted(folder)) continue;
    stamps.push(stamp);
    for (const entry of stamp[1] === MISSING ? [] : entriesIn(folder)) {
      const path = join(folder, entry.name);
      if (seen.has(path)) continue;
      seen.add(path);
      if (entry.isDirectory()) waiting.push(path);
      else if (stamps.length < MOST_FILES) stamps.push(stamped(path));
    }
    if (waiting.length > MOST_FILES) break;
  }
  return stamps;
}
