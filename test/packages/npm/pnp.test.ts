import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import type { Dependency, FetchSurroundings } from "../../../src/packages/ecosystem.ts";
import { fetchPackage } from "../../../src/packages/npm/fetch.ts";
import { packageFolder } from "../../../src/packages/npm/package-folder.ts";
import { pnpAddress, pnpLocation, readPnpAddress } from "../../../src/packages/npm/pnp.ts";
import { readRoot } from "../../../src/packages/npm/read-root.ts";
import { oldProgram, packageZip, type Places, pnpData, pnpProgram, zipChecksum } from "./pnp-project.ts";

const PLACES: Places = [
  ["leaf", "npm:1.1.0", "./.yarn/cache/leaf-npm-1.1.0-7cd6e4319f-7e9092e2f1.zip/node_modules/leaf/"],
  ["@ours/inner", "npm:1.0.0", "../home/.yarn/berry/cache/@ours-inner-npm-1.0.0-2c665d3ba9-10c0.zip/node_modules/@ours/inner/"],
  ["builds", "npm:1.0.0", "./.yarn/unplugged/builds-npm-1.0.0-1c7b693542/node_modules/builds/"],
  ["peered", "virtual:0123#npm:2.0.0", "./.yarn/__virtual__/peered-virtual-0123/0/cache/peered-npm-2.0.0-1.zip/node_modules/peered/"],
  ["far", "virtual:0123#npm:2.0.0", "./.yarn/__virtual__/far-virtual-0123/2/home/.yarn/berry/cache/far.zip/node_modules/far/"],
  ["__proto__", "npm:1.0.0", "./.yarn/cache/proto.zip/node_modules/__proto__/"],
];

/** A project with these files, and the machine around it. */
async function project(files: Readonly<Record<string, string | Buffer>>) {
  const fixture = await createFixture({ home: {}, project: files });
  const where: FetchSurroundings = {
    env: { PATH: "" },
    home: fixture.getPath("home"),
    os: "linux",
    cache: fixture.getPath("cache"),
    repository: fixture.getPath("project"),
  };
  return { fixture, root: fixture.getPath("project"), where, [Symbol.asyncDispose]: () => fixture.rm() };
}

