/** Gets the programs of a crate with the user's Cargo, into our folder or, with `global`, into the user's own. */

import { rmSync } from "node:fs";
import { join } from "node:path";

import { inEmptyFolder } from "../../ecosystems/empty-folder.ts";
import { ecosystemNamed } from "../../ecosystems/list.ts";
import { type Refusal, refusal } from "../../ecosystems/refusal.ts";
import { newestCommit } from "../../git/newest-commit.ts";
import { lookUp } from "../../lookup.ts";
import { namesIn } from "../../platform/folder-entries.ts";
import { gitRefusal } from "../git-refusal.ts";
import type { AcquiredFiles, Acquirer, AcquireOrder, AcquireServices } from "../program-source.ts";
import { binstall } from "./binstall.ts";
import { type Cargo, cargoSettings, cargoSurroundings } from "./cargo-program.ts";
import { installGlobally } from "./global.ts";
import { repositoryOf, type WantedCrate } from "./index.ts";
import { cargoInstall } from "./install.ts";
import { foundPrograms, programsIn } from "./programs.ts";

export const acquirer: Acquirer<WantedCrate> = { newest, acquire };

async function newest(wanted: WantedCrate, services: AcquireServices): Promise<{ readonly version: string } | Refusal> {
  const { crate, version } = wanted;
  if (wanted.git === undefined) {
    const where = cargoSurroundings(services);
    const found = await ecosystemNamed("cargo")?.findVersion?.(
      { name: crate, ...(version === undefined ? {} : { requirement: version }) },
      where,
    );
    return found ?? refusal("this version cannot ask Cargo's registry");
  }
  const address = repositoryOf(wanted);
  if (typeof address === "string") return refusal(address);
  const commit = await newestCommit({ address, ...services });
  return "failure" in commit ? gitRefusal(address, commit.failure) : { version: commit.commit };
}

async function acquire(order: AcquireOrder<WantedCrate>, services: AcquireServices): Promise<AcquiredFiles | Refusal> {
  const { version } = order;
  if (version === undefined) return refusal("Cargo needs a version");
  return inEmptyFolder(cargoSurroundings(services), [cargoSettings(services)], ({ manager: program, folder }) => {
    const cargo = { program, folder, services, onLine: (line: string) => services.onProgress({ line }) };
    return order.wanted.global === true ? installGlobally({ ...order, version }, cargo) : installPrivately({ ...order, version }, cargo);
  });
}

async function installPrivately(
  order: AcquireOrder<WantedCrate> & { readonly version: string },
  cargo: Cargo,
): Promise<AcquiredFiles | Refusal> {
  const { into, version, executable } = order;
  const root = ["--root", into];
  if (await binstall(order, cargo, root)) {
    const programs = programsIn(into, cargo.services.context.os);
    if (executable === undefined ? Object.keys(programs).length > 0 : lookUp(programs, executable) !== undefined)
      return foundPrograms(order, programs);
  }
  // Cargo would take what a failed download left behind for installed.
  for (const name of namesIn(into)) rmSync(join(into, name), { recursive: true, force: true });
  const target = join(into, "target");
  const failed = await cargoInstall(order, cargo, [...root, "--target-dir", target]);
  rmSync(target, { recursive: true, force: true, maxRetries: 3 });
  return failed ?? foundPrograms({ ...order, version }, programsIn(into, cargo.services.context.os));
}
