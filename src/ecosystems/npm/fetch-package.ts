/**
 * Fetches one package with `npm pack`, which downloads its tarball without dependencies and runs nothing. A package that Yarn has in a zip file is read from
 * there. The file must have the lock file's checksum; it is unpacked into Symposium's cache.
 */

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { unpackTarGz } from "../../archives/unpack-tar.ts";
import { unpackZip } from "../../archives/unpack-zip.ts";
import { parseVersion } from "../../canonical/semantic-version.ts";
import type { Problem } from "../../documents/problem.ts";
import { namesIn } from "../../platform/folder-entries.ts";
import { readRegular } from "../../platform/read-regular.ts";
import type { FetchSurroundings, UnpackedPackage, WantedPackage } from "../ecosystem.ts";
import type { EmptyFolder } from "../empty-folder.ts";
import { type FetchStep, fetchWith, ifSafe } from "../fetch-package.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { runManager } from "../run-manager.ts";
import { FROM_REGISTRY } from "./cache-folder.ts";
import { type Checksum, parseChecksum } from "./checksum.ts";
import { failureOf } from "./fetch-failure.ts";
import { inNpmFolder } from "./in-npm-folder.ts";
import { cachedFolder } from "./package-folder.ts";
import { isPackageName } from "./package-name.ts";
import { pnpLocation, type PnpLocation, readPnpAddress } from "./pnp.ts";
import { ownRequirement } from "./requirement.ts";
import { storePackage } from "./store-package.ts";
import { registryOf } from "./user-registry.ts";

const RUN_INSTALL = "install it with the project's package manager, such as `npm install`";

const STEP: FetchStep = {
  nameIs: "the name of a package",
  isName: isPackageName,
  isVersion: (version) => parseVersion(version) !== undefined,
  otherwise: RUN_INSTALL,
  fetch: fetchFrom,
};

export function fetchPackage(wanted: WantedPackage, where: FetchSurroundings): Promise<UnpackedPackage | Problem> {
  return fetchWith(STEP, wanted, where);
}

async function fetchFrom(wanted: WantedPackage, where: FetchSurroundings): Promise<UnpackedPackage | Refusal> {
  const { name, version, requirement = "*", origin } = wanted;
  const range = ownRequirement(requirement);
  if ("problem" in range) return refusal(range.problem);
  const checksum = origin?.checksum === undefined ? undefined : parseChecksum(origin.checksum);
  if (origin?.checksum !== undefined && checksum === undefined) return refusal("the lock file's checksum of it is invalid", RUN_INSTALL);
  const pnp = readPnpAddress(origin?.address);
  if (version !== undefined) {
    const present = checksum === undefined ? undefined : cachedFolder(name, version, origin?.checksum, where);
    if (present !== undefined) return ifSafe({ name, version, folder: present });
    const location = pnp === undefined ? undefined : pnpLocation(pnp.root, name, version, where);
    if (location !== undefined) return fetchLocated({ name, version, checksum }, location, where);
    if (checksum?.of === "zip")
      return refusal("the lock file only has the checksum of Yarn's zip file, which is not here", "run `yarn install`");
  }
  const address = pnp === undefined ? origin?.address : pnp.registry;
  return inNpmFolder(where, async (folder) => {
    const registry = await registryOf(name, address, folder);
    if (typeof registry !== "string") return registry;
    return fetchTarball({ ...wanted, checksum: version === undefined ? undefined : checksum, registry }, folder, where);
  });
}

/** Larger than any registry accepts. */
const MOST_BYTES = 256 * 1024 * 1024;

interface Exact {
  readonly name: string;
  readonly version: string;
  readonly checksum: Checksum | undefined;
}

function fetchLocated(
  exact: Exact,
  location: PnpLocation,
  where: FetchSurroundings,
): UnpackedPackage | Refusal | Promise<UnpackedPackage | Refusal> {
  const { name, version, checksum } = exact;
  if (location.kind === "folder") return ifSafe({ name, version, folder: location.folder });
  const { zip, inner } = location;
  if (checksum !== undefined && checksum.of !== "zip") return refusal(`the lock file has no checksum of ${zip}`, "run `yarn install`");
  if (!existsSync(zip)) return refusal(`${zip} is missing`, "run `yarn install`");
  const bytes = readRegular(zip, { maxBytes: MOST_BYTES });
  const unpack = (archive: Uint8Array, into: string) => unpackZip(archive, into, { os: where.os, prefix: inner });
  return storePackage({ ...exact, bytes, source: zip, unpack }, where);
}

interface FromRegistry extends WantedPackage {
  readonly checksum: Checksum | undefined;
  /** Its display name. */
  readonly registry: string;
}

async function fetchTarball(
  wanted: FromRegistry,
  { manager, folder }: EmptyFolder,
  where: FetchSurroundings,
): Promise<UnpackedPackage | Refusal> {
  const { name, checksum, registry } = wanted;
  const spec = `${name}@${wanted.version ?? wanted.requirement ?? "*"}`;
  const answer = await runManager(manager, ["pack", "--ignore-scripts", "--json", "--", spec], folder);
  if ("failure" in answer) return failureOf(answer, registry);
  const version = wanted.version ?? packedVersion(answer.stdout, name);
  const files = namesIn(folder).filter((each) => each.endsWith(".tgz"));
  if (version === undefined || files.length !== 1) return refusal("npm did not say what it downloaded");
  const bytes = readRegular(join(folder, files[0] ?? ""), { maxBytes: MOST_BYTES });
  const unpack = (archive: Uint8Array, into: string) => unpackTarGz(archive, into, { os: where.os, stripFirst: true });
  const stored = await storePackage({ name, version, checksum, bytes, source: registry, unpack }, where);
  if ("folder" in stored) writeFileSync(`${stored.folder}${FROM_REGISTRY}`, "", { mode: 0o600 });
  return stored;
}

/** `[{ "name": …, "version": … }]`. */
function packedVersion(stdout: string, name: string): string | undefined {
  const printed = JSON.parse(stdout) as unknown;
  const one = (Array.isArray(printed) ? printed[0] : undefined) as { readonly name?: unknown; readonly version?: unknown } | undefined;
  if (one?.name !== name || typeof one.version !== "string") return undefined;
  return parseVersion(one.version) === undefined ? undefined : one.version;
}