describe("PL-12 Yarn's Plug'n'Play says where packages are", () => {
  test.each([
    ["the program of Yarn 4", { ".pnp.cjs": pnpProgram(PLACES) }],
    ["the program of older ones", { ".pnp.cjs": oldProgram(PLACES) }],
    ["a program with the data beside it", { ".pnp.cjs": "require('./.pnp.data.json')\n", ".pnp.data.json": pnpData(PLACES) }],
  ])("in %s", async (_, files) => {
    await using there = await project(files);
    const { root, where, fixture } = there;
    const at = (name: string, reference: string) => pnpLocation(root, name, reference, where);
    const zip = (path: string, name: string) => ({ kind: "zip", zip: fixture.getPath(path), inner: `node_modules/${name}/` });
    expect(at("leaf", "1.1.0")).toEqual(zip("project/.yarn/cache/leaf-npm-1.1.0-7cd6e4319f-7e9092e2f1.zip", "leaf"));
    expect(at("leaf", "npm:1.1.0")).toEqual(at("leaf", "1.1.0"));
    const inner = "home/.yarn/berry/cache/@ours-inner-npm-1.0.0-2c665d3ba9-10c0.zip";
    expect(at("@ours/inner", "1.0.0")).toEqual(zip(inner, "@ours/inner"));
    const unplugged = fixture.getPath("project/.yarn/unplugged/builds-npm-1.0.0-1c7b693542/node_modules/builds");
    expect(at("builds", "1.0.0")).toEqual({ kind: "folder", folder: unplugged });
    expect(at("peered", "2.0.0")).toEqual(zip("project/.yarn/cache/peered-npm-2.0.0-1.zip", "peered"));
    expect(at("far", "2.0.0")).toEqual(zip("home/.yarn/berry/cache/far.zip", "far"));
    expect(at("__proto__", "1.0.0")).toMatchObject({ kind: "zip" });
    expect([at("leaf", "1.0.0"), at("nothing", "1.1.0"), at("constructor", "1.1.0")]).toEqual([undefined, undefined, undefined]);
  });

  test("the file is read again when it changed", async () => {
    await using there = await project({ ".pnp.cjs": pnpProgram([]) });
    expect(pnpLocation(there.root, "leaf", "1.1.0", there.where)).toBeUndefined();
    await there.fixture.writeFile("project/.pnp.cjs", pnpProgram(PLACES));
    expect(pnpLocation(there.root, "leaf", "1.1.0", there.where)).toBeDefined();
  });

  test.each([
    ["nothing", {}],
    ["another program", { ".pnp.cjs": "const RAW_RUNTIME_STATE = makeIt();\n" }],
    ["half a program", { ".pnp.cjs": pnpProgram(PLACES).slice(0, 300) }],
    ["half an old program", { ".pnp.cjs": oldProgram(PLACES).slice(0, 300) }],
    ["other data", { ".pnp.data.json": '{"packageRegistryData":[null,["leaf"],["leaf",[null,["npm:1.1.0"],["npm:1.1.0",null]]],7]}' }],
    ["no data", { ".pnp.data.json": "[" }],
  ])("%s gives no place and no error", async (_, files) => {
    await using there = await project(files);
    expect(pnpLocation(there.root, "leaf", "1.1.0", there.where)).toBeUndefined();
  });

  test.each([
    ["another folder of the user", "../home/.ssh/"],
    ["an absolute folder", "/etc/"],
    ["a zip file elsewhere", "../home/secrets.zip/node_modules/leaf/"],
    ["a way out of Yarn's cache", "../home/.yarn/berry/cache/../../../secrets.zip/node_modules/leaf/"],
    ["a virtual way out", "./.yarn/__virtual__/x/9/etc/x.zip/node_modules/leaf/"],
    ["a link out", "./.yarn/link/"],
    ["a link out to a zip file", "./.yarn/link/secrets.zip/node_modules/leaf/"],
  ])("PL-32 a place outside is none: %s", async (_, location) => {
    await using there = await project({ ".pnp.cjs": pnpProgram([["leaf", "npm:1.1.0", location]]), ".yarn/x": "" });
    const { fixture, root, where } = there;
    await fixture.writeFile("home/secrets.zip", packageZip("leaf", "1.1.0"));
    symlinkSync(fixture.getPath("home"), fixture.getPath("project/.yarn/link"));
    expect(pnpLocation(root, "leaf", "1.1.0", where)).toBeUndefined();
  });

  test("an address has the root, and the registry where there is one", () => {
    expect(readPnpAddress(pnpAddress("/a b/c"))).toEqual({ root: "/a b/c" });
    expect(readPnpAddress(pnpAddress("/a b/c", "https://r.example/x y.tgz"))).toEqual({
      root: "/a b/c",
      registry: "https://r.example/x%20y.tgz",
    });
    expect([readPnpAddress(undefined), readPnpAddress("https://r.example/")]).toEqual([undefined, undefined]);
  });
});

const ZIP = ".yarn/cache/leaf-npm-1.1.0-7cd6e4319f-7e9092e2f1.zip";
const leafZip = packageZip("leaf", "1.1.0", [{ name: "node_modules/leaf/skills/leaf/SKILL.md", body: "---\n" }]);
const leafIn = (root: string, checksum: string | undefined): Dependency => ({
  ecosystem: "npm",
  name: "leaf",
  version: "1.1.0",
  origin: { kind: "registry", address: pnpAddress(root), ...(checksum === undefined ? {} : { checksum }) },
});
const wanted = ({ name, version = "", origin }: Dependency) => ({ name, version, origin, namedIn: "package.json" });

