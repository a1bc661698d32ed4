/** Tar files byte by byte: a packer would not make hostile ones. */

import { gzipSync } from "node:zlib";

export interface TarEntry {
  readonly name: string;
  readonly body?: string | Buffer;
  readonly mode?: number;
  /** `0` file, `1` hard link, `2` symbolic link, `3` device, `5` folder, `6` pipe, `x` more about the next. */
  readonly type?: string;
  readonly linkname?: string;
  /** Another size than the body's. */
  readonly size?: number;
}

export function tarGz(...entries: readonly TarEntry[]): Buffer {
  return gzipSync(Buffer.concat([...entries.flatMap(tarEntry), Buffer.alloc(1024)]));
}

/** What stands before an entry to give it a name that does not fit, or another one. */
export function pax(key: string, value: string): TarEntry {
  const record = ` ${key}=${value}\n`;
  let length = record.length + 1;
  while (`${length}${record}`.length !== length) length++;
  return { name: "PaxHeader", type: "x", body: `${length}${record}` };
}

function tarEntry({ name, body = "", mode = 0o644, type = "0", linkname = "", size }: TarEntry): Buffer[] {
  const bytes = Buffer.from(body);
  const header = Buffer.alloc(512);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  header.write(name, 0);
  header.write(octal(mode, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size ?? bytes.length, 12), 124);
  header.write(octal(1_000_000_000, 12), 136);
  header.write("        ", 148);
  header.write(type, 156);
  header.write(linkname, 157);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 7)} `, 148);
  return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
}
