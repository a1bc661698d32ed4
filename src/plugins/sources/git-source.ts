/** A source that is a git repository: lists what was fetched last, and fetches nothing. */

import type { AddressResult, GitAddress } from "../../files/git/address.ts";
import { cacheFolder, type Fetched, fetchedTree } from "../../files/git/cache.ts";
import type { Problem } from "../../files/problem.ts";
import type { Places } from "../../host/places.ts";
import { listFolder } from "./folder.ts";
import { EMPTY_LISTING, type IsKnown, type PluginSource, type SourceListing } from "./source.ts";

export function gitSource({ name, address: read }: ConfiguredGitSource, places: Pick<Places, "config" | "cache" | "locks">): PluginSource {
  if (!read.ok) {
    const problem = addressProblem(name, read, places);
    const list = () => ({ ...EMPTY_LISTING, problems: [problem], unread: [{ problem }] });
    return { name, origin: "git", unavailable: read.message, list };
  }
  const { address } = read;
  const fetched = fetchedTree(cacheFolder(places, "plugin-sources", address), address);
  const { tree, checked, problem } = fetched;
  return {
    name,
    origin: address.shown,
    ...(tree === undefined
      ? { unavailable: problem === undefined ? unfetchedText(checked, syncOf(name)) : `the fetched copy ${problem.message}` }
      : { folder: tree.root, checkout: { folder: tree.checkout, commit: tree.record.commit } }),
    list: (isKnown) => listFetched(name, address, fetched, isKnown),
  };
}

/** The tree itself never changes, so the record and its root folder represent all of it. */
function listFetched(
  name: string,
  address: GitAddress,
  { tree, checked, stamp, problem }: Fetched,
  isKnown: IsKnown | undefined,
): SourceListing {
  const problems: Problem[] = problem === undefined ? [] : [problem];
  if (address.insecure) {
    const message = `source \`${name}\` is fetched over plain http, so others can change it in transit`;
    problems.push({ severity: "warning", file: address.shown, message, hint: "use https" });
  }
  if (tree === undefined) {
    // Reported only where plugins of the source are known from before.
    const message = `source \`${name}\` ${unfetchedText(checked, syncOf(name))}`;
    const unread = { problem: problem ?? ({ severity: "warning", file: address.shown, message } as const) };
    return { ...EMPTY_LISTING, root: stamp, problems, unread: [unread] };
  }
  if (checked?.failure !== undefined)
    problems.push({ severity: "warning", file: address.shown, message: keptText(name, checked.failure, tree.record.fetchedAt) });
  const listing = listFolder(tree.root, tree.checkout, isKnown);
  const watched = listing.root === undefined ? [] : [listing.root];
  return { ...listing, root: stamp, watched, problems: [...problems, ...listing.problems] };
}

/** A name that a shell would split is not part of the command. */
function syncOf(name: string): string {
  return /^[\w.-]+$/.test(name) ? `plugin sync ${name}` : "plugin sync";
}

export function unfetchedText(checked: Fetched["checked"], command: string): string {
  if (checked?.failure === undefined) return `has not been fetched yet: run \`symposium ${command}\``;
  return `could not be fetched: ${checked.failure}; run \`symposium ${command}\` to try again`;
}

/** The message when the repository failed and the cache is used. A record may have any number for the time. */
export function keptText(name: string, failure: string, fetchedAt: number): string {
  const date = new Date(fetchedAt);
  const day = Number.isNaN(date.getTime()) ? "an unknown day" : date.toISOString().slice(0, 10);
  return `source \`${name}\` could not be updated: ${failure}; the copy fetched on ${day} stays in use`;
}

export interface ConfiguredGitSource {
  readonly name: string;
  readonly autoUpdate: boolean;
  readonly address: AddressResult;
}

export function addressProblem(name: string, { message, hint }: AddressResult & { ok: false }, { config: file }: Pick<Places, "config">) {
  return { severity: "error", file, message: `source \`${name}\`: ${message}`, hint } as const;
}
