/** A copy of the plugin's folder, in which its install commands run. */

import { chmodSync, copyFileSync, lstatSync, mkdirSync, type Stats } from "node:fs";
import { join } from "node:path";

import { shortHash } from "../../../host/bytes.ts";
import { entriesIn } from "../../../host/paths.ts";
import { type Refusal, refusal } from "../../refusal.ts";
import type { Acquirer } from "../program-source.ts";
import type { WantedFolder } from "./index.ts";

/** Large, and made from the rest. */
const LEFT_OUT: ReadonlySet<string> = new Set([".git", "node_modules", "target", ".venv"]);
const MOST_FILES = 20_000;
const MOST_BYTES = 1024 * 1024 * 1024;

export const acquirer: Acquirer<WantedFolder> = {
  isLocal: true,
  newest: ({ folder = "" }) => Promise.resolve(versionOf(folder)),
  acquire: ({ wanted: { folder = "" }, version = "", into }) => {
    const tree = treeOf(folder);
    if ("why" in tree) return Promise.resolve(tree);
    for (const { path, isFolder, mode } of tree.entries) {
      if (isFolder) mkdirSync(join(into, path), { mode: 0o700 });
      else {
        copyFileSync(join(folder, path), join(into, path));
        chmodSync(join(into, path), mode & 0o755);
      }
    }
    return Promise.resolve({ version, programs: {} });
  },
};

/** Of names, sizes and times: a changed file is another version. */
function versionOf(folder: string): { readonly version: string } | Refusal {
  const tree = treeOf(folder);
  if ("why" in tree) return tree;
  return { version: shortHash(JSON.stringify(tree.entries.map(({ path, size, mtimeMs, mode }) => [path, size, mtimeMs, mode]))) };
}

interface TreeEntry extends Pick<Stats, "size" | "mtimeMs" | "mode"> {
  readonly path: string;
  readonly isFolder: boolean;
}

/** Folders before their content. Links and special files stay behind. */
function treeOf(folder: string): { readonly entries: readonly TreeEntry[] } | Refusal {
  const entries: TreeEntry[] = [];
  const waiting = [""];
  let bytes = 0;
  for (const inner of waiting) {
    for (const { name } of [...entriesIn(join(folder, inner))].sort((left, right) => (left.name < right.name ? -1 : 1))) {
      if (LEFT_OUT.has(name)) continue;
      const path = join(inner, name);
      const stat = lstatSync(join(folder, path));
      const isFolder = stat.isDirectory();
      if (!isFolder && !stat.isFile()) continue;
      const [size, mtimeMs] = isFolder ? [0, 0] : [stat.size, stat.mtimeMs];
      entries.push({ path, isFolder, size, mtimeMs, mode: stat.mode });
      if (isFolder) waiting.push(path);
      bytes += size;
      if (entries.length > MOST_FILES || bytes > MOST_BYTES)
        return refusal(`${folder} has more than ${MOST_FILES} files or 1 GiB`, "move the plugin into a folder of its own");
    }
  }
  return { entries };
}
