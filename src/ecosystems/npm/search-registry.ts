/** Searches the user's registry with `npm search`, in an empty folder. */

import type { FetchSurroundings, FoundPackage, RegistrySearch } from "../ecosystem.ts";
import { outsideFailure } from "../refusal.ts";
import { runManager } from "../run-manager.ts";
import { failureOf } from "./fetch-failure.ts";
import { inNpmFolder } from "./in-npm-folder.ts";
import { isPackageName } from "./package-name.ts";
import { configuredHosts, NPM_REGISTRY } from "./user-registry.ts";

const MOST_FOUND = 20;

export async function searchRegistry(query: string, where: FetchSurroundings): Promise<RegistrySearch> {
  const answer = await inNpmFolder(where, async (empty): Promise<RegistrySearch> => {
    // One more than are shown says whether there are more.
    const args = ["search", "--json", `--searchlimit=${MOST_FOUND + 1}`, "--", query];
    const [printed, [host]] = await Promise.all([runManager(empty.manager, args, empty.folder), configuredHosts("", empty)]);
    const registry = host === undefined || host === "registry.npmjs.org" ? NPM_REGISTRY : host;
    if ("failure" in printed) return { unasked: unaskedBy(printed, registry) };
    const entries = JSON.parse(printed.stdout) as unknown;
    if (!Array.isArray(entries)) return { unasked: "npm printed something else than a list" };
    return { registry, packages: entries.slice(0, MOST_FOUND).flatMap(packageIn), hasMore: entries.length > MOST_FOUND };
  }).catch((error: unknown) => ({ unasked: outsideFailure(error) }));
  return "why" in answer ? { unasked: answer.why } : answer;
}

function unaskedBy(printed: { readonly failure: string; readonly stderr: string }, registry: string): string {
  return /code E404/.test(printed.stderr) ? `${registry} cannot be searched` : failureOf(printed, registry).why;
}

function packageIn(entry: unknown): FoundPackage[] {
  const { name, version, description } = (entry ?? {}) as { readonly [key in keyof FoundPackage]?: unknown };
  if (typeof name !== "string" || !isPackageName(name) || typeof version !== "string") return [];
  return [{ name, version, ...(typeof description === "string" && description !== "" ? { description } : {}) }];
}
