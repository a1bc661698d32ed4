/** Asking the repositories that a settled sync goes by for news, as often as any sync does. */

import { configInForce } from "../config/read-config.ts";
import type { GitAddress } from "../plugins/sources/git/address.ts";
import { updateGroups, updateSources } from "../plugins/sources/update-sources.ts";
import type { SyncWorld } from "./workspace/gather.ts";

/** Whether all could be asked; what is new shows in the files. */
export async function askRepositories({ context, places }: SyncWorld, groups: readonly unknown[]): Promise<boolean> {
  const read = configInForce(places);
  if (!read.ok) return false;
  const request = { level: "none", context, places } as const;
  const updates = await Promise.all([
    updateSources({ ...request, config: read.config }),
    updateGroups(groups as readonly { readonly name: string; readonly address: GitAddress }[], request),
  ]);
  return updates.flat().every(({ problem }) => problem === undefined);
}
