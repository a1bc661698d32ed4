/** Roots in temporary folders, with a module cache that is empty unless a test fills it. */

import { join } from "node:path";

import type { PackageSurroundings, RootSurroundings, WorkspaceRoot } from "../../../src/packages/ecosystem.ts";
import { readRoot } from "../../../src/packages/go/read-root.ts";

export function surroundingsIn(folder: string, repository: string | null = null): RootSurroundings & PackageSurroundings {
  return {
    env: { GOPATH: join(folder, "go") },
    home: join(folder, "home"),
    os: "linux",
    cache: join(folder, "cache"),
    repository,
    madeLock: () => join(folder, "none"),
  };
}

/** The root of a folder that has one. */
export function rootOf(folder: string, where: RootSurroundings = surroundingsIn(folder)): WorkspaceRoot {
  const root = readRoot(folder, where);
  if (root === undefined) throw new Error(`no root for ${folder}`);
  return root;
}

/** `name version`, in order. */
export function dependenciesOf({ dependencies }: Pick<WorkspaceRoot, "dependencies">): string[] {
  return dependencies.map(({ name, version }) => (version === undefined ? name : `${name} ${version}`)).sort();
}
