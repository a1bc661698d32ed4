/** A copy of the plugin's folder, in which its install commands run. */

import { chmodSync, copyFileSync, lstatSync, mkdirSync } from "node:fs";
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

interface TreeEntry {
  readonly path: string;
  readonly isFolder: boolean;
  readonly size: number;
  readonly mtimeMs: number;
  readonly mode: number;
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
      const { size, mtimeMs, mode, ...stat } = statOf(join(folder, path));
      if (!stat.isFolder && !stat.isFile) continue;
      entries.push({ path, isFolder: stat.isFolder, size: stat.isFolder ? 0 : size, mtimeMs: stat.isFolder ? 0 : mtimeMs, mode });
      if (stat.isFolder) waiting.push(path);
      else bytes += size;
      if (entries.length > MOST_FILES || bytes > MOST_BYTES)
        return refusal(`${folder} has more than ${MOST_FILES} files or 1 GiB`, "move the plugin into a folder of its own");
    }
  }
  return { entries };
}

function statOf(path: string) {
  const stat = lstatSync(path);
  return { size: stat.size, mtimeMs: stat.mtimeMs, mode: stat.mode, isFolder: stat.isDirectory(), isFile: stat.isFile() };
}
