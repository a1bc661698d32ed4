/** `global = true`: into the user's own folder of programs, once. Cargo's list tells what is there already. */

import { rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { readTextFile } from "../../documents/text-file.ts";
import { isTable, readToml } from "../../documents/toml.ts";
import { type Refusal, refusal } from "../../ecosystems/refusal.ts";
import { lookUp } from "../../lookup.ts";
import { realFiles } from "../../platform/find-program.ts";
import type { AcquiredFiles } from "../program-source.ts";
import { runTool } from "../run-tool.ts";
import { binstall } from "./binstall.ts";
import type { Cargo } from "./cargo-program.ts";
import { cargoInstall, type ExactOrder } from "./install.ts";
import { programName } from "./programs.ts";

/** Nothing of it is in our folder. */
export async function installGlobally(order: ExactOrder, cargo: Cargo): Promise<AcquiredFiles | Refusal> {
  const { wanted, version, executable = wanted.crate } = order;
  const folder = userRoot(cargo);
  const root = ["--root", folder];
  const isThere = async () => isListed({ ...order, executable }, await listOf(cargo, root), cargo);
  if (!(await isThere()) && !((await binstall(order, cargo, root)) && (await isThere()))) {
    const target = join(order.into, "target");
    // Without `--force`: a program of another crate stays.
    const failed = await cargoInstall(order, cargo, [...root, "--target-dir", target]);
    rmSync(target, { recursive: true, force: true, maxRetries: 3 });
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
