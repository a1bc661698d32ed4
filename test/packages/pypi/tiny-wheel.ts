/** Wheels of a few bytes, always the same bytes for the same package. */

import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";

export interface TinyPackage {
  readonly name: string;
  readonly version: string;
  /** Lines of `Requires-Dist` and `Provides-Extra`. */
  readonly requires?: readonly string[];
}

export interface Wheel {
  readonly file: string;
  readonly bytes: Buffer;
  readonly sha256: string;
  readonly metadata: string;
}

export function tinyWheel({ name, version, requires = [] }: TinyPackage): Wheel {
  const own = name.replace(/[-_.]+/g, "_").toLowerCase();
  const info = `${own}-${version}.dist-info`;
  const extras = [...new Set(requires.flatMap((line) => /extra == '([^']*)'/.exec(line)?.[1] ?? []))];
  const metadata = [
    "Metadata-Version: 2.1",
    `Name: ${name}`,
    `Version: ${version}`,
    ...extras.map((extra) => `Provides-Extra: ${extra}`),
    ...requires.map((line) => `Requires-Dist: ${line}`),
    "",
  ].join("\n");
  const files = new Map([
    [`${own}/__init__.py`, `VERSION = "${version}"\n`],
    [`${info}/METADATA`, metadata],
    [`${info}/WHEEL`, "Wheel-Version: 1.0\nGenerator: tiny\nRoot-Is-Purelib: true\nTag: py3-none-any\n"],
  ]);
  const record = [...files.keys(), `${info}/RECORD`].map((path) => `${path},,\n`).join("");
  const bytes = zipOf(new Map([...files, [`${info}/RECORD`, record]]));
  return { file: `${own}-${version}-py3-none-any.whl`, bytes, sha256: createHash("sha256").update(bytes).digest("hex"), metadata };
}

/** 1 January 1980. */
const DATE = 0x21;

/** Stored, not compressed. */
function zipOf(files: ReadonlyMap<string, string>): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of files) {
    const [name, data] = [Buffer.from(path), Buffer.from(text)];
    const common = Buffer.alloc(26);
    for (const [at, value] of [
      [0, 20],
      [8, DATE],
      [22, name.length],
    ] as const)
      common.writeUInt16LE(value, at);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), common, name, data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((0o100644 << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    entries.push(Buffer.concat([Buffer.from("PK\u0001\u0002"), Buffer.from([20, 3]), common, rest, name]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006");
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
