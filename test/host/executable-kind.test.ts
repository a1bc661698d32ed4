import { writeFileSync } from "node:fs";

import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { executableKind } from "../../src/host/machine.ts";

const elf = (machine: string) => Buffer.from(`7f454c46020101000000000000000000${`0200${machine}`.padEnd(96, "0")}`, "hex");
const windows = (machine: string, at = 0x80) => {
  const file = Buffer.alloc(0x100);
  file.write("MZ");
  file.writeUInt32LE(at, 0x3c);
  if (at < file.length) file.write(`PE\0\0${Buffer.from(machine, "hex").toString("latin1")}`, at, "latin1");
  return file;
};

test.each([
  ["ELF for x64", elf("3e00"), { os: "linux", arch: "x64" }],
  ["ELF for arm64", elf("b700"), { os: "linux", arch: "arm64" }],
  ["ELF for what we do not know", elf("0816"), { os: "linux", arch: "machine 0x1608" }],
  ["Mach-O for arm64", Buffer.from("cffaedfe0c000001", "hex"), { os: "macos", arch: "arm64" }],
  ["Mach-O for x64", Buffer.from("cffaedfe07000001", "hex"), { os: "macos", arch: "x64" }],
  ["Windows for x64", windows("6486"), { os: "windows", arch: "x64" }],
  ["Windows for arm64", windows("64aa"), { os: "windows", arch: "arm64" }],
  ["a DOS program", windows("", 0xffffff), undefined],
  ["a script", "#!/bin/sh\n", "script"],
  ["text", "echo hello\n", undefined],
  ["nothing", "", undefined],
])("%s", async (_, content, expected) => {
  await using fixture = await createFixture({});
  writeFileSync(fixture.getPath("file"), content);
  expect(executableKind(fixture.getPath("file"))).toEqual(expected);
});
