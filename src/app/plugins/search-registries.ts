/** Packages of the registries of the workspace's ecosystems, through their own clients (PL-29). */

import { ECOSYSTEMS } from "../../ecosystems/list.ts";
import type { Workspace } from "../../ecosystems/workspace.ts";
import type { PlacedContext } from "../../platform/places.ts";

export interface RegistryResult {
  readonly ecosystem: string;
  /** The registry's display name. */
  readonly registry?: string;
  readonly found: readonly RegistryPackage[];
  /** There are more than these. */
  readonly hasMore: boolean;
  /** Why it was not asked, such as being offline. */
  readonly unasked?: string;
}

export interface RegistryPackage {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
}

/** Outside a workspace every ecosystem counts. Never rejects: a registry that does not answer says why. */
export async function searchRegistries(
  { context, places }: PlacedContext,
  query: string,
  workspace: Workspace | null,
): Promise<readonly RegistryResult[]> {
  const meant = workspace?.roots.map(({ ecosystem }) => ecosystem) ?? [];
  const asked = ECOSYSTEMS.filter(({ name }) => meant.length === 0 || meant.includes(name));
  const where = { ...context, cache: places.cache, repository: workspace?.repository ?? workspace?.folder ?? null };
  return Promise.all(
    asked.map(async ({ name: ecosystem, searchRegistry }): Promise<RegistryResult> => {
      const answer = await searchRegistry(query, where);
      if ("unasked" in answer) return { ecosystem, found: [], hasMore: false, unasked: answer.unasked };
      return { ecosystem, registry: answer.registry, found: answer.packages, hasMore: answer.hasMore };
    }),
  );
}