describe("PL-32 a package in Yarn's cache is unpacked to be read", () => {
  test.each([
    ["with the lock file's checksum", zipChecksum(leafZip)],
    ["without one", undefined],
  ])("%s, and found afterwards; finding it writes nothing", async (_, checksum) => {
    await using there = await project({ ".pnp.cjs": pnpProgram(PLACES), [ZIP]: leafZip });
    const { root, where, fixture } = there;
    const leaf = leafIn(root, checksum);
    expect(packageFolder(leaf, where)).toBeUndefined();
    expect(existsSync(where.cache)).toBe(false);
    const fetched = await fetchPackage(wanted(leaf), where);
    expect(fetched).toMatchObject({ name: "leaf", version: "1.1.0" });
    const folder = packageFolder(leaf, where) ?? "";
    expect(fetched).toMatchObject({ folder });
    expect(folder.startsWith(join(where.cache, "packages", "npm", "leaf", "1.1.0-"))).toBe(true);
    expect(readFileSync(join(folder, "skills/leaf/SKILL.md"), "utf8")).toBe("---\n");
    expect(readdirSync(fixture.getPath("project/.yarn/cache"))).toHaveLength(1);
  });

  test("from the user's own cache", async () => {
    await using there = await project({ ".pnp.cjs": pnpProgram(PLACES) });
    const zip = packageZip("@ours/inner", "1.0.0");
    await there.fixture.mkdir("home/.yarn/berry/cache");
    await there.fixture.writeFile("home/.yarn/berry/cache/@ours-inner-npm-1.0.0-2c665d3ba9-10c0.zip", zip);
    const inner: Dependency = { ...leafIn(there.root, zipChecksum(zip)), name: "@ours/inner", version: "1.0.0" };
    expect(await fetchPackage(wanted(inner), there.where)).toMatchObject({ name: "@ours/inner" });
    expect(packageFolder(inner, there.where)).toContain(join("npm", "@ours", "inner", "1.0.0-"));
  });

  test("an unplugged package is found without fetching", async () => {
    const folder = ".yarn/unplugged/builds-npm-1.0.0-1c7b693542/node_modules/builds";
    await using there = await project({ ".pnp.cjs": pnpProgram(PLACES), [`${folder}/package.json`]: "{}" });
    const builds: Dependency = { ...leafIn(there.root, undefined), name: "builds", version: "1.0.0" };
    expect(packageFolder(builds, there.where)).toBe(there.fixture.getPath("project", folder));
  });

  test.each([
    ["other bytes than the lock file's", leafZip, `10c0/${"0".repeat(128)}`, "differs"],
    ["a zip file that is not there", undefined, zipChecksum(leafZip), "is missing"],
    ["a hostile zip file", packageZip("leaf", "1.1.0", [{ name: "../x", body: "x" }]), undefined, "leaves the archive's folder"],
    ["a link in it", packageZip("leaf", "1.1.0", [{ name: "node_modules/leaf/x", body: "/etc", mode: 0o120_777 }]), undefined, "is a link"],
    ["another package in it", packageZip("other", "1.1.0"), undefined, "no package.json"],
    ["a checksum of npm's tarball", leafZip, `sha512-${Buffer.alloc(64).toString("base64")}`, "no checksum of"],
  ])("%s is refused", async (_, zip, checksum, reason) => {
    await using there = await project({ ".pnp.cjs": pnpProgram(PLACES), ...(zip === undefined ? {} : { [ZIP]: zip }) });
    const leaf = leafIn(there.root, checksum);
    expect(await fetchPackage(wanted(leaf), there.where)).toMatchObject({ message: expect.stringContaining(reason) });
    expect(packageFolder(leaf, there.where)).toBeUndefined();
  });
});

test("PL-12 the dependencies of such a project lead to their packages", async () => {
  const lock = `__metadata:
  version: 8
  cacheKey: 10c0

"leaf@npm:^1":
  version: 1.1.0
  resolution: "leaf@npm:1.1.0"
  checksum: ${zipChecksum(leafZip)}
  languageName: node
  linkType: hard
`;
  const manifest = JSON.stringify({ name: "app", dependencies: { leaf: "^1" } });
  await using there = await project({ ".pnp.cjs": pnpProgram(PLACES), [ZIP]: leafZip, "package.json": manifest, "yarn.lock": lock });
  const { root, where } = there;
  const read = readRoot(root, { ...where, madeLock: () => "" });
  const [leaf] = read?.dependencies ?? [];
  if (leaf === undefined) throw new Error("no dependency");
  expect(packageFolder(leaf, where)).toBeUndefined();
  expect(await fetchPackage(wanted(leaf), where)).toMatchObject({ name: "leaf", version: "1.1.0" });
  expect(packageFolder(leaf, where)).toBeDefined();
  expect(read?.watched.map(([path]) => path)).toContain(there.fixture.getPath("project/.pnp.cjs"));
});
