/** Which version of a crate meets a requirement: Cargo locks a package that depends on it. That reads the index and downloads no crate. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { readRegularText } from "../../platform/read-regular.ts";
import type { WantedPackage } from "../ecosystem.ts";
import type { EmptyFolder } from "../empty-folder.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { runManager } from "../run-manager.ts";
import { failureOf } from "./fetch-failure.ts";
import { readLock } from "./lock.ts";
import { spellings } from "./registry-name.ts";
import { cargoRequirement, exactRequirement } from "./requirement.ts";
import type { UserRegistry } from "./user-registry.ts";

/** The name as the registry spells it. */
export interface Resolved {
  readonly name: string;
  readonly version: string;
  readonly checksum: string;
}

const MOST_LOCK_BYTES = 16 * 1024 * 1024;

export async function resolveVersion(
  { name: written, version, requirement = version === undefined ? "*" : exactRequirement(version) }: WantedPackage,
  { manager, folder }: EmptyFolder,
  registry: UserRegistry,
): Promise<Resolved | Refusal> {
  const meant = cargoRequirement(requirement);
  if ("problem" in meant) return refusal(meant.problem);
  let last: Refusal | undefined;
  for (const name of spellings(written)) {
    writeFileSync(join(folder, "Cargo.toml"), manifestFor(name, requirement, registry));
    writeFileSync(join(folder, "lib.rs"), "");
    const answer = await runManager(manager, ["generate-lockfile", "--quiet"], folder);
    if ("failure" in answer) {
      last ??= failureOf(answer, registry.title);
      if (!/no matching package/.test(answer.stderr)) return last;
      continue;
    }
    const lock = readLock(readRegularText(join(folder, "Cargo.lock"), { maxBytes: MOST_LOCK_BYTES }));
    const found = lock.ok
      ? lock.packages.find((one) => one.name === name && one.source !== undefined && meant.matches(one.version))
      : undefined;
    if (found?.checksum === undefined) return refusal("cargo did not say its checksum");
    return { name, version: found.version, checksum: found.checksum };
  }
  return last ?? refusal("that is not the name of a crate");
}

function manifestFor(name: string, requirement: string, registry: UserRegistry): string {
  const from = registry.name === undefined ? "" : `, registry = ${JSON.stringify(registry.name)}`;
  const wanted = `wanted = { package = ${JSON.stringify(name)}, version = ${JSON.stringify(requirement)}, default-features = false${from} }`;
  return `[workspace]\n[package]\nname = "symposium-asks"\nversion = "0.0.0"\nedition = "2021"\n[lib]\npath = "lib.rs"\n[dependencies]\n${wanted}\n`;
}
