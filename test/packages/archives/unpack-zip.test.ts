import { describe, expect, test } from "vitest";

import type { UnpackOptions } from "../../../src/packages/archives/archive.ts";
import { unpackZip } from "../../../src/packages/archives/zip.ts";
import { unpacking } from "./unpacking.ts";
import { zipFile, type ZipSource } from "./zip-file.ts";

const unpack = (archive: Uint8Array, options?: Partial<UnpackOptions>) => unpacking(unpackZip, archive, options);

describe("PL-32 a zip file is unpacked", () => {
  test("stored and deflated, with folders and executable files", async () => {
    const archive = zipFile([
      { name: "a/", mode: 0o040_755 },
      { name: "a/run", body: "#!", mode: 0o100_755 },
      { name: "b/c", body: "text".repeat(100), isStored: true },
      { name: "é", body: "", mode: 0 },
    ]);
    expect(await unpack(archive)).toEqual({ a: null, "a/run*": "#!", b: null, "b/c": "text".repeat(100), é: "" });
  });

  test("only below a folder", async () => {
    const archive = zipFile([
      { name: "node_modules/@s/x/package.json", body: "{}" },
      { name: "node_modules/y", body: "left out" },
    ]);
    expect(await unpack(archive, { prefix: "node_modules/@s/x/" })).toEqual({ "package.json": "{}" });
  });

  test("with a comment, and with sizes in the field for large ones", async () => {
    expect(await unpack(zipFile([{ name: "x", body: "x" }], { comment: "0123" }))).toEqual({ x: "x" });
    expect(await unpack(zipFile([{ name: "x", body: "x", isLarge: true }]))).toEqual({ x: "x" });
  });

  test("empty", async () => {
    expect(await unpack(zipFile([]))).toEqual({});
  });
});

const file = (name: string | Buffer): ZipSource => ({ name, body: "x" });

describe("PL-32 a hostile zip file is refused, and nothing of it stays", () => {
  test.each<[string, ZipSource[], string, Partial<UnpackOptions>?]>([
    ["an absolute name", [file("/etc/x")], '"/etc/x" is an absolute path'],
    ["a name that leaves", [file("ok"), file("a/../../x")], '"a/../../x" leaves the archive\'s folder'],
    ["a backslash", [file("..\\x")], '"..\\\\x" contains a backslash'],
    ["a drive letter", [file("c:/x")], '"c:/x" begins with a drive letter'],
    ["a NUL", [file("a\0b")], '"a\\u0000b" contains a control character'],
    ["a name that is not UTF-8", [file(Buffer.from([0x61, 0xff]))], '"a\u{FFFD}" is not UTF-8'],
    ["a link", [{ name: "x", body: "/etc/passwd", mode: 0o120_777 }], '"x" is a link'],
    ["a device", [{ name: "x", mode: 0o020_666 }], '"x" is a special file'],
    ["a folder with bytes", [{ name: "x/", body: "x", mode: 0 }], '"x/" is both a file and a folder'],
    ["a folder without a slash", [{ name: "x", mode: 0o040_755 }], '"x" is both a file and a folder'],
    ["a name twice", [file("x"), file("x")], 'it contains "x" twice'],
    ["names that macOS takes for one", [file("X"), file("x")], '"X" and "x" are the same name on this system', { os: "macos" }],
    ["two names", [{ ...file("x"), localName: "y" }], '"x" has two names'],
    ["two methods", [{ ...file("x"), localMethod: 0 }], '"x" has two forms'],
    ["encryption", [{ ...file("x"), flags: 0x801 }], '"x" is encrypted'],
    ["another method", [{ ...file("x"), method: 12 }], '"x" is packed with a method other than deflate'],
    ["a false checksum", [{ ...file("x"), checksum: 1 }], '"x" is damaged'],
    ["more bytes than the directory says", [{ name: "x", body: "x".repeat(1_000), size: 10 }], '"x" is damaged'],
    ["fewer bytes than the directory says", [{ name: "x", body: "x", size: 10 }], '"x" is damaged'],
    ["entries that share bytes", [file("x"), { ...file("x"), sharedWith: 0 }], '"x" shares bytes with another file'],
    ["too many files", [file("a"), file("b")], "it contains more than 1 files", { limits: { entries: 1, bytes: 100 } }],
    ["too many bytes", [file("a"), file("b")], "it is larger than 1 bytes", { limits: { entries: 9, bytes: 1 } }],
  ])("%s", async (_, entries, reason, options) => {
    expect(await unpack(zipFile(entries), options)).toBe(reason);
  });

  test("a bomb, which is not inflated", async () => {
    const bomb = zipFile([{ name: "x", body: Buffer.alloc(64 * 1024 * 1024), size: 100 }]);
    expect(await unpack(bomb, { limits: { entries: 10, bytes: 1_000 } })).toBe('"x" is damaged');
  });

  const good = zipFile([file("x"), file("y")]);

  test.each([
    ["no archive", Buffer.from("nothing of the kind, and long enough"), "it is not a zip file, or damaged"],
    ["an empty file", Buffer.alloc(0), "it is not a zip file, or damaged"],
    ["half an archive", good.subarray(0, good.length - 30), "it is not a zip file, or damaged"],
    ["bytes after the end", Buffer.concat([good, Buffer.from("x")]), "it is not a zip file, or damaged"],
    ["bytes before the start", Buffer.concat([Buffer.from("#!"), good]), "its directory is not at its end"],
    ["a directory with more entries", zipFile([file("x"), file("y")], { count: 1 }), "its directory has another length than it says"],
    ["a directory with fewer entries", zipFile([file("x")], { count: 2 }), "its directory is damaged"],
    ["more files than the format counts", zipFile([file("x")], { count: 0xffff }), "it contains more than 50000 files"],
  ])("%s", async (_, bytes, reason) => {
    expect(await unpack(bytes)).toBe(reason);
  });

  test("any damaged byte gives a refusal or the same names, never an exception", async () => {
    for (let at = 0; at < good.length; at++) {
      const damaged = Buffer.from(good);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      expect(await unpack(damaged)).toBeDefined();
    }
  });
});
