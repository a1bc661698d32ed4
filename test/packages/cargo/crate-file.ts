/** A `.crate` file with the same bytes on every machine, so that the checksums in recorded lock files stay true. */

import { deflateRawSync, gzipSync } from "node:zlib";

/** A gzipped tar archive; nothing is compressed, because compressors differ. */
export function crateFile(files: Readonly<Record<string, string | Link>>): Buffer {
  const entries = Object.entries(files).flatMap(([path, what]) =>
    typeof what === "string" ? tarEntry(path, Buffer.from(what)) : tarEntry(path, Buffer.alloc(0), what),
  );
  const tar = Buffer.concat([...entries, Buffer.alloc(1024)]);
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(tar), 0);
  end.writeUInt32LE(tar.length, 4);
  return Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]), deflateRawSync(tar, { level: 0 }), end]);
}

/** A few hundred kilobytes that unpack to far more. */
export function bombFile(folder: string): Buffer {
  const manifest = Buffer.from(`[package]\nname = "${folder.replace(/-[^-]*$/, "")}"\nversion = "1.0.0"\n`);
  const entries = [...tarEntry(`${folder}/Cargo.toml`, manifest), ...tarEntry(`${folder}/zeros`, Buffer.alloc(600 * 1024 * 1024))];
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(1024)]), { level: 9 });
}

/** A symbolic link in the archive. */
export interface Link {
  readonly link: string;
}

function tarEntry(path: string, bytes: Buffer, { link }: Partial<Link> = {}): Buffer[] {
  const header = Buffer.alloc(512);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  header.write(path, 0);
  header.write(octal(0o644, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(bytes.length, 12), 124);
  header.write(octal(1_000_000_000, 12), 136);
  header.write("        ", 148);
  header.write(link === undefined ? "0" : "2", 156);
  if (link !== undefined) header.write(link, 157);
  header.write("ustar\x0000", 257);
  header.write(
    octal(
      header.reduce((sum, byte) => sum + byte, 0),
      7,
    ) + " ",
    148,
  );
  return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
}

function crc32(bytes: Buffer): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1;
  }
  return (crc ^ 0xffff_ffff) >>> 0;
}
