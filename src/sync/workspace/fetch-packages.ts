/** Fetches packages that count here and are not on this machine, to read their plugins (PL-32). Only commands of the user do this. */

import type { Problem } from "../../documents/problem.ts";
import { ecosystemNamed } from "../../ecosystems/list.ts";
import type { Workspace } from "../../ecosystems/workspace.ts";
import type { PlacedContext } from "../../platform/places.ts";
import type { WantedHere } from "../../plugins/packages/walk.ts";

export interface FetchOrder {
  readonly workspace: Workspace | null;
  readonly onProgress?: ((message: string) => void) | undefined;
  /** What was tried before, which is not tried again. */
  readonly tried: Map<string, Problem | "fetched">;
}

/** Each starts a package manager; for more than these the user's own build is the better way. */
const MOST_FETCHED = 20;

/** Whether anything was fetched, so that plugins must be read again. */
export async function fetchPackages(
  { context, places }: PlacedContext,
  wanted: readonly (Omit<WantedHere, "problem"> & Partial<Pick<WantedHere, "problem">>)[],
  { workspace, onProgress, tried }: FetchOrder,
): Promise<boolean> {
  let hasNew = false;
  const repository = workspace?.repository ?? workspace?.folder ?? null;
  for (const { ecosystem: word, problem: _, ...one } of wanted) {
    const key = keyOf({ ecosystem: word, ...one });
    const ecosystem = ecosystemNamed(word);
    if (ecosystem === undefined || tried.has(key) || tried.size >= MOST_FETCHED) continue;
    onProgress?.(`fetching ${one.name}`);
    const fetched = await ecosystem.fetchPackage(one, { ...context, cache: places.cache, repository });
    tried.set(key, "folder" in fetched ? "fetched" : fetched);
    hasNew ||= "folder" in fetched;
  }
  return hasNew;
}

/** The same for packages that are on this machine, but in archives. */
export async function unpackArchived({ context, places }: PlacedContext, workspace: Workspace | null): Promise<void> {
  const repository = workspace?.repository ?? workspace?.folder ?? null;
  for (const { ecosystem, dependencies } of workspace?.roots ?? [])
    await ecosystemNamed(ecosystem)?.unpackArchived?.(dependencies, { ...context, cache: places.cache, repository });
}

/** What is reported instead of their absence. */
export function failureOf(wanted: WantedHere, { tried }: Pick<FetchOrder, "tried">): Problem | undefined {
  const result = tried.get(keyOf(wanted));
  return result === "fetched" ? undefined : result;
}

function keyOf({ ecosystem, name, version, requirement }: Pick<WantedHere, "ecosystem" | "name" | "version" | "requirement">): string {
  return JSON.stringify([ecosystem, name, version, requirement]);
}
