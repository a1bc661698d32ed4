/** Gets the programs of a crate with the user's Cargo, into our folder or, with `global`, into the user's own. */

import { rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { newestCommit } from "../../../files/git/update.ts";
import { readTextFile } from "../../../files/text-file.ts";
import { isTable, readToml } from "../../../files/toml.ts";
import { realFiles } from "../../../host/command-line.ts";
import { namesIn } from "../../../host/paths.ts";
import { lookUp } from "../../../lookup.ts";
import { ecosystemNamed } from "../../list.ts";
import { gitRefusal, type Refusal, refusal } from "../../refusal.ts";
import { inEmptyFolder } from "../../run-manager.ts";
import type { AcquiredFiles, AcquireOrder, Acquirer, AcquireServices } from "../program-source.ts";
import { runTool } from "../run-tool.ts";
import { repositoryOf, type WantedCrate } from "./index.ts";
import {
  binstall,
  type Cargo,
  cargoInstall,
  cargoSettings,
  cargoSurroundings,
  type ExactOrder,
  foundPrograms,
  programName,
  programsIn,
} from "./run-cargo.ts";

export const acquirer: Acquirer<WantedCrate> = { newest, acquire };

async function newest(wanted: WantedCrate, services: AcquireServices): Promise<{ readonly version: string } | Refusal> {
  const { crate, version } = wanted;
  if (wanted.git === undefined) {
    const where = cargoSurroundings(services);
    const found = await ecosystemNamed("cargo")?.findVersion?.({ name: crate, requirement: version }, where);
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
  const install = order.wanted.global === true ? installGlobally : installPrivately;
  return inEmptyFolder(cargoSurroundings(services), [cargoSettings(services)], ({ manager: program, folder }) =>
    install({ ...order, version }, { program, folder, services }),
  );
}

async function installPrivately(order: ExactOrder, cargo: Cargo): Promise<AcquiredFiles | Refusal> {
  const { into, executable } = order;
  const root = ["--root", into];
  if (await binstall(order, cargo, root)) {
    const programs = programsIn(into, cargo.services.context.os);
    if (executable === undefined ? Object.keys(programs).length > 0 : lookUp(programs, executable) !== undefined)
      return foundPrograms(order, programs);
  }
  // Cargo would take what a failed download left behind for installed.
  for (const name of namesIn(into)) rmSync(join(into, name), { recursive: true, force: true });
  const failed = await cargoInstall(order, cargo, root);
  return failed ?? foundPrograms(order, programsIn(into, cargo.services.context.os));
}

async function installGlobally(order: ExactOrder, cargo: Cargo): Promise<AcquiredFiles | Refusal> {
  const { wanted, version, executable = wanted.crate } = order;
  const folder = userRoot(cargo);
  const root = ["--root", folder];
  const isThere = async () => isListed({ ...order, executable }, await listOf(cargo, root), cargo);
  if (!(await isThere()) && !((await binstall(order, cargo, root)) && (await isThere()))) {
    // Without `--force`: a program of another crate stays.
    const failed = await cargoInstall(order, cargo, root);
    if (failed !== undefined) return failed;
    if (!(await isThere())) return refusal(`\`${wanted.crate}\` ${version} has no program \`${executable}\``, "change `executable`");
  }
  const file = join(folder, "bin", cargo.services.context.os === "windows" ? `${executable}.exe` : executable);
  if (!realFiles.isRunnable(file))
    return refusal(`Cargo lists \`${executable}\`, but ${file} is missing`, `run \`cargo uninstall ${wanted.crate}\``);
  return { version, programs: {}, isElsewhere: true };
}

/** Where Cargo installs for the user. Cargo would read some relative paths from the folder that it is started in. */
function userRoot({ program: { env }, services: { context } }: Cargo): string {
  const named = lookUp(env, "CARGO_INSTALL_ROOT");
  if (named !== undefined) return resolve(context.home, named);
  const home = lookUp(env, "CARGO_HOME") ?? join(context.home, ".cargo");
  for (const name of ["config", "config.toml"]) {
    const read = readTextFile(join(home, name));
    const toml = read.kind === "text" ? readToml(read.text) : undefined;
    const install = toml?.ok === true ? toml.table["install"] : undefined;
    const root = isTable(install) ? install["root"] : undefined;
    // Relative to the folder above the one that has the file.
    if (typeof root === "string") return resolve(dirname(home), root);
  }
  return home;
}

async function listOf({ program, folder: cwd, services }: Cargo, root: readonly string[]): Promise<string> {
  const end = await runTool({ program, args: ["install", "--list", ...root], cwd, os: services.context.os, onLine: () => {} });
  return end.ok ? end.stdout : "";
}

/** `name v1.2.3 (https://host/repository#1a2b3c4d):`, and a line for each program. */
function isListed({ wanted, version, executable }: ExactOrder, list: string, { services }: Cargo): boolean {
  let isMeant = false;
  for (const line of list.split(/\r?\n/)) {
    const [, crate, number, origin = ""] = /^(\S+) v(\S+?)(?: \((.*)\))?:$/.exec(line) ?? [];
    if (crate === undefined) {
      if (isMeant && programName(line.trim(), services.context.os) === executable) return true;
      continue;
    }
    const [, commit] = /#([0-9a-f]{7,})$/.exec(origin) ?? [];
    isMeant =
      crate === wanted.crate &&
      (wanted.git === undefined ? number === version && commit === undefined : commit !== undefined && version.startsWith(commit));
  }
  return false;
}
