/** What is asked of the user's registry, with Cargo in an empty folder: it builds nothing. A `.crate` file must have the lock file's checksum. */

import { createHash } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { readRegular, readRegularText } from "../../host/read-file.ts";
import { parseVersion } from "../../model/semantic-version.ts";
import type { FetchSurroundings, FoundVersion, RegistrySearch, UnpackedPackage, WantedPackage } from "../ecosystem.ts";
import { fetchedBy, ifSafe, searched } from "../fetch-package.ts";
import { outsideFailure, type Refusal, refusal } from "../refusal.ts";
import { type EmptyFolder, runManager } from "../run-manager.ts";
import { type LockedPackage, readLock } from "./lock.ts";
import { cargoHomeOf, type CargoSurroundings, unpackedPackages } from "./package-folder.ts";
import { spellings, userRegistry, type UserRegistry } from "./registry.ts";
import { cargoRequirement, exactRequirement } from "./requirement.ts";
import { failureOf, inCargoFolder } from "./run-cargo.ts";

const RUN_FETCH = "run `cargo fetch` in the workspace";
const TAMPERED = "find out what changed the registry or the lock file before you use it";

const MOST_LOCK_BYTES = 16 * 1024 * 1024;
/** Larger than any registry accepts. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Other texts could be an option or a path. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_-]*$/;

export const fetchPackage = fetchedBy({
  nameIs: "the name of a crate",
  isName: ({ name }) => NAME.test(name),
  isVersion: (version) => parseVersion(version) !== undefined,
  otherwise: RUN_FETCH,
  fetch: fetchCrate,
});

function fetchCrate(wanted: WantedPackage, where: FetchSurroundings): Promise<UnpackedPackage | Refusal> {
  const { name, version, origin } = wanted;
  return inCargoFolder(where, async (folder) => {
    const cargoHome = cargoHomeOf({ env: folder.manager.env, home: where.home });
    const registry = userRegistry(cargoHome, origin?.address);
    if ("problem" in registry) return refusal(registry.problem, RUN_FETCH);
    const checksum = origin?.checksum;
    const exact: Resolved | Refusal =
      version === undefined || checksum === undefined ? await resolveVersion(wanted, folder, registry) : { name, version, checksum };
    if ("why" in exact) return exact;
    return fetchExact(exact, { ...folder, registry, known: { env: { CARGO_HOME: cargoHome }, home: where.home } });
  });
}

interface Fetching extends EmptyFolder {
  readonly registry: UserRegistry;
  readonly known: CargoSurroundings;
}

async function fetchExact(exact: Resolved, fetching: Fetching): Promise<UnpackedPackage | Refusal> {
  const before = copiesOf(exact, fetching.known);
  const present = before.find((copy) => hasChecksum(copy, exact));
  if (present !== undefined) return ifSafe(present);
  const fetched = await downloaded(exact, fetching);
  if (!("why" in fetched)) return fetched;
  // Cargo's cache must not have what was refused: later it would be found there.
  for (const copy of copiesOf(exact, fetching.known)) {
    if (before.some(({ folder }) => folder === copy.folder)) continue;
    for (const path of [copy.folder, crateFileOf(copy)]) rmSync(path, { recursive: true, force: true });
  }
  return fetched;
}

async function downloaded(exact: Resolved, { manager, folder, registry, known }: Fetching): Promise<UnpackedPackage | Refusal> {
  const answer = await runManager(manager, ["info", "--quiet", ...registry.args, "--", `${exact.name}@${exact.version}`], folder);
  if ("failure" in answer) return failureOf(answer, registry.title);
  const copies = copiesOf(exact, known);
  const meant = copies.find((copy) => hasChecksum(copy, exact));
  if (meant !== undefined) return ifSafe(meant);
  return copies.length === 0
    ? refusal("cargo did not unpack it")
    : refusal(`the checksum of the one in ${registry.title} differs`, TAMPERED);
}

function copiesOf({ name, version }: Resolved, known: CargoSurroundings): readonly UnpackedPackage[] {
  return unpackedPackages(name, known).filter((copy) => copy.version === version);
}

function hasChecksum(copy: UnpackedPackage, { checksum }: Resolved): boolean {
  try {
    const bytes = readRegular(crateFileOf(copy), { maxBytes: MOST_BYTES });
    return createHash("sha256").update(bytes).digest("hex") === checksum;
  } catch {
    return false;
  }
}

/** `registry/src/<registry>/<package>` comes from `registry/cache/<registry>/<package>.crate`. */
function crateFileOf({ folder }: UnpackedPackage): string {
  const registry = dirname(folder);
  return join(dirname(dirname(registry)), "cache", basename(registry), `${basename(folder)}.crate`);
}

interface Resolved {
  readonly name: string;
  readonly version: string;
  readonly checksum: string;
}

async function resolveVersion(
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
    const isFound = (one: LockedPackage) => one.name === name && one.source !== undefined && meant.matches(one.version);
    const found = lock.ok ? lock.packages.find(isFound) : undefined;
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

export async function findVersion(
  { name, requirement = "*" }: Pick<WantedPackage, "name" | "requirement">,
  where: FetchSurroundings,
): Promise<FoundVersion | Refusal> {
  if (!NAME.test(name)) return refusal("that is not the name of a crate");
  return inCargoFolder(where, async (folder) => {
    const registry = userRegistry(cargoHomeOf({ env: folder.manager.env, home: where.home }));
    // Cargo itself reads a replacement that is not on the web, such as a folder.
    const asked = "problem" in registry ? { args: [], title: "the user's replacement of crates.io" } : registry;
    const found = await resolveVersion({ name, requirement, namedIn: "" }, folder, asked);
    return "why" in found ? found : { name: found.name, version: found.version };
  }).catch((error: unknown) => refusal(outsideFailure(error)));
}

export function searchRegistry(query: string, where: FetchSurroundings): Promise<RegistrySearch> {
  const asked = inCargoFolder(where, async ({ manager, folder }): Promise<RegistrySearch | Refusal> => {
    const registry = userRegistry(cargoHomeOf({ env: manager.env, home: where.home }));
    if ("problem" in registry) return { unasked: registry.problem };
    const printed = await runManager(manager, ["search", "--quiet", "--limit", "20", ...registry.args, "--", query], folder);
    if (!("failure" in printed))
      return { registry: registry.title, packages: packagesIn(printed.stdout), hasMore: HAS_MORE.test(printed.stdout) };
    if (/does not support API commands/.test(printed.stderr)) return { unasked: `${registry.title} cannot be searched` };
    return failureOf(printed, registry.title);
  });
  return searched(asked);
}

const FOUND = /^([A-Za-z0-9_-]+) = "([^"]*)"(?:\s+#(.*))?$/;
const HAS_MORE = /^\.\.\. and \d+ crates? more/m;

function packagesIn(stdout: string) {
  return stdout.split("\n").flatMap((line) => {
    const [, name, version, description] = FOUND.exec(line.trimEnd()) ?? [];
    return name === undefined || version === undefined ? [] : [{ name, version, description: description?.trimStart() || undefined }];
  });
}
