/** Fetches one package with `npm pack`, which runs nothing, or from Yarn's zip file, and checks the lock file's checksum. And searches the user's registry. */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { namesIn } from "../../host/paths.ts";
import { readRegular } from "../../host/read-file.ts";
import { parseVersion } from "../../model/semantic-version.ts";
import type { Unpacked } from "../archives/archive.ts";
import { unpackTarGz } from "../archives/tar.ts";
import { unpackZip } from "../archives/zip.ts";
import type { FetchSurroundings, FoundPackage, PackageSurroundings, RegistrySearch, UnpackedPackage, WantedPackage } from "../ecosystem.ts";
import { fetchedBy, ifSafe, putInPlace, searched, unfitPackage } from "../fetch-package.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { type EmptyFolder, runManager } from "../run-manager.ts";
import { type Checksum, FROM_REGISTRY, isPackageName, nameFolder, parseChecksum, versionFolder } from "./cache-folder.ts";
import { cachedFolder } from "./package-folder.ts";
import { pnpLocation, type PnpLocation, readPnpAddress } from "./pnp.ts";
import { ownRequirement } from "./requirement.ts";
import { configuredHosts, failureOf, inNpmFolder, NPM_REGISTRY, registryOf } from "./run-npm.ts";

const RUN_INSTALL = "install it with the project's package manager, such as `npm install`";

/** Larger than any registry accepts. */
const MOST_BYTES = 256 * 1024 * 1024;

const TAMPERED = "find out what changed the registry or the lock file before you use it";

export const fetchPackage = fetchedBy({
  nameIs: "the name of a package",
  isName: ({ name }) => isPackageName(name),
  isVersion: (version) => parseVersion(version) !== undefined,
  otherwise: RUN_INSTALL,
  fetch: fetchFrom,
});

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
    return fetchTarball({ ...wanted, checksum: version === undefined ? undefined : checksum }, registry, folder, where);
  });
}

interface Exact {
  readonly name: string;
  readonly version: string;
  /** The lock file's. */
  readonly checksum: Checksum | undefined;
}

async function fetchLocated(exact: Exact, location: PnpLocation, where: FetchSurroundings): Promise<UnpackedPackage | Refusal> {
  const { name, version, checksum } = exact;
  if (location.kind === "folder") return ifSafe({ name, version, folder: location.folder });
  const { zip, inner } = location;
  if (checksum !== undefined && checksum.of !== "zip") return refusal(`the lock file has no checksum of ${zip}`, "run `yarn install`");
  if (!existsSync(zip)) return refusal(`${zip} is missing`, "run `yarn install`");
  const bytes = readRegular(zip, { maxBytes: MOST_BYTES });
  const unpack = (archive: Uint8Array, into: string) => unpackZip(archive, into, { os: where.os, prefix: inner });
  return storePackage({ ...exact, bytes, source: zip, unpack }, where);
}

async function fetchTarball(
  wanted: WantedPackage & Pick<Exact, "checksum">,
  registry: string,
  { manager, folder }: EmptyFolder,
  where: FetchSurroundings,
): Promise<UnpackedPackage | Refusal> {
  const { name, checksum } = wanted;
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

interface PackedPackage extends Exact {
  readonly bytes: Uint8Array;
  /** Where the bytes are from, for a message. */
  readonly source: string;
  readonly unpack: (bytes: Uint8Array, into: string) => Promise<Unpacked>;
}

/** Puts a package into Symposium's cache: checked, unpacked beside its place, and renamed. */
async function storePackage(packed: PackedPackage, { cache }: Pick<PackageSurroundings, "cache">): Promise<UnpackedPackage | Refusal> {
  const { name, version, bytes, checksum, source } = packed;
  const digest = createHash(checksum?.algorithm ?? "sha512")
    .update(bytes)
    .digest("hex");
  if (checksum !== undefined && !checksum.digests.includes(digest))
    return refusal(`the checksum of the one in ${source} differs`, TAMPERED);
  const above = nameFolder(cache, name);
  const last = versionFolder(version, checksum?.digests[0] ?? digest);
  if (above === undefined || last === undefined) return refusal("that is not a package and a version");
  const found = { name, version, folder: join(above, last) };
  if (existsSync(join(found.folder, "package.json"))) return found;
  return (await unpackTo(found.folder, packed, cache)) ?? found;
}

async function unpackTo(folder: string, { bytes, unpack }: PackedPackage, cache: string): Promise<Refusal | undefined> {
  const temporary = join(cache, "packages", `.unpacking.${process.pid}.${Math.random().toString(36).slice(2, 10)}.tmp`);
  mkdirSync(dirname(temporary), { recursive: true, mode: 0o700 });
  try {
    const unpacked = await unpack(bytes, temporary);
    const unfit = "refused" in unpacked ? unpacked.refused : unfitPackage(temporary);
    if (unfit !== undefined) return refusal(`it is not safe to read: ${unfit}`);
    if (!existsSync(join(temporary, "package.json"))) return refusal("it is not safe to read: it contains no package.json");
    putInPlace(temporary, folder, join(folder, "package.json"));
    return undefined;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

const MOST_FOUND = 20;

export function searchRegistry(query: string, where: FetchSurroundings): Promise<RegistrySearch> {
  const asked = inNpmFolder(where, async (empty): Promise<RegistrySearch | Refusal> => {
    // One more than are shown says whether there are more.
    const args = ["search", "--json", `--searchlimit=${MOST_FOUND + 1}`, "--", query];
    const [printed, [host]] = await Promise.all([runManager(empty.manager, args, empty.folder), configuredHosts("", empty)]);
    const registry = host === undefined || host === "registry.npmjs.org" ? NPM_REGISTRY : host;
    if ("failure" in printed)
      return /code E404/.test(printed.stderr) ? { unasked: `${registry} cannot be searched` } : failureOf(printed, registry);
    const entries = JSON.parse(printed.stdout) as unknown;
    if (!Array.isArray(entries)) return { unasked: "npm printed something else than a list" };
    return { registry, packages: entries.slice(0, MOST_FOUND).flatMap(packageIn), hasMore: entries.length > MOST_FOUND };
  });
  return searched(asked);
}

function packageIn(entry: unknown): FoundPackage[] {
  const { name, version, description } = (entry ?? {}) as { readonly [key in keyof FoundPackage]?: unknown };
  if (typeof name !== "string" || !isPackageName(name) || typeof version !== "string") return [];
  return [{ name, version, description: typeof description === "string" && description !== "" ? description : undefined }];
}
