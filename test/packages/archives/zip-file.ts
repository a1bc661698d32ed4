/** Zip files byte by byte: a packer would not make hostile ones. */

import { crc32, deflateRawSync } from "node:zlib";

export interface ZipSource {
  readonly name: string | Buffer;
  readonly body?: string | Buffer;
  /** With the file's kind, as Unix has it. */
  readonly mode?: number;
  readonly isStored?: boolean;
  /** In the header beside the data. */
  readonly localName?: string;
  readonly localMethod?: number;
  readonly flags?: number;
  readonly method?: number;
  /** Another unpacked size or checksum than the true one. */
  readonly size?: number;
  readonly checksum?: number;
  /** The number of the entry whose header and data it uses. */
  readonly sharedWith?: number;
  /** Puts the sizes into the extra field for large ones. */
  readonly isLarge?: boolean;
}

export function zipFile(entries: readonly ZipSource[], { comment = "", count = entries.length } = {}): Buffer {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const body = Buffer.from(entry.body ?? "");
    const packed = entry.isStored === true ? body : deflateRawSync(body, { level: 9 });
    const method = entry.method ?? (entry.isStored === true ? 0 : 8);
    const checksum = entry.checksum ?? crc32(body);
    const size = entry.size ?? body.length;
    const offset = entry.sharedWith === undefined ? at : (offsets[entry.sharedWith] ?? 0);
    offsets.push(offset);
    if (entry.sharedWith === undefined) {
      const localName = Buffer.from(entry.localName ?? name);
      const local = Buffer.alloc(30);
      local.writeUInt32LE(0x04034b50, 0);
      local.writeUInt16LE(entry.flags ?? 0x800, 6);
      local.writeUInt16LE(entry.localMethod ?? method, 8);
      local.writeUInt32LE(checksum, 14);
      local.writeUInt32LE(packed.length, 18);
      local.writeUInt32LE(size, 22);
      local.writeUInt16LE(localName.length, 26);
      parts.push(local, localName, packed);
      at += 30 + localName.length + packed.length;
    }
    directory.push(central(entry, { name, method, checksum, size, packedSize: packed.length, offset }));
  }
  const bytes = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(bytes.length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...parts, bytes, end, Buffer.from(comment)]);
}

interface Central {
  readonly name: Buffer;
  readonly method: number;
  readonly checksum: number;
  readonly size: number;
  readonly packedSize: number;
  readonly offset: number;
}

function central({ flags = 0x800, mode = 0o100_644, isLarge = false }: ZipSource, of: Central): Buffer {
  const header = Buffer.alloc(46);
  const extra = Buffer.alloc(isLarge ? 20 : 0);
  if (isLarge) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(16, 2);
    extra.writeBigUInt64LE(BigInt(of.size), 4);
    extra.writeBigUInt64LE(BigInt(of.packedSize), 12);
  }
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(0x0314, 4);
  header.writeUInt16LE(flags, 8);
  header.writeUInt16LE(of.method, 10);
  header.writeUInt32LE(of.checksum, 16);
  header.writeUInt32LE(isLarge ? 0xffff_ffff : of.packedSize, 20);
  header.writeUInt32LE(isLarge ? 0xffff_ffff : of.size, 24);
  header.writeUInt16LE(of.name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt16LE(mode, 40);
  header.writeUInt32LE(of.offset, 42);
  return Buffer.concat([header, of.name, extra]);
}
