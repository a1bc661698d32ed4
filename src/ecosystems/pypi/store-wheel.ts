/** Puts a wheel into Symposium's cache: unpacked beside its place, checked, and renamed. */

import { rmSync } from "node:fs";
import { join } from "node:path";

import { unpackZip } from "../../archives/unpack-zip.ts";
import { entriesIn } from "../../platform/folder-entries.ts";
import { unfitPackage } from "../check-unpacked.ts";
import type { FetchSurroundings, UnpackedPackage } from "../ecosystem.ts";
import { putInPlace } from "../fetch-package.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { importPackageOf, wheelFolder } from "./unpacked.ts";

export interface Wheel {
  readonly name: string;
  readonly version: string;
  /** SHA-256, in hexadecimal digits. */
  readonly digest: string;
  readonly bytes: Uint8Array;
}

/** `beside` is a folder of the cache that is removed afterwards. */
export async function storeWheel(
  { name, version, digest, bytes }: Wheel,
  beside: string,
  where: Pick<FetchSurroundings, "cache" | "os">,
): Promise<UnpackedPackage | Refusal> {
  const temporary = join(beside, "unpacked");
  const unpacked = await unpackZip(bytes, temporary, { os: where.os });
  const unfit = "refused" in unpacked ? unpacked.refused : unfitPackage(temporary);
  if (unfit !== undefined) return refusal(`it is not safe to read: ${unfit}`);
  if (importPackageOf(temporary, name) === undefined) return refusal("it is not a wheel of that name");
  removeBytecode(temporary);
  const folder = wheelFolder(where, name, version, digest);
  putInPlace(temporary, folder);
  return { name, version, folder: importPackageOf(folder, name) ?? folder };
}

/** A consent does not cover it, so that the author's must not be there. */
function removeBytecode(top: string): void {
  const waiting = [top];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of entriesIn(folder)) {
      if (!entry.isDirectory()) continue;
      const path = join(folder, entry.name);
      if (entry.name === "__pycache__") rmSync(path, { recursive: true, force: true });
      else waiting.push(path);
    }
  }
}
