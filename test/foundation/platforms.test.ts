/** The native programs of all platforms reach users in the one package. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { areWhole, packPrograms, PLATFORMS } from "../../scripts/platforms.ts";
import { executableKind, platformName, thisMachine } from "../../src/host/machine.ts";
import { bytesOf, findNative } from "../../src/setup/program/native-program.ts";
import { temporaryHome } from "../support/temporary-home.ts";
import { program } from "./programs.ts";

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));

test("an installation fetches nothing besides the package, and runs nothing", () => {
  for (const kind of ["dependencies", "optionalDependencies", "peerDependencies"]) expect(manifest).not.toHaveProperty(kind);
  for (const script of ["preinstall", "install", "postinstall", "prepare"]) expect(manifest.scripts).not.toHaveProperty(script);
});

test.each(PLATFORMS)("$name is what a machine of its kind asks for, with any C library", ({ name, os, arch }) => {
  expect(platformName({ os, arch })).toBe(name);
});

test("this machine is known by what its Node was built for", () => {
  expect(executableKind(process.execPath)).toEqual({ os: thisMachine().os, arch: thisMachine().arch });
  expect(executableKind(program("native-hook"))).toEqual(executableKind(process.execPath));
});

test("the program of each platform comes out of the archive as it was built", async () => {
  await using home = await temporaryHome();
  const native = home.at("dist/native");
  const fileOf = (name: string) => join(native, name, "symposium-hook");
  // Most of their bytes are the same.
  const bytes = (name: string) =>
    Buffer.concat([Buffer.from(name), readFileSync(process.execPath).subarray(0, 100_000), Buffer.from(name)]);
  for (const { name } of PLATFORMS) {
    mkdirSync(dirname(fileOf(name)), { recursive: true });
    writeFileSync(fileOf(name), bytes(name));
  }
  expect(areWhole(native)).toBe(false);
  packPrograms(native, { effort: 4 });
  expect(areWhole(native)).toBe(true);
  writeFileSync(fileOf("linux-x64"), "other");
  expect(areWhole(native)).toBe(false);
  for (const { name } of PLATFORMS) rmSync(dirname(fileOf(name)), { recursive: true });
  for (const { name, os, arch } of PLATFORMS) {
    const found = findNative(home.at("dist"), { os, arch, musl: true }) ?? expect.fail(name);
    expect(found).toMatchObject({ file: join(native, "programs.br"), isPacked: true });
    expect(Buffer.from(bytesOf(found) as Uint8Array).equals(bytes(name))).toBe(true);
  }
  expect(findNative(home.at("dist"), { os: "windows", arch: "x64", musl: false })).toBeUndefined();
  expect(findNative(home.at("no/dist"), thisMachine())).toBeUndefined();
});
