/** Roots in temporary folders, without any environment unless a test makes one. */

import { join } from "node:path";

import type { RootSurroundings, WorkspaceRoot } from "../../../src/packages/ecosystem.ts";
import { readRoot } from "../../../src/packages/pypi/read-root.ts";

export function surroundingsIn(repository: string): RootSurroundings {
  return { env: {}, home: join(repository, "..", "home"), os: "linux", repository, madeLock: () => join(repository, "none") };
}

export function rootAt(folder: string, where: Partial<RootSurroundings> = {}): WorkspaceRoot {
  const path = folder.replace(/\/$/, "");
  const root = readRoot(path, { ...surroundingsIn(path), ...where });
  if (root === undefined) throw new Error(`no root for ${path}`);
  return root;
}

/** `name version`, or the requirement, in order. */
export function dependenciesOf({ dependencies }: Pick<WorkspaceRoot, "dependencies">): string[] {
  return dependencies.map(({ name, version, requirement = "" }) => `${name} ${version ?? requirement}`.trim()).sort();
}
