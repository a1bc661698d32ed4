/** Our files about one workspace: with the other caches, under a readable and unique name. */

import { basename, join } from "node:path";

import type { Places } from "./places.ts";
import { sha256 } from "./sha256.ts";

export interface WorkspaceState {
  /** What skills were last made from. */
  readonly synced: string;
  /** The answers of predicates' programs. */
  readonly answers: string;
  /** The generated lock file of an ecosystem, for a root without one. */
  readonly lock: (ecosystem: string) => string;
  /** What an ecosystem stored of this root. */
  readonly stored: (ecosystem: string) => string;
  /** The plugins that packages carry, as last read. */
  readonly carried: string;
  /** The workspace around this folder as last read. */
  readonly read: string;
  /** The same when it last had no mistake, for hook calls. */
  readonly good: string;
}

export function workspaceState(places: Pick<Places, "cache">, folder: string): WorkspaceState {
  const own = join(places.cache, "workspaces", workspaceName(folder));
  return {
    synced: join(own, "synced.json"),
    answers: join(own, "answers.json"),
    lock: (ecosystem) => join(own, `${ecosystem}.lock`),
    stored: (ecosystem) => join(own, `${ecosystem}.json`),
    carried: join(own, "carried.json"),
    read: join(own, "workspace.json"),
    good: join(own, "good-workspace.json"),
  };
}

/** `<last part of the path>-<8 hex digits>`. */
export function workspaceName(folder: string): string {
  return `${basename(folder) || "root"}-${sha256(folder).slice(0, 8)}`;
}
