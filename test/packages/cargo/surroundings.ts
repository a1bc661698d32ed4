/** Roots in temporary folders, with a Cargo home that is empty unless a test fills it. */

import { join } from "node:path";

import { readCargoRoot } from "../../../src/packages/cargo/read-root.ts";
import type { RootSurroundings, WorkspaceRoot } from "../../../src/packages/ecosystem.ts";

export function surroundingsIn(folder: string): RootSurroundings {
  return {
    env: { CARGO_HOME: join(folder, "cargo-home") },
    home: folder,
    os: "linux",
    madeLock: (root) => join(folder, "made", root.length.toString()),
  };
}

/** The root of a folder that has one. */
export function rootOf(folder: string, where: RootSurroundings): WorkspaceRoot {
  const root = readCargoRoot(folder, where);
  if (root === undefined) throw new Error(`no root for ${folder}`);
  return root;
}

/** `name version`, in order. */
export function dependenciesOf({ dependencies }: Pick<WorkspaceRoot, "dependencies">): string[] {
  return dependencies.map(({ name, version }) => (version === undefined ? name : `${name} ${version}`)).sort();
}
