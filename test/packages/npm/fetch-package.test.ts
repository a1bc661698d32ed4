import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import type { Dependency, WantedPackage } from "../../../src/packages/ecosystem.ts";
import { fetchPackage } from "../../../src/packages/npm/fetch.ts";
import { packageFolder, unpackedPackages } from "../../../src/packages/npm/package-folder.ts";
import { isAtLeast, sampled } from "../../support/thoroughness.ts";
import { tarGz } from "../archives/tar-file.ts";
import { integrityOf, ofBytes, packages, published, startRegistry } from "./loopback-registry.ts";
import { hasNpm, offline, withFirst, withRegistry, write } from "./with-registry.ts";

const NAMED_IN = "/project/package.json";
const DEFAULT = "https://registry.npmjs.org/leaf/-/leaf-1.0.0.tgz";
const packed = (name: string, version: string) => packages.find((one) => one.name === name && one.version === version)!;
const locked = (name: string, version: string, checksum = packed(name, version).integrity): WantedPackage => ({
  name,
  version,
  origin: { kind: "registry", address: DEFAULT, checksum },
  namedIn: NAMED_IN,
});
const asDependency = ({ name, version, origin }: WantedPackage): Dependency => ({
  ecosystem: "npm",
  name,
  ...(version === undefined ? {} : { version }),
  origin: origin ?? { kind: "registry" },
});

