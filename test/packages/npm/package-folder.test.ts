import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import type { Dependency } from "../../../src/packages/ecosystem.ts";
import { parseChecksum } from "../../../src/packages/npm/cache-folder.ts";
import { packageFolder, unpackedPackages } from "../../../src/packages/npm/package-folder.ts";

const HEX = "0123456789abcdef".repeat(8);
const SHA512 = `sha512-${Buffer.from(HEX, "hex").toString("base64")}`;
const SHA1 = `sha1-${Buffer.from("ab".repeat(20), "hex").toString("base64")}`;

test.each([
  [SHA512, { of: "tarball", algorithm: "sha512", digests: [HEX] }],
  [`${SHA1} ${SHA512}`, { of: "tarball", algorithm: "sha512", digests: [HEX] }],
  [`${SHA512}?opt`, { of: "tarball", algorithm: "sha512", digests: [HEX] }],
  [SHA1, { of: "tarball", algorithm: "sha1", digests: ["ab".repeat(20)] }],
  ["ab".repeat(20), { of: "tarball", algorithm: "sha1", digests: ["ab".repeat(20)] }],
  [`10c0/${HEX}`, { of: "zip", algorithm: "sha512", digests: [HEX] }],
  [HEX, { of: "zip", algorithm: "sha512", digests: [HEX] }],
  ["sha512-AAAA", undefined],
  ["md5-x", undefined],
  ["", undefined],
])("PL-32 the checksum %s", (text, expected) => {
  expect(parseChecksum(text)).toEqual(expected);
});

describe("PL-15 a package is found in Symposium's cache", () => {
  const dependency = (name: string, version: string | undefined, checksum?: string): Dependency => ({
    ecosystem: "npm",
    name,
    ...(version === undefined ? {} : { version }),
    origin: { kind: "registry", ...(checksum === undefined ? {} : { checksum }) },
  });

  test("by name, version and checksum", async () => {
    const folder = "packages/npm/leaf/1.0.0-0123456789abcdef";
    const scoped = "packages/npm/@ours/inner/2.0.0-rc.1-0123456789abcdef";
    await using fixture = await createFixture({
      [folder]: { "package.json": "{}" },
      [scoped]: { "package.json": "{}" },
      "packages/npm/leaf/1.10.0-0123456789abcdef": { "package.json": "{}" },
      "packages/npm/leaf/1.9.0-0123456789abcdef": { "other.json": "{}" },
      "packages/npm/leaf/rubbish": { "package.json": "{}" },
    });
    const where = { env: {}, home: fixture.path, os: "linux" as const, cache: fixture.path };
    const find = (...of: Parameters<typeof dependency>) => packageFolder(dependency(...of), where);
    expect(find("leaf", "1.0.0", SHA512)).toBe(fixture.getPath(folder));
    expect(find("leaf", "1.0.0")).toBe(fixture.getPath(folder));
    expect(find("@ours/inner", "2.0.0-rc.1", `10c0/${HEX}`)).toBe(fixture.getPath(scoped));
    expect([find("leaf", "1.0.0", SHA1), find("leaf", "1.0.0", "rubbish"), find("leaf", "1.9.0"), find("leaf", undefined)]).toEqual(
      Array.from({ length: 4 }),
    );
    expect(unpackedPackages("leaf", where).map(({ version }) => version)).toEqual(["1.10.0", "1.0.0"]);
    expect(unpackedPackages("@ours/inner", where)).toMatchObject([{ name: "@ours/inner", version: "2.0.0-rc.1" }]);
  });

  test("PL-32 a name or version that is another path finds nothing", async () => {
    await using fixture = await createFixture({ "secret/1.0.0-0123456789abcdef": { "package.json": "{}" }, packages: { npm: {} } });
    const where = { env: {}, home: fixture.path, os: "linux" as const, cache: fixture.path };
    for (const name of ["../../secret", "@../../secret", "/secret", "a/b/c", ".."]) {
      expect(packageFolder(dependency(name, "1.0.0"), where)).toBeUndefined();
      expect(unpackedPackages(name, where)).toEqual([]);
    }
    expect(packageFolder(dependency("leaf", "../../../secret/1.0.0", SHA512), where)).toBeUndefined();
  });

  test("where its manager installed it, that folder counts", () => {
    const installed: Dependency = {
      ...dependency("leaf", "1.0.0", SHA512),
      origin: { kind: "registry", folder: "/project/node_modules/leaf" },
    };
    expect(packageFolder(installed, { env: {}, home: "/", os: "linux", cache: "/nowhere" })).toBe("/project/node_modules/leaf");
    const git: Dependency = { ...installed, origin: { kind: "git", address: "git+ssh://git.example/leaf" } };
    expect(packageFolder(git, { env: {}, home: "/", os: "linux", cache: "/nowhere" })).toBeUndefined();
  });
});
