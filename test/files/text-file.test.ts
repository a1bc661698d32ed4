import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";

import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { readTextFile } from "../../src/files/text-file.ts";

async function read(content: string | Buffer) {
  await using fixture = await createFixture({ "file.toml": content });
  return readTextFile(fixture.getPath("file.toml"));
}

test("a byte-order mark is not part of the text", async () => {
  expect(await read("\uFEFFa = 1\r\n")).toEqual({ kind: "text", text: "a = 1\r\n" });
});

test("a missing file is missing", async () => {
  await using fixture = await createFixture({});
  expect(readTextFile(fixture.getPath("none"))).toEqual({ kind: "missing" });
});

test("bytes that are not UTF-8 are reported where they stand", async () => {
  const result = await read(Buffer.from([0x61, 0x0a, 0xc3, 0xa4, 0x62, 0xff, 0x0a]));
  expect(result).toMatchObject({ kind: "bad", problem: { position: { line: 2, column: 3 }, hint: "save the file as UTF-8" } });
  expect(await read(Buffer.from("\uFEFFa = 1", "utf16le"))).toMatchObject({ kind: "bad", problem: { position: { line: 1, column: 1 } } });
});

test("a folder, a file of more than 1 MiB and a pipe are refused, and none of them is waited for", async () => {
  await using fixture = await createFixture({ folder: {}, "big.toml": "#".repeat(1024 * 1024 + 1) });
  expect(readTextFile(fixture.getPath("folder"))).toMatchObject({ kind: "bad", problem: { message: "is not a file" } });
  expect(readTextFile(fixture.getPath("big.toml"))).toMatchObject({ kind: "bad", problem: { message: "is larger than 1 MiB" } });
  if (process.platform === "win32") return;
  execFileSync("mkfifo", [fixture.getPath("pipe")]);
  expect(readTextFile(fixture.getPath("pipe"))).toMatchObject({ kind: "bad", problem: { message: "is not a file" } });
});

test.skipIf(process.getuid?.() === 0 || process.platform === "win32")("a file without permission is reported with the cause", async () => {
  await using fixture = await createFixture({ "file.toml": "a = 1" });
  chmodSync(fixture.getPath("file.toml"), 0);
  expect(readTextFile(fixture.getPath("file.toml"))).toMatchObject({ kind: "bad", problem: { message: "cannot be read (EACCES)" } });
});