describe.skipIf(!hasNpm())("PL-32 an npm package is fetched to be read", () => {
  test("by name, version and checksum, without its dependencies and scripts, and found afterwards", async () => {
    await withRegistry({}, async ({ at, registry, fetch, where }) => {
      const wanted = locked("leaf", "1.1.0");
      expect(packageFolder(asDependency(wanted), where)).toBeUndefined();
      const fetched = await fetch(wanted);
      if (!("folder" in fetched)) throw new Error(fetched.message);
      const start = Buffer.from(packed("leaf", "1.1.0").integrity.slice("sha512-".length), "base64").toString("hex").slice(0, 16);
      expect(fetched).toEqual({ name: "leaf", version: "1.1.0", folder: join(at("cache"), "packages", "npm", "leaf", `1.1.0-${start}`) });
      expect(existsSync(join(fetched.folder, "index.js"))).toBe(true);
      expect(registry.downloaded()).toEqual(["/leaf/-/leaf-1.1.0.tgz"]);
      expect(packageFolder(asDependency(wanted), where)).toBe(fetched.folder);
      const before = registry.asked.length;
      expect(await fetch(wanted)).toEqual(fetched);
      expect(registry.asked).toHaveLength(before);
      const all = readdirSync(at("."), { recursive: true, encoding: "utf8" });
      expect(all.filter((path) => path.endsWith("ran"))).toEqual([]);
    });
  });

  test.runIf(isAtLeast("all")).each(
    sampled(
      [
        ["any", {}, "1.1.0"],
        ["a requirement", { requirement: "^0.1 || 1.0.x" }, "1.0.0"],
        ["an exact version", { version: "2.0.0-rc.1" }, "2.0.0-rc.1"],
      ],
      () => "one",
    ),
  )("%s is resolved by npm", async (_, wanted, version) => {
    await withRegistry({}, async ({ fetch, where }) => {
      const fetched = await fetch({ name: "leaf", namedIn: NAMED_IN, ...wanted });
      expect(fetched).toMatchObject({ name: "leaf", version });
      expect(unpackedPackages("leaf", where)).toEqual([fetched]);
      expect(packageFolder({ ecosystem: "npm", name: "leaf", version, origin: { kind: "registry" } }, where)).toBe(
        (fetched as { folder: string }).folder,
      );
    });
  });

  test.runIf(isAtLeast("all"))("with the weaker checksums of old lock files", async () => {
    const { bytes } = packed("leaf", "0.1.0");
    const sha1 = integrityOf(bytes, "sha1");
    const hexadecimal = Buffer.from(sha1.slice("sha1-".length), "base64").toString("hex");
    await withRegistry({}, async ({ fetch }) => {
      for (const checksum of [sha1, hexadecimal, `${sha1} ${packed("leaf", "0.1.0").integrity}`]) {
        expect(await fetch(locked("leaf", "0.1.0", checksum))).toMatchObject({ version: "0.1.0" });
      }
    });
  });

  test.runIf(isAtLeast("all"))("a private scope is asked at its own registry, with its token, which no other registry gets", async () => {
    await using own = await startRegistry({ token: "secret" });
    const host = own.address.slice("http:".length);
    const more = `@ours:registry=${own.address}\n${host}:_authToken=secret\n`;
    await withRegistry({ packages: [packed("leaf", "1.0.0")], more }, async ({ registry, fetch }) => {
      expect(
        await fetch({ ...locked("@ours/inner", "1.0.0"), origin: { kind: "registry", address: `${own.address}x.tgz` } }),
      ).toMatchObject({ name: "@ours/inner", version: "1.0.0", folder: expect.stringContaining(join("npm", "@ours", "inner", "1.0.0-")) });
      expect(registry.asked).toEqual([]);
      expect(own.asked.every(({ authorization }) => authorization === "Bearer secret")).toBe(true);
      expect(await fetch(locked("leaf", "1.0.0"))).toMatchObject({ version: "1.0.0" });
      expect(registry.asked.length).toBeGreaterThan(0);
      expect(registry.asked.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
    });
  });

  test.runIf(isAtLeast("all"))("without the token the registry refuses, and the hint says what to do", async () => {
    await withRegistry({ token: "secret" }, async ({ fetch }) => {
      expect(await fetch(locked("leaf", "1.0.0"))).toMatchObject({
        message: "cannot fetch `leaf` 1.0.0: the npm registry refuses access",
        hint: "run `npm login`, or add a token to the `.npmrc` in your home folder",
      });
    });
  });

  test
    .runIf(isAtLeast("all"))
    .each(
      sampled(
        [["https://evil.example/leaf.tgz"], ["http://127.0.0.1:9/leaf.tgz"], ["file:///tmp/leaf.tgz"], ["--registry=x"]],
        () => "one",
      ),
    )("a registry that only the lock file names is not asked: %s", async (address) => {
    await withRegistry({}, async ({ registry, fetch }) => {
      const wanted = { ...locked("leaf", "1.0.0"), origin: { kind: "registry" as const, address } };
      expect(await fetch(wanted)).toMatchObject({
        severity: "error",
        message: expect.stringContaining("which is not the registry of this package in the user's npm configuration"),
      });
      expect(registry.asked).toEqual([]);
    });
  });

  test.runIf(isAtLeast("all"))("the repository's configuration, programs and variables do not count", async () => {
    await using elsewhere = await startRegistry();
    await withRegistry({}, async ({ at, registry, fetch, where }) => {
      const npmrc = `registry=${elsewhere.address}\nignore-scripts=false\nscript-shell=${at("project/evil")}\n`;
      for (const file of ["project/.npmrc", "project/npmrc"]) write(at(file), npmrc);
      write(at("project/node_modules/.bin/npm"), `#!/bin/sh\ntouch ${at("ran")}\n`, 0o755);
      const first = withFirst(at("project/node_modules/.bin"), where);
      const env = {
        ...first.env,
        npm_config_registry: elsewhere.address,
        npm_config_userconfig: at("project/npmrc"),
        NODE_OPTIONS: `--require=${at("project/evil.cjs")}`,
      };
      write(at("project/evil.cjs"), `require("node:fs").writeFileSync(${JSON.stringify(at("ran"))}, "");`);
      expect(await fetch(locked("leaf", "1.0.0"), { env })).toMatchObject({ version: "1.0.0" });
      expect(elsewhere.asked).toEqual([]);
      expect(registry.asked.length).toBeGreaterThan(0);
      expect(existsSync(at("ran"))).toBe(false);
      const inside = await fetch(locked("leaf", "0.1.0"), { cache: at("project/.symposium/cache") });
      expect(inside).toMatchObject({ message: expect.stringContaining("is inside the repository") });
    });
  });

  test.runIf(isAtLeast("all"))("a project around the cache does not count either", async () => {
    await using elsewhere = await startRegistry();
    await withRegistry({}, async ({ at, fetch }) => {
      write(at("package.json"), "{}");
      write(at(".npmrc"), `registry=${elsewhere.address}\n`);
      expect(await fetch(locked("leaf", "1.0.0"))).toMatchObject({ version: "1.0.0" });
      expect(elsewhere.asked).toEqual([]);
    });
  });

  test.runIf(isAtLeast("all"))("other bytes than the lock file's are refused, and nothing of them stays", async () => {
    await withRegistry({}, async ({ at, fetch }) => {
      expect(await fetch(locked("leaf", "1.0.0", packed("leaf", "1.1.0").integrity))).toMatchObject({
        severity: "error",
        message: "cannot fetch `leaf` 1.0.0: the checksum of the one in the npm registry differs",
        hint: "find out what changed the registry or the lock file before you use it",
      });
      expect(existsSync(at("cache/packages/npm"))).toBe(false);
    });
  });

  test.runIf(isAtLeast("all"))("so are bytes without the checksum of the registry's own index", async () => {
    const liar = { ...packed("leaf", "1.0.0"), integrity: packed("leaf", "1.1.0").integrity };
    await withRegistry({ packages: [liar] }, async ({ fetch }) => {
      expect(await fetch(locked("leaf", "1.0.0", packed("leaf", "1.0.0").integrity))).toMatchObject({
        message: expect.stringContaining("the bytes from the npm registry do not have the checksum in its own index"),
      });
    });
  });

  const manifest = { name: "package/package.json", body: '{"name":"evil","version":"1.0.0"}' };

  test.runIf(isAtLeast("all")).each(
    sampled(
      [
        ["a link out", tarGz(manifest, { name: "package/x", type: "2", linkname: "/etc/passwd" }), '"package/x" is a link'],
        ["a name that leaves", tarGz(manifest, { name: "package/../../../x", body: "x" }), "leaves the archive's folder"],
        ["a name twice", tarGz(manifest, { ...manifest, body: "{}" }), 'contains "package.json" twice'],
        ["no package.json", tarGz({ name: "package/x", body: "x" }), "no package.json"],
      ],
      () => "one",
    ),
  )("a hostile archive is refused: %s", async (_, bytes, reason) => {
    const evil = ofBytes("evil", "1.0.0", bytes);
    await withRegistry({ packages: [evil] }, async ({ at, fetch }) => {
      expect(await fetch(locked("evil", "1.0.0", evil.integrity))).toMatchObject({
        severity: "error",
        message: expect.stringContaining(reason),
      });
      expect(existsSync(at("cache/packages/npm"))).toBe(false);
    });
  });

  test.runIf(isAtLeast("all"))("a package with another name in its own file is the registry's", async () => {
    const bytes = published("another", "9.9.9").bytes;
    await withRegistry({ packages: [ofBytes("leaf", "1.0.0", bytes)] }, async ({ fetch }) => {
      expect(await fetch(locked("leaf", "1.0.0", integrityOf(bytes)))).toMatchObject({ name: "leaf", version: "1.0.0" });
    });
  });

  test.runIf(isAtLeast("all"))("offline is a warning that says so", async () => {
    await using there = await offline();
    expect(await fetchPackage(locked("leaf", "1.0.0"), there.where)).toMatchObject({
      severity: "warning",
      message: expect.stringMatching(/^cannot fetch `leaf` 1\.0\.0: the npm registry cannot be reached: .*ECONNREFUSED/),
      hint: "connect to the network and try again",
    });
  });

  test.runIf(isAtLeast("all")).each(
    sampled(
      [
        ["a version that is not there", { name: "leaf", version: "9.0.0" }],
        ["a requirement that none meets", { name: "leaf", requirement: ">9" }],
        ["an unknown name", { name: "nothing" }],
      ],
      () => "one",
    ),
  )("%s is reported", async (_, wanted) => {
    await withRegistry({}, async ({ fetch }) => {
      expect(await fetch({ ...wanted, namedIn: NAMED_IN })).toMatchObject({
        severity: "error",
        message: expect.stringContaining("the npm registry does not have it"),
      });
    });
  });
});

test.each<[string, Partial<WantedPackage>, string]>([
  ["a git dependency", { origin: { kind: "git", address: "git+ssh://git.example/x#0123" } }, "it comes from a git repository"],
  ["a path dependency", { origin: { kind: "path" } }, "it comes from a folder"],
  ["an option as a name", { name: "--registry=x" }, "that is not the name of a package"],
  ["an address as a name", { name: "https://evil.example/x.tgz" }, "that is not the name of a package"],
  ["a path as a name", { name: "../x" }, "that is not the name of a package"],
  ["an address as a version", { version: "https://evil.example/x.tgz" }, "that is not a version"],
  ["an alias as a requirement", { requirement: "npm:other@1" }, '"npm:other@1" is not a version requirement'],
  ["an invalid checksum", { origin: { kind: "registry", checksum: "md5-x" } }, "the lock file's checksum of it is invalid"],
  [
    "a checksum of Yarn's zip file",
    { origin: { kind: "registry", checksum: `10c0/${"0".repeat(128)}` } },
    "only has the checksum of Yarn's zip",
  ],
  ["a machine without npm", {}, "npm was not found"],
])("PL-32 %s is not fetched, and the reason is given", async (_, wanted, message) => {
  await using fixture = await createFixture({ bin: {} });
  const where = {
    env: { PATH: fixture.getPath("bin") },
    home: fixture.path,
    os: "linux" as const,
    cache: fixture.getPath("cache"),
    repository: null,
  };
  expect(await fetchPackage({ ...locked("leaf", "0.1.0"), ...wanted }, where)).toMatchObject({ message: expect.stringContaining(message) });
});
