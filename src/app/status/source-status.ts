/** The sources with what is known of fetching them. */

import type { Config } from "../../config/config.ts";
import type { Places } from "../../platform/places.ts";
import { gitSourcesOf } from "../../plugins/sources/configured-git.ts";
import { cacheFolder } from "../../git/cache.ts";
import { fetchedTree } from "../../git/fetched.ts";
import type { PluginSource } from "../../plugins/sources/source.ts";

export interface SourceStatus {
  readonly name: string;
  readonly origin: string;
  /** Why nothing of it can be used at present. */
  readonly unavailable?: string;
  /** What a git source has on this machine. */
  readonly fetched?: { readonly at: string; readonly commit: string };
  /** Why the last update failed; what was fetched before stays in use. */
  readonly failure?: string;
}

export function sourceStatus(sources: readonly PluginSource[], config: Config, places: Places): readonly SourceStatus[] {
  const git = gitSourcesOf(config, places).flatMap(({ name, address }) => (address.ok ? [{ name, address: address.address }] : []));
  return sources.map(({ name, origin, unavailable }) => {
    // Two sources may have one name; the address is shown as the origin.
    const remote = git.find((one) => one.name === name && one.address.shown === origin)?.address;
    const { tree, checked } = remote === undefined ? {} : fetchedTree(cacheFolder(places, "plugin-sources", remote), remote);
    return {
      name,
      origin,
      ...(unavailable === undefined ? {} : { unavailable }),
      ...(tree === undefined ? {} : { fetched: { at: isoTime(tree.record.fetchedAt), commit: tree.record.commit } }),
      // Where nothing was fetched before, it is the reason why the source is not available.
      ...(checked?.failure === undefined || tree === undefined ? {} : { failure: checked.failure }),
    };
  });
}

/** Of any number that a record may hold. */
export function isoTime(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? "unknown" : date.toISOString();
}
