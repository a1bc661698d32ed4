import { gzipSync } from "node:zlib";

import { packTar } from "modern-tar";
import { describe, expect, test } from "vitest";

import type { UnpackOptions } from "../../../src/packages/archives/archive.ts";
import { unpackTarGz } from "../../../src/packages/archives/tar.ts";
import { pax, tarGz, type TarEntry } from "./tar-file.ts";
import { unpacking } from "./unpacking.ts";

const unpack = (archive: Uint8Array, options?: Partial<UnpackOptions>) => unpacking(unpackTarGz, archive, options);

describe("PL-32 a tar archive is unpacked", () => {
  test("with folders and executable files", async () => {
    const archive = tarGz(
      { name: "a/", type: "5", mode: 0o755 },
      { name: "a/run", body: "#!", mode: 0o4755 },
      { name: "./b//c", body: "text", mode: 0o066 },
      { name: "empty/", type: "5" },
    );
    expect(await unpack(archive)).toEqual({ a: null, "a/run*": "#!", b: null, "b/c": "text", empty: null });
  });

  test("without its first folder, whatever its name", async () => {
    const archive = tarGz({ name: "package/x", body: "x" }, { name: "other/y/z", body: "z" }, { name: "top", body: "left out" });
    expect(await unpack(archive, { stripFirst: true })).toEqual({ x: "x", y: null, "y/z": "z" });
  });

  test("only below a folder", async () => {
    const archive = tarGz({ name: "in/deep/x", body: "x" }, { name: "in/y", body: "y" }, { name: "indeed/z", body: "z" });
    expect(await unpack(archive, { prefix: "in/deep" })).toEqual({ x: "x" });
    expect(await unpack(archive, { prefix: "in/" })).toEqual({ deep: null, "deep/x": "x", y: "y" });
  });

  test("with names that need a header of their own", async () => {
    const long = `${"long/".repeat(40)}name`;
    expect(await unpack(tarGz(pax("path", long), { name: "short", body: "x" }))).toHaveProperty(long.replaceAll("\\", "/"), "x");
  });

  test("as other tools pack it", async () => {
    const bytes = await packTar([
      { header: { name: "p/", type: "directory", size: 0 } },
      { header: { name: "p/é", size: 1, mode: 0o755 }, body: "x" },
    ]);
    expect(await unpack(gzipSync(bytes), { stripFirst: true })).toEqual({ "é*": "x" });
  });
});

const file = (name: string): TarEntry => ({ name, body: "x" });

describe("PL-32 a hostile tar archive is refused, and nothing of it stays", () => {
  test.each<[string, TarEntry[], string, Partial<UnpackOptions>?]>([
    ["an absolute name", [file("/etc/x")], '"/etc/x" is an absolute path'],
    ["a name that leaves", [file("ok"), file("a/../../x")], '"a/../../x" leaves the archive\'s folder'],
    ["a name that leaves after stripping", [file("package/../x")], '"package/../x" leaves the archive\'s folder', { stripFirst: true }],
    ["a backslash", [file("..\\x")], '"..\\\\x" contains a backslash'],
    ["a drive letter", [file("C:x")], '"C:x" begins with a drive letter'],
    ["a NUL in a long name", [pax("path", "a\0b"), file("x")], '"a\\u0000b" contains a control character'],
    ["a long name that leaves", [pax("path", "../x"), file("x")], '"../x" leaves the archive\'s folder'],
    ["a part that no disk can store", [pax("path", "n".repeat(300)), file("x")], `"${"n".repeat(199)}…" is too long`],
    ["a link out", [{ name: "x", type: "2", linkname: "/etc/passwd" }], '"x" is a link'],
    ["a link inside", [file("y"), { name: "x", type: "2", linkname: "y" }], '"x" is a link'],
    ["a hard link", [{ name: "x", type: "1", linkname: "/etc/passwd" }], '"x" is a link'],
    ["a device", [{ name: "x", type: "3" }], '"x" is a special file'],
    ["a pipe", [{ name: "x", type: "6" }], '"x" is a special file'],
    ["a name twice", [file("x"), file("./x")], 'it contains "x" twice'],
    ["a file and a folder of one name", [file("x"), file("x/y")], 'it contains "x" twice'],
    ["a folder and a file of one name", [file("x/y"), file("x")], 'it contains "x" twice'],
    [
      "names that macOS takes for one, by case",
      [file("a/X"), file("a/x")],
      '"a/X" and "a/x" are the same name on this system',
      { os: "macos" },
    ],
    ["folders that macOS takes for one", [file("A/x"), file("a/y")], '"A" and "a" are the same name on this system', { os: "macos" }],
    [
      "names that macOS takes for one, by form",
      [file("\u00E9"), file("e\u0301")],
      '"\u00E9" and "e\u0301" are the same name on this system',
      { os: "macos" },
    ],
    ["a device's name on Windows", [file("a/nul.txt")], '"a/nul.txt" is not a valid name on Windows', { os: "windows" }],
    ["a stream on Windows", [file("a/x:y")], '"a/x:y" is not a valid name on Windows', { os: "windows" }],
    ["a trailing dot on Windows", [file("a./x")], '"a./x" is not a valid name on Windows', { os: "windows" }],
    ["too many files", [file("a"), file("b"), file("c")], "it contains more than 2 files", { limits: { entries: 2, bytes: 100 } }],
    ["too many folders", [file("a/b/c/d")], "it contains more than 2 files and folders", { limits: { entries: 2, bytes: 100 } }],
    ["too many bytes", [file("a"), file("b")], "it is larger than 1 bytes", { limits: { entries: 9, bytes: 1 } }],
    ["a size beyond the end", [{ name: "x", body: "x", size: 5_000 }], "it is not a tar file, or damaged"],
  ])("%s", async (_, entries, reason, options) => {
    expect(await unpack(tarGz(...entries), options)).toBe(reason);
  });

  test("names that differ by case are two on Linux", async () => {
    expect(await unpack(tarGz(file("X"), file("x"), file("nul")))).toEqual({ X: "x", nul: "x", x: "x" });
  });

  test("a bomb, without inflating all of it", async () => {
    const zeros = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const bomb = Buffer.concat(new Array<Buffer>(64).fill(zeros));
    const before = process.memoryUsage().rss;
    expect(await unpack(bomb, { limits: { entries: 10, bytes: 1024 * 1024 } })).toBe("it is larger than 1 MiB");
    expect(process.memoryUsage().rss - before).toBeLessThan(512 * 1024 * 1024);
  });

  test.each([
    ["no archive", Buffer.from("nothing of the kind")],
    ["an empty file", Buffer.alloc(0)],
    ["half an archive", tarGz({ name: "x", body: "x".repeat(100) }).subarray(0, 60)],
  ])("%s", async (_, bytes) => {
    expect(await unpack(bytes)).toBe("it is not a gzip file, or damaged");
  });

  test("something else in the gzip file", async () => {
    expect(await unpack(gzipSync("x".repeat(2_000)))).toEqual(expect.any(String));
  });
});
