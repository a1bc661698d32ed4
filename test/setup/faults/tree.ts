/** A folder with everything in it as a value: to compare, and to put back. */

import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Path → `mode kind bytes`; folders end with a slash. Bytes are shown as Latin-1, so that none is lost. */
export type Tree = Readonly<Record<string, string>>;

export function treeOf(folder: string, { times = false } = {}): Tree {
  const tree: Record<string, string> = {};
  const walk = (path: string) => {
    for (const name of readdirSync(join(folder, path)).toSorted()) {
      const at = path === "" ? name : `${path}/${name}`;
      const stat = lstatSync(join(folder, at));
      const head = `${(stat.mode & 0o7777).toString(8)}${times ? ` ${stat.mtimeMs}` : ""}`;
      if (stat.isSymbolicLink()) tree[at] = `link ${readlinkSync(join(folder, at))}`;
      else if (stat.isFile()) tree[at] = `${head} ${readFileSync(join(folder, at), "latin1")}`;
      else if (stat.isDirectory()) tree[`${at}/`] = head;
      else tree[at] = `${head} other`;
      if (stat.isDirectory()) walk(at);
    }
  };
  walk("");
  return tree;
}

export function putBack(folder: string, tree: Tree): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
  put(folder, Object.entries(tree));
}

/** The same, without touching what is as it was. */
export function putBackChanged(folder: string, tree: Tree): void {
  const present = treeOf(folder);
  const isOther = (path: string) => present[path] !== tree[path];
  for (const path of Object.keys(present)) if (isOther(path)) rmSync(join(folder, path), { recursive: true, force: true });
  const kept = treeOf(folder);
  put(
    folder,
    Object.entries(tree).filter(([path]) => !(path in kept)),
  );
}

function put(folder: string, entries: readonly (readonly [path: string, what: string])[]): void {
  for (const [path, what] of entries) {
    const target = join(folder, path);
    const [, mode = "", bytes = ""] = /^(\S+) ?([^]*)$/.exec(what) ?? [];
    mkdirSync(dirname(target), { recursive: true });
    if (path.endsWith("/")) mkdirSync(target, { recursive: true });
    else if (mode === "link") symlinkSync(bytes, target);
    else writeFileSync(target, bytes, "latin1");
    if (mode !== "link") chmodSync(target, Number.parseInt(mode, 8));
  }
}

export function without(tree: Tree, ...patterns: readonly RegExp[]): Tree {
  return Object.fromEntries(Object.entries(tree).filter(([path]) => !patterns.some((pattern) => pattern.test(path))));
}
