/** Skill groups whose skills are in a repository. Reads what was fetched; fetches nothing. */

import { dirname } from "node:path";

import type { Places } from "../platform/places.ts";
import type { SkillSource } from "../plugins/plugin.ts";
import { type AddressResult, gitAddress } from "../git/address.ts";
import { cacheFolder } from "../git/cache.ts";
import { fetchedTree } from "../git/fetched.ts";
import { unfetchedText } from "../plugins/sources/git-source.ts";
import type { SkillPlace } from "./skill-place.ts";

export type GitGroup = Extract<SkillSource, { readonly kind: "git" }>;

/** Relative paths start at the folder of the manifest. */
export function addressOfGroup({ address, pin, subdirectory }: GitGroup, manifest: string): AddressResult {
  const pinned = pin === undefined ? {} : { [pin.kind]: pin.name };
  return gitAddress(address, { ...pinned, ...(subdirectory === undefined ? {} : { subdir: subdirectory }), base: dirname(manifest) });
}

export type GroupTree =
  | { readonly ok: true; readonly folder: string; readonly place: SkillPlace }
  /** With the repository, where the address is valid. */
  | { readonly ok: false; readonly why: string; readonly repository?: string };

/** From the disk alone; what was fetched last counts, however old it is. */
export function treeOfGroup(group: GitGroup, manifest: string, source: string, places: Pick<Places, "cache" | "locks">): GroupTree {
  const read = addressOfGroup(group, manifest);
  if (!read.ok) return { ok: false, why: read.message };
  const { address } = read;
  const repository = address.shown;
  const { tree, checked, problem } = fetchedTree(cacheFolder(places, "plugins", address), address);
  if (tree === undefined) return { ok: false, repository, why: problem?.message ?? unfetchedText(checked, "sync") };
  return { ok: true, folder: tree.root, place: { source, checkout: { repository, folder: tree.checkout, commit: tree.record.commit } } };
}
