import type { Workspace } from "../../src/packages/workspace.ts";

/** A Cargo workspace in `/w` with these dependencies: `serde`, or `serde 1.2.0`. */
export function workspaceWith(packages: readonly string[]): Workspace {
  const dependencies = packages.map((text) => {
    const [name = "", version = "1.0.0"] = text.split(" ");
    return { ecosystem: "cargo", name, version, origin: { kind: "registry" } } as const;
  });
  const root = { ecosystem: "cargo", folder: "/w", members: [], dependencies, checked: [], watched: [], problems: [], isUnlocked: false };
  return { folder: "/w", repository: null, roots: [root], members: [], dependencies, checked: [], watched: [], problems: [] };
}
