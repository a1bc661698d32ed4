/** Puts a package into Symposium's cache: checked, unpacked beside its place, and renamed. */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

import type { Unpacked } from "../../archives/archive.ts";
import { unfitPackage } from "../check-unpacked.ts";
import type { PackageSurroundings, UnpackedPackage } from "../ecosystem.ts";
import { putInPlace } from "../fetch-package.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { nameFolder, versionFolder } from "./cache-folder.ts";
import type { Checksum } from "./checksum.ts";

export interface PackedPackage {
  readonly name: string;
  readonly version: string;
  readonly bytes: Uint8Array;
  /** The lock file's. */
  readonly checksum?: Checksum | undefined;
  /** Where the bytes are from, for a message. */
  readonly source: string;
  readonly unpack: (bytes: Uint8Array, into: string) => Promise<Unpacked>;
}

export async function storePackage(
  packed: PackedPackage,
  { cache }: Pick<PackageSurroundings, "cache">,
): Promise<UnpackedPackage | Refusal> {
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
  const refused = await unpackTo(found.folder, packed, cache);
  return refused ?? found;
}

const TAMPERED = "find out what changed the registry or the lock file before you use it";

async function unpackTo(folder: string, { bytes, unpack }: PackedPackage, cache: string): Promise<Refusal | undefined> {
  const temporary = join(cache, "packages", `.unpacking.${process.pid}.${Math.random().toString(36).slice(2, 10)}.tmp`);
  mkdirSync(dirname(temporary), { recursive: true, mode: 0o700 });
  try {
    const unpacked = await unpack(bytes, temporary);
    const unfit = "refused" in unpacked ? unpacked.refused : (unfitPackage(temporary) ?? missingManifest(temporary));
    if (unfit !== undefined) return refusal(`it is not safe to read: ${unfit}`);
    putInPlace(temporary, folder, join(folder, "package.json"));
    return undefined;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function missingManifest(folder: string): string | undefined {
  return existsSync(join(folder, "package.json")) ? undefined : "it contains no package.json";
}
