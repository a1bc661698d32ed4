/** Looks into a zip file without unpacking it. Throws `Unfit` where `unpackZip` would refuse the file. */

import { UNPACK_LIMITS } from "./archive.ts";
import { contentOf } from "./zip-content.ts";
import { readDirectory } from "./zip-directory.ts";

export interface ZipFile {
  readonly names: readonly string[];
  /** The text of a file; empty where the archive has none of that name, or a longer one. */
  readonly textOf: (name: string, mostBytes: number) => string;
}

export function openZip(archive: Uint8Array): ZipFile {
  const entries = readDirectory(Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength), UNPACK_LIMITS.entries);
  return {
    names: entries.map(({ name }) => name),
    textOf: (name, mostBytes) => {
      const entry = entries.find((one) => one.name === name && one.size <= mostBytes);
      return entry === undefined ? "" : Buffer.from(contentOf(entry)).toString("utf8");
    },
  };
}
