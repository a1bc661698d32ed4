/**
 * Unpacks a zip file, or looks into it without unpacking it. Its entries come from its central directory (APPNOTE.TXT 4.3). Tools disagree
 * about files in which that and the headers beside the data differ, so those are refused, as are encryption, several disks and entries that
 * share bytes.
 */

import { crc32, inflateRawSync } from "node:zlib";

import { type ArchiveEntry, sizeText, Unfit, UNPACK_LIMITS, type Unpacked, unpackInto, type UnpackOptions } from "./archive.ts";

/** `into` must not exist, and does not exist after a refusal. */
export function unpackZip(archive: Uint8Array, into: string, options: UnpackOptions): Promise<Unpacked> {
  return unpackInto(into, options, () => {
    const { limits = UNPACK_LIMITS } = options;
    const entries = readDirectory(archive, limits.entries);
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

/** Throws `Unfit` where `unpackZip` would refuse the file. */
export function openZip(archive: Uint8Array) {
  const entries = readDirectory(archive, UNPACK_LIMITS.entries);
  /** The text of a file; empty where the archive has none of that name, or a longer one. */
  const textOf = (name: string, mostBytes: number): string => {
    const entry = entries.find((one) => one.name === name && one.size <= mostBytes);
    return entry === undefined ? "" : Buffer.from(contentOf(entry)).toString("utf8");
  };
  return { names: entries.map(({ name }) => name), textOf };
}

/** Never inflates more than the directory says. */
function contentOf({ name, method, size, checksum, packed }: ZipEntry): Uint8Array {
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

interface ZipEntry {
  readonly name: string;
  readonly method: "stored" | "deflated";
  /** Unpacked, as the directory says. */
  readonly size: number;
  readonly checksum: number;
  /** Of Unix; 0 where the archive has none. */
  readonly mode: number;
  readonly packed: Uint8Array;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const LARGE = 0xffff_ffff;

/** Throws `Unfit`. */
function readDirectory({ buffer, byteOffset, byteLength }: Uint8Array, mostEntries: number): readonly ZipEntry[] {
  try {
    return entriesOf(Buffer.from(buffer, byteOffset, byteLength), mostEntries);
  } catch (error) {
    throw error instanceof RangeError ? new Unfit("it is not a zip file, or damaged") : error;
  }
}

function entriesOf(archive: Buffer, mostEntries: number): readonly ZipEntry[] {
  const end = endOf(archive);
  const count = archive.readUInt16LE(end + 10);
  const [length, start] = [archive.readUInt32LE(end + 12), archive.readUInt32LE(end + 16)];
  if (count === 0xffff || start === LARGE || count > mostEntries)
    throw new Unfit(`it contains more than ${Math.min(mostEntries, 65_534)} files`);
  if (archive.readUInt32LE(end + 4) !== 0 || archive.readUInt16LE(end + 8) !== count) throw new Unfit("it is one part of several");
  if (start + length !== end) throw new Unfit("its directory is not at its end");
  const found: ReturnType<typeof centralAt>[] = [];
  while (found.length < count) found.push(centralAt(archive, found.at(-1)?.next ?? start));
  if ((found.at(-1)?.next ?? start) !== end) throw new Unfit("its directory has another length than it says");
  const located = found.map((central) => locate(archive, central, start));
  const inOrder = located.toSorted((a, b) => a.header - b.header);
  const shared = inOrder.find(({ header }, at) => header < (inOrder[at - 1]?.end ?? 0));
  if (shared !== undefined) throw new Unfit(`${JSON.stringify(shared.name)} shares bytes with another file`);
  return located;
}

/** The last record of the file, after which there is only its own comment. */
function endOf(archive: Buffer): number {
  const first = Math.max(0, archive.length - END_BYTES - LONGEST_COMMENT);
  let at = archive.length - END_BYTES;
  while (at >= first && archive.readUInt32LE(at) !== END) at--;
  if (at >= first && at + END_BYTES + archive.readUInt16LE(at + 20) === archive.length) return at;
  throw new Unfit("it is not a zip file, or damaged");
}

function centralAt(archive: Buffer, at: number) {
  if (archive.readUInt32LE(at) !== CENTRAL) throw new Unfit("its directory is damaged");
  const nameLength = archive.readUInt16LE(at + 28);
  const extraLength = archive.readUInt16LE(at + 30);
  const rawName = slice(archive, at + 46, nameLength);
  const name = rawName.toString("utf8");
  const extra = slice(archive, at + 46 + nameLength, extraLength);
  const numbers = [24, 20, 42].map((offset) => archive.readUInt32LE(at + offset));
  const [size = 0, packedSize = 0, header = 0] = largeNumbers(extra, numbers);
  if ((archive.readUInt16LE(at + 8) & 1) !== 0) throw new Unfit(`${JSON.stringify(name)} is encrypted`);
  return {
    name,
    rawName,
    method: methodOf(archive.readUInt16LE(at + 10), name),
    size,
    packedSize,
    header,
    checksum: archive.readUInt32LE(at + 16),
    mode: archive.readUInt16LE(at + 40),
    next: at + 46 + nameLength + extraLength + archive.readUInt16LE(at + 32),
  };
}

function methodOf(method: number, name: string): ZipEntry["method"] {
  if (method !== 0 && method !== 8) throw new Unfit(`${JSON.stringify(name)} is packed with a method other than deflate`);
  return method === 0 ? "stored" : "deflated";
}

/** Numbers that do not fit are in an extra field, in this order. Some tools use it for small ones too. */
function largeNumbers(extra: Buffer, numbers: readonly number[]): readonly number[] {
  if (!numbers.includes(LARGE)) return numbers;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let from = at + 4;
    return numbers.map((number) => (number === LARGE ? Number(extra.readBigUInt64LE((from += 8) - 8)) : number));
  }
  return numbers;
}

function locate(archive: Buffer, entry: ReturnType<typeof centralAt>, directory: number) {
  const { rawName, packedSize, header } = entry;
  if (archive.readUInt32LE(header) !== LOCAL) throw new Unfit(`${JSON.stringify(entry.name)} is damaged`);
  const [flags, method] = [archive.readUInt16LE(header + 6), archive.readUInt16LE(header + 8)];
  const nameLength = archive.readUInt16LE(header + 26);
  if (!slice(archive, header + 30, nameLength).equals(rawName)) throw new Unfit(`${JSON.stringify(entry.name)} has two names`);
  if ((flags & 1) !== 0 || methodOf(method, entry.name) !== entry.method) throw new Unfit(`${JSON.stringify(entry.name)} has two forms`);
  const start = header + 30 + nameLength + archive.readUInt16LE(header + 28);
  const end = start + packedSize;
  if (end > directory) throw new Unfit(`${JSON.stringify(entry.name)} is damaged`);
  return { ...entry, header, end, packed: archive.subarray(start, end) };
}

/** Unlike `subarray` never shorter than asked. */
function slice(bytes: Buffer, start: number, length: number): Buffer {
  if (start + length > bytes.length) throw new RangeError();
  return bytes.subarray(start, start + length);
}
