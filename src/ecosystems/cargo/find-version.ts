/** The newest version of a crate in the user's registry that a requirement allows. */

import type { FetchSurroundings, FoundVersion, WantedPackage } from "../ecosystem.ts";
import { outsideFailure, type Refusal, refusal } from "../refusal.ts";
import { inCargoFolder } from "./in-cargo-folder.ts";
import { cargoHomeOf } from "./package-folder.ts";
import { resolveVersion } from "./resolve-version.ts";
import { userRegistry } from "./user-registry.ts";

export async function findVersion(
  { name, requirement = "*" }: Pick<WantedPackage, "name" | "requirement">,
  where: FetchSurroundings,
): Promise<FoundVersion | Refusal> {
  // It could be an option or a path.
  if (!/^[A-Za-z0-9_][A-Za-z0-9_-]*$/.test(name)) return refusal("that is not the name of a crate");
  return inCargoFolder(where, async (folder) => {
    const registry = userRegistry(cargoHomeOf({ env: folder.manager.env, home: where.home }));
    // Cargo itself reads a replacement that is not on the web, such as a folder.
    const asked = "problem" in registry ? { args: [], title: "the user's replacement of crates.io" } : registry;
    const found = await resolveVersion({ name, requirement, namedIn: "" }, folder, asked);
    return "why" in found ? found : { name: found.name, version: found.version };
  }).catch((error: unknown) => refusal(outsideFailure(error)));
}
