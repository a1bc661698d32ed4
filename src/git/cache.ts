/**
 * The cache of a repository: `<cache>/<parent>/<readable name>-<hash>/`, with a folder for each checkout, which never changes once
 * it has its name, and two records. `fetched.json` names the checkout in use; it is replaced as a whole, and only when that
 * changes, so that its stamp shows an index whether anything is new. `checked.json` records when the repository was last asked.
 */

import { join } from "node:path";

import type { Places } from "../platform/places.ts";
import { sha256 } from "../platform/sha256.ts";
import type { GitAddress } from "./address.ts";

/** Sources, and repositories of skill groups. */
export type CacheParent = "plugin-sources" | "plugins";

export interface CacheFolder {
  readonly folder: string;
  readonly fetched: string;
  readonly checked: string;
  /** Its lock, in the folder of all locks. */
  readonly lock: string;
}

export function cacheFolder({ cache, locks }: Pick<Places, "cache" | "locks">, parent: CacheParent, address: GitAddress): CacheFolder {
  const hash = sha256(address.key).slice(0, 16);
  const name = `${address.readable}-${hash}`;
  const folder = join(cache, parent, name);
  return {
    folder,
    fetched: join(folder, "fetched.json"),
    checked: join(folder, "checked.json"),
    lock: join(locks, `git-${parent}-${hash}`),
  };
}

/** Names of checkouts: the commit, and a number where an earlier one was damaged. */
export const CHECKOUT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})(?:-\d+)?$/;
