/** Where the repository that a lead names is on this machine, and at which commit. Nothing is fetched. */

import { isAbsolute } from "node:path";

import { cacheFolder, fetchedTree } from "../../files/git/cache.ts";
import { isDisabledPackage } from "../enablement.ts";
import { GIT, gitText, repositoryName } from "../manifest/source-text.ts";
import { unfetchedText } from "../sources/git-source.ts";
import type { FoundPackage } from "./find-package.ts";
import type { RepositoryReference } from "./package-references.ts";
import { endsHere, MOST_OUTSIDE, reportOn, TOO_MANY, type Walk } from "./walk.ts";

/** `undefined` where it does not count, or is missing; that is reported. */
export function findRepository(lead: RepositoryReference, walk: Walk): (FoundPackage & { readonly key: string }) | undefined {
  const { address } = lead;
  const { config, places } = walk.request;
  const report = reportOn(lead, walk);
  const name = repositoryName(address);
  const key = `${GIT}:${name}`;
  if (isDisabledPackage({ ecosystem: GIT, name }, config) || endsHere(lead, key, key, walk)) return undefined;
  if (lead.visited.length > 0 && isAbsolute(address.url))
    return void report(`${key} is a path on this machine, and a package may not name one`, "use https://… or ssh://…");
  if (address.insecure) report(`${key} is fetched over plain http, so others can change it in transit`, "use https");
  if (walk.outside++ >= MOST_OUTSIDE) return void report(TOO_MANY);
  const { tree, checked, stamp, problem } = fetchedTree(cacheFolder(places, "plugins", address), address);
  walk.watched.push(stamp);
  walk.expected.push({ ecosystem: GIT, name });
  const here = { name: key, address };
  if (tree !== undefined) {
    walk.repositories.set(address.key, here);
    // A plugin without a name takes the last part of its address.
    const title = (address.subdir || address.readable).split(/\/|--/).at(-1);
    return { kind: "found", key, name, title, version: tree.record.commit, folder: tree.root };
  }
  const why = problem === undefined ? unfetchedText(checked, "sync") : `the fetched copy ${problem.message}`;
  const missing = report(`the plugin in ${gitText(address)} is missing: ${why}`, "skills already installed from there stay");
  walk.repositories.set(address.key, { ...here, problem: missing });
  walk.unread.push({ ecosystem: GIT, name });
  return undefined;
}
