/** Unpacks a zip file. */

import { type ArchiveEntry, sizeText, Unfit, UNPACK_LIMITS, type Unpacked, type UnpackOptions } from "./archive.ts";
import { unpackInto } from "./write-entries.ts";
import { contentOf } from "./zip-content.ts";
import { readDirectory, type ZipEntry } from "./zip-directory.ts";

/** `into` must not exist, and does not exist after a refusal. */
export function unpackZip(archive: Uint8Array, into: string, options: UnpackOptions): Promise<Unpacked> {
  return unpackInto(into, options, () => {
    const { limits = UNPACK_LIMITS } = options;
    const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
    const entries = readDirectory(bytes, limits.entries);
    if (entries.reduce((sum, { size }) => sum + size, 0) > limits.bytes) throw new Unfit(`it is larger than ${sizeText(limits.bytes)}`);
    return entries.map((entry): ArchiveEntry => ({
      name: entry.name,
      kind: kindOf(entry),
      isExecutable: (entry.mode & 0o100) !== 0,
      read: () => contentOf(entry),
    }));
  });
}

const FORMAT = 0o170_000;
const FOLDER = 0o040_000;
const FILE = 0o100_000;
const LINK = 0o120_000;

function kindOf({ name, mode, size }: ZipEntry): ArchiveEntry["kind"] {
  const format = mode & FORMAT;
  if (format === LINK) throw new Unfit(`${JSON.stringify(name)} is a link`);
  if (format !== 0 && format !== FILE && format !== FOLDER) throw new Unfit(`${JSON.stringify(name)} is a special file`);
  const isFolder = name.endsWith("/");
  if (isFolder ? size > 0 || format === FILE : format === FOLDER) throw new Unfit(`${JSON.stringify(name)} is both a file and a folder`);
  return isFolder ? "folder" : "file";
}
