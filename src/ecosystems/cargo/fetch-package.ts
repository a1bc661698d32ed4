/**
 * Fetches one crate with `cargo info`, which downloads and unpacks it without its dependencies and builds nothing. Cargo runs in an empty folder and
 * puts the source into its own cache. The `.crate` file must have the lock file's checksum.
 */

import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { parseVersion } from "../../canonical/semantic-version.ts";
import type { Problem } from "../../documents/problem.ts";
import { readRegular } from "../../platform/read-regular.ts";
import type { FetchSurroundings, UnpackedPackage, WantedPackage } from "../ecosystem.ts";
import type { EmptyFolder } from "../empty-folder.ts";
import { type FetchStep, fetchWith, ifSafe } from "../fetch-package.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { runManager } from "../run-manager.ts";
import { failureOf } from "./fetch-failure.ts";
import { inCargoFolder } from "./in-cargo-folder.ts";
import { cargoHomeOf, type CargoSurroundings } from "./package-folder.ts";
import { type Resolved, resolveVersion } from "./resolve-version.ts";
import { unpackedPackages } from "./unpacked.ts";
import { type UserRegistry, userRegistry } from "./user-registry.ts";

const RUN_FETCH = "run `cargo fetch` in the workspace";

const STEP: FetchStep = {
  nameIs: "the name of a crate",
  isName: (name) => /^[A-Za-z0-9_][A-Za-z0-9_-]*$/.test(name),
  isVersion: (version) => parseVersion(version) !== undefined,
  otherwise: RUN_FETCH,
  fetch: fetchCrate,
};

export function fetchPackage(wanted: WantedPackage, where: FetchSurroundings): Promise<UnpackedPackage | Problem> {
  return fetchWith(STEP, wanted, where);
}

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

const TAMPERED = "find out what changed the registry or the lock file before you use it";

function copiesOf({ name, version }: Resolved, known: CargoSurroundings): readonly UnpackedPackage[] {
  return unpackedPackages(name, known).filter((copy) => copy.version === version);
}

/** Larger than any registry accepts. */
const MOST_BYTES = 256 * 1024 * 1024;

function hasChecksum(copy: UnpackedPackage, { checksum }: Resolved): boolean {
  try {
    const digest = createHash("sha256")
      .update(readRegular(crateFileOf(copy), { maxBytes: MOST_BYTES }))
      .digest("hex");
    return digest === checksum;
  } catch {
    return false;
  }
}

/** `registry/src/<registry>/<package>` comes from `registry/cache/<registry>/<package>.crate`. */
function crateFileOf({ folder }: UnpackedPackage): string {
  const registry = dirname(folder);
  return join(dirname(dirname(registry)), "cache", basename(registry), `${basename(folder)}.crate`);
}
