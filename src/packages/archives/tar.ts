/** Unpacks a `.tar.gz`. */

import { gunzipSync } from "node:zlib";
import { unpackTar as readTar } from "modern-tar";

import { type ArchiveEntry, sizeText, Unfit, UNPACK_LIMITS, type Unpacked, unpackInto, type UnpackOptions } from "./archive.ts";

/** `into` must not exist, and does not exist after a refusal. */
export function unpackTarGz(archive: Uint8Array, into: string, options: UnpackOptions): Promise<Unpacked> {
  return unpackInto(into, options, async () => {
    const entries = await readTar(inflated(archive, options), { strict: true }).catch(() => {
      throw new Unfit("it is not a tar file, or damaged");
    });
    return entries.map(({ header, data }): ArchiveEntry => {
      const { name, mode = 0, type = "file" } = header;
      const isLink = type === "symlink" || type === "link";
      if (type !== "file" && type !== "directory") throw new Unfit(`${JSON.stringify(name)} is a ${isLink ? "link" : "special file"}`);
      // In old tar files only a `/` at the end of the name marks a folder.
      const kind = type === "directory" || name.endsWith("/") ? "folder" : "file";
      return { name, kind, isExecutable: (mode & 0o100) !== 0, read: () => data ?? new Uint8Array() };
    });
  });
}

/** An entry's header and its padding. */
const OVERHEAD = 4 * 512;

function inflated(archive: Uint8Array, { limits = UNPACK_LIMITS }: UnpackOptions): Uint8Array {
  try {
    return gunzipSync(archive, { maxOutputLength: limits.bytes + Math.min(limits.entries, 50_000) * OVERHEAD });
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE") throw new Unfit(`it is larger than ${sizeText(limits.bytes)}`);
    throw new Unfit("it is not a gzip file, or damaged");
  }
}
