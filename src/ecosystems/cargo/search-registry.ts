/** Searches the user's registry with `cargo search`, in an empty folder. */

import type { FetchSurroundings, RegistrySearch } from "../ecosystem.ts";
import { outsideFailure } from "../refusal.ts";
import { runManager } from "../run-manager.ts";
import { failureOf } from "./fetch-failure.ts";
import { inCargoFolder } from "./in-cargo-folder.ts";
import { cargoHomeOf } from "./package-folder.ts";
import { userRegistry } from "./user-registry.ts";

const MOST_FOUND = "20";

export async function searchRegistry(query: string, where: FetchSurroundings): Promise<RegistrySearch> {
  const answer = await inCargoFolder(where, async ({ manager, folder }): Promise<RegistrySearch> => {
    const registry = userRegistry(cargoHomeOf({ env: manager.env, home: where.home }));
    if ("problem" in registry) return { unasked: registry.problem };
    const printed = await runManager(manager, ["search", "--quiet", "--limit", MOST_FOUND, ...registry.args, "--", query], folder);
    if (!("failure" in printed))
      return { registry: registry.title, packages: packagesIn(printed.stdout), hasMore: HAS_MORE.test(printed.stdout) };
    if (/does not support API commands/.test(printed.stderr)) return { unasked: `${registry.title} cannot be searched` };
    return { unasked: failureOf(printed, registry.title).why };
  }).catch((error: unknown) => ({ unasked: outsideFailure(error) }));
  return "why" in answer ? { unasked: answer.why } : answer;
}

const FOUND = /^([A-Za-z0-9_-]+) = "([^"]*)"(?:\s+#(.*))?$/;
const HAS_MORE = /^\.\.\. and \d+ crates? more/m;

function packagesIn(stdout: string) {
  return stdout.split("\n").flatMap((line) => {
    const [, name, version, description] = FOUND.exec(line.trimEnd()) ?? [];
    if (name === undefined || version === undefined) return [];
    const said = description?.trimStart() ?? "";
    return [{ name, version, ...(said === "" ? {} : { description: said }) }];
  });
}
