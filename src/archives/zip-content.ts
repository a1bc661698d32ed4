/** The bytes of one file in a zip file. */

import { crc32, inflateRawSync } from "node:zlib";

import { Unfit } from "./archive.ts";
import type { ZipEntry } from "./zip-directory.ts";

/** Never inflates more than the directory says. */
export function contentOf({ name, method, size, checksum, packed }: ZipEntry): Uint8Array {
  const damaged = new Unfit(`${JSON.stringify(name)} is damaged`);
  let content: Uint8Array;
  try {
    content = method === "stored" ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch {
    throw damaged;
  }
  if (content.length !== size || crc32(content) !== checksum) throw damaged;
  return content;
}
