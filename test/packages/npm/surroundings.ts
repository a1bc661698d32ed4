/** Roots in temporary folders. */

import type { RootSurroundings, WorkspaceRoot } from "../../../src/packages/ecosystem.ts";
import { readRoot } from "../../../src/packages/npm/read-root.ts";

export function surroundingsIn(folder: string, repository?: string): RootSurroundings {
  return { env: {}, home: `${folder}/home`, os: "linux", madeLock: () => "", ...(repository === undefined ? {} : { repository }) };
}

/** The root of a folder that has one; the folder is its repository, unless another is given. */
export function rootOf(folder: string, repository = folder): WorkspaceRoot {
  const root = readRoot(plain(folder), surroundingsIn(plain(repository), plain(repository)));
  if (root === undefined) throw new Error(`no root for ${folder}`);
  return root;
}

export function plain(folder: string): string {
  return folder.replace(/\/$/, "");
}

/** `name version`, or `name requirement` in brackets, in order. */
export function listed({ dependencies }: Pick<WorkspaceRoot, "dependencies">): string[] {
  return dependencies.map(({ name, version, requirement }) => `${name} ${version ?? `(${requirement ?? ""})`}`).sort();
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** A lock file of npm for one package without workspaces. */
export function packageLock(dependencies: Readonly<Record<string, string>>): string {
  const packages = Object.entries(dependencies).map(([name, version]) => [`node_modules/${name}`, { version, integrity: "sha512-AAAA" }]);
  return json({ lockfileVersion: 3, packages: Object.fromEntries([["", { dependencies }], ...packages]) });
}
