/** Patterns of `files = […]`: `*` and `?` within a name, `**` for any folders. Linear in pattern and path. */

import { uncoverable } from "./uncoverable.ts";

export type Glob = readonly string[];

export function parseGlob(pattern: string): Glob {
  const parts = pattern
    .replaceAll("\\", "/")
    .split("/")
    .filter((part) => part !== "" && part !== ".");
  if (parts.length === 0 || parts.includes("..") || pattern.startsWith("/"))
    throw uncoverable(
      `${JSON.stringify(pattern)} is not a valid pattern of \`files\`: it starts at the plugin's folder and does not leave it`,
    );
  return parts;
}

export function matches(glob: Glob, path: string): boolean {
  return ends(glob, path).includes(glob.length);
}

/** Whether a path below this folder can match. */
export function mayLeadTo(glob: Glob, folder: string): boolean {
  return ends(glob, folder).some((at) => at < glob.length);
}

/** The positions in the pattern that are reached after the path. */
function ends(glob: Glob, path: string): readonly number[] {
  let reached = skipped(glob, new Set([0]));
  for (const name of path.split("/")) {
    const next = new Set<number>();
    for (const at of reached) {
      const part = glob[at];
      if (part === undefined) continue;
      if (part === "**") next.add(at);
      else if (matchesName(part, name)) next.add(at + 1);
    }
    reached = skipped(glob, next);
  }
  return [...reached];
}

/** `**` may stand for no folder at all. */
function skipped(glob: Glob, reached: Set<number>): Set<number> {
  for (const at of reached) if (glob[at] === "**") reached.add(at + 1);
  return reached;
}

function matchesName(part: string, name: string): boolean {
  let [at, on] = [0, 0];
  let star = -1;
  let from = 0;
  while (on < name.length) {
    if (part[at] === "*") {
      star = at++;
      from = on;
    } else if (part[at] === "?" || part[at] === name[on]) {
      at += 1;
      on += 1;
    } else if (star >= 0) {
      at = star + 1;
      on = ++from;
    } else return false;
  }
  while (part[at] === "*") at += 1;
  return at === part.length;
}
