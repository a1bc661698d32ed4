import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import type { FetchSurroundings, WantedPackage } from "../../../src/packages/ecosystem.ts";
import { fetchPackage } from "../../../src/packages/go/fetch.ts";
import { packageFolder, unpackedPackages } from "../../../src/packages/go/package-folder.ts";
import { COMMIT, MODULES, writeProxy, zipOf } from "./module-proxy.ts";
import { hasGo, WORKSPACES } from "./real-go.ts";
import { machine, NAMED_IN } from "./with-proxy.ts";

const sums = readFileSync(join(WORKSPACES, "module", "tree", "go.sum"), "utf8").split("\n");
const sumOf = (name: string, version: string) => sums.find((line) => line.startsWith(`${name} ${version} `))!.split(" ")[2]!;
const locked = (name: string, version: string, checksum = sumOf(name, version)) => ({
  name,
  version,
  origin: { kind: "registry" as const, checksum },
});

/** Nothing but what was fetched stays. */
function leftIn(cache: string): string[] {
  return existsSync(join(cache, "packages")) ? readdirSync(join(cache, "packages")).filter((name) => name !== "go") : [];
}

describe.skipIf(!hasGo())("PL-32 a module is fetched to be read", () => {
  test("by name, version and checksum, into Symposium's cache", async () => {
    await using there = await machine();
    const fetched = await there.fetch(locked("example.test/Upper", "v0.3.0"));
    if (!("folder" in fetched)) throw new Error(fetched.message);
    expect(fetched).toMatchObject({ name: "example.test/Upper", version: "v0.3.0" });
    expect(dirname(fetched.folder)).toBe(there.at("cache/packages/go/example.test/!upper/@v"));
    expect(readFileSync(join(fetched.folder, "skills/usage/SKILL.md"), "utf8")).toContain("Use it.");
    expect(packageFolder({ ecosystem: "go", ...locked("example.test/Upper", "v0.3.0") }, there.where)).toBe(fetched.folder);
    expect(unpackedPackages("example.test/Upper", there.where)).toEqual([fetched]);
    expect([leftIn(there.at("cache")), existsSync(there.at("home/go")), readdirSync(there.at("project"))]).toEqual([[], false, []]);
    writeFileSync(there.at("home/.config/go/env"), "GOPROXY=off\n");
    expect(await there.fetch(locked("example.test/Upper", "v0.3.0"))).toEqual(fetched);
  });

  test.each<[string, object, string]>([
    ["any version is the newest release", { name: "example.test/leaf" }, "v1.1.0"],
    ["a requirement", { name: "example.test/leaf", requirement: "<v1" }, "v0.1.0"],
    ["a requirement that only a pre-release meets", { name: "example.test/leaf", requirement: ">v1.1.0" }, "v1.2.0-rc.1"],
    ["an exact version", { name: "example.test/leaf", version: "v1.0.0" }, "v1.0.0"],
    ["a module without tags", { name: "example.test/commit" }, COMMIT],
    ["a version of a commit", { name: "example.test/commit", version: COMMIT }, COMMIT],
    ["an incompatible version", { name: "example.test/old", version: "v2.0.0+incompatible" }, "v2.0.0+incompatible"],
  ])("%s", async (_, wanted, version) => {
    await using there = await machine();
    expect(await there.fetch(wanted as WantedPackage)).toMatchObject({ version, folder: expect.any(String) });
    expect(leftIn(there.at("cache"))).toEqual([]);
  });

  test("a fork has its own bytes under the name that the project uses", async () => {
    await using there = await machine();
    const fetched = await there.fetch({
      name: "example.test/branchy",
      version: "v1.5.0",
      origin: { kind: "registry", address: "example.test/fork" },
    });
    expect(fetched).toMatchObject({
      name: "example.test/branchy",
      version: "v1.5.0",
      folder: expect.stringContaining("example.test/fork/@v/v1.5.0-"),
    });
  });

  test("other bytes than those of go.sum are refused, and do not stay", async () => {
    const other = MODULES.map((one) =>
      one.name === "example.test/Upper" ? { ...one, files: { ...one.files, "SYMPOSIUM.toml": "evil" } } : one,
    );
    await using there = await machine(other);
    expect(await there.fetch(locked("example.test/Upper", "v0.3.0"))).toMatchObject({
      severity: "error",
      file: NAMED_IN,
      message: expect.stringMatching(/^cannot fetch `example.test\/Upper` v0.3.0: the checksum of the one from .* differs$/),
    });
    expect(existsSync(there.at("cache/packages/go"))).toBe(false);
  });

  test.each<[string, readonly (readonly [string, string])[]]>([
    ["leads above it", [["example.test/bad@v1.0.0/../../evil", "x"]]],
    ["is absolute", [["/tmp/symposium-bad", "x"]]],
    ["is of another module", [["example.test/leaf@v1.0.0/code.go", "x"]]],
    [
      "differs in case only",
      [
        ["example.test/bad@v1.0.0/A", "x"],
        ["example.test/bad@v1.0.0/a", "x"],
      ],
    ],
  ])("an archive with a name that %s is refused", async (_, entries) => {
    await using there = await machine([
      ...MODULES,
      { name: "example.test/bad", version: "v1.0.0", files: { "go.mod": "module example.test/bad\n" } },
    ]);
    writeFileSync(
      there.at("proxy/example.test/bad/@v/v1.0.0.zip"),
      zipOf([["example.test/bad@v1.0.0/go.mod", "module example.test/bad\n"], ...entries]),
    );
    expect(await there.fetch({ name: "example.test/bad", version: "v1.0.0" })).toMatchObject({
      severity: "error",
      message: expect.stringContaining("cannot fetch"),
    });
    expect([existsSync(there.at("cache/packages/go")), existsSync("/tmp/symposium-bad"), leftIn(there.at("cache"))]).toEqual([
      false,
      false,
      [],
    ]);
  });

  test("nothing in the workspace directs the request", async () => {
    await using there = await machine();
    const evil = there.at("project/evil");
    writeProxy(evil, [{ name: "example.test/leaf", version: "v9.0.0", files: { "go.mod": "module example.test/leaf\n" } }]);
    const files = {
      "go.mod": "module x\ngo 1.99\ntoolchain go1.99.0\nreplace example.test/leaf => ./evil\n",
      "go.work": "go 1.99\nuse .\n",
      "config/go/env": `GOPROXY=file://${evil}\nGOSUMDB=off\n`,
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(there.at(`project/${name}`)), { recursive: true });
      writeFileSync(there.at(`project/${name}`), text);
    }
    // A program of the repository on PATH.
    writeFileSync(there.at("project/go"), `#!/bin/sh\ntouch ${there.at("ran")}\n`);
    chmodSync(there.at("project/go"), 0o755);
    const hostile = {
      GOFLAGS: `-modfile=${there.at("project/go.mod")}`,
      GOWORK: there.at("project/go.work"),
      GOTOOLCHAIN: "go1.99.0",
      GOROOT: evil,
    };
    const env = { ...there.where.env, ...hostile, PATH: `${there.at("project")}:${there.where.env["PATH"]}` };
    expect(await there.fetch({ name: "example.test/leaf" }, { env })).toMatchObject({ version: "v1.1.0" });
    expect(existsSync(there.at("ran"))).toBe(false);
    const inside = await there.fetch({ name: "example.test/leaf" }, { cache: there.at("project/.cache") });
    expect(inside).toMatchObject({ message: expect.stringContaining("is inside the repository") });
  });

  test.each(["GOPROXY", "GOPRIVATE", "GONOPROXY", "GONOSUMDB", "GOSUMDB"])(
    "%s in the environment alone stops the request",
    async (name) => {
      await using there = await machine();
      const env = { ...there.where.env, [name]: "https://other.example" };
      expect(await there.fetch({ name: "example.test/leaf" }, { env })).toMatchObject({
        severity: "error",
        message: expect.stringContaining(`${name} in the environment differs from the user's Go settings`),
        hint: expect.stringContaining(`go env -w ${name}=`),
      });
    },
  );

  test("offline is a warning that says so", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((settle) => server.once("listening", settle));
    const { port } = server.address() as { port: number };
    await new Promise((settle) => server.close(settle));
    await using there = await machine(MODULES, `http://127.0.0.1:${port}`);
    for (const wanted of [locked("example.test/Upper", "v0.3.0"), { name: "example.test/leaf" }]) {
      expect(await there.fetch(wanted)).toMatchObject({
        severity: "warning",
        message: expect.stringMatching(new RegExp(`127.0.0.1:${port} cannot be reached: .*connection refused`)),
        hint: "connect to the network and try again",
      });
    }
  });

  test.each([
    ["an unknown module", { name: "example.test/nothing" }, "does not have it"],
    ["an unknown version", { name: "example.test/leaf", version: "v9.0.0" }, "does not have it"],
    ["a requirement that none meets", { name: "example.test/leaf", requirement: ">=v5" }, "has no version that meets >=v5"],
    ["a requirement that is none", { name: "example.test/leaf", requirement: "rubbish" }, "is not a version requirement"],
  ])("%s is reported", async (_, wanted, message) => {
    await using there = await machine();
    expect(await there.fetch(wanted)).toMatchObject({ severity: "error", message: expect.stringContaining(message) });
  });
});

test.each<[string, Partial<WantedPackage>, string]>([
  ["a path dependency", { origin: { kind: "path" } }, "it comes from a folder"],
  ["an option as a name", { name: "-modfile=x" }, "that is not the path of a module"],
  ["a fork that is an option", { origin: { kind: "registry", address: "-x" } }, "that is not the path of a module"],
  ["a name that leads elsewhere", { name: "../x" }, "that is not the path of a module"],
  ["an option as a version", { version: "v1.0.0 -x" }, "that is not a version"],
  ["a branch as a version", { version: "master" }, "that is not a version"],
  ["a machine without Go", {}, "go was not found"],
])("PL-32 %s is not fetched, and the reason is given", async (_, wanted, message) => {
  await using fixture = await createFixture({ bin: {} });
  const where = {
    env: { PATH: fixture.getPath("bin") },
    home: fixture.path,
    os: "linux" as const,
    cache: fixture.getPath("cache"),
    repository: null,
  };
  const asked = { name: "example.test/leaf", version: "v1.0.0", namedIn: NAMED_IN, ...wanted };
  expect(await fetchPackage(asked, where)).toMatchObject({ message: expect.stringContaining(message) });
});

test("PL-32 Go gets few variables, and git none of its configured programs", async () => {
  await using fixture = await createFixture({
    "bin/go": '#!/bin/sh\nenv > "$HOME/noted"\npwd >> "$HOME/noted"\nexit 1\n',
    home: { x: "" },
  });
  chmodSync(fixture.getPath("bin/go"), 0o755);
  const hostile = {
    GIT_SSH_COMMAND: "evil",
    GIT_ASKPASS: "evil",
    GOAUTH: "evil",
    CGO_CFLAGS: "evil",
    GOFLAGS: "-toolexec=evil",
    GOVCS: "*:all",
    GOENV: "/evil",
  };
  const where: FetchSurroundings = {
    env: { PATH: `${fixture.getPath("bin")}:/usr/bin:/bin`, HOME: fixture.getPath("home"), ...hostile },
    home: fixture.getPath("home"),
    os: "linux",
    cache: fixture.getPath("cache"),
    repository: null,
  };
  await fetchPackage({ name: "example.test/leaf", version: "v1.0.0", namedIn: NAMED_IN }, where);
  const noted = readFileSync(fixture.getPath("home/noted"), "utf8");
  expect(noted).not.toContain("evil");
  for (const set of [
    "GOTOOLCHAIN=local",
    "GOWORK=off",
    "GOFLAGS=-mod=mod -modcacherw",
    "GIT_CONFIG_GLOBAL=/dev/null",
    "GIT_CONFIG_NOSYSTEM=1",
    "GOVCS=*:git",
  ])
    expect(noted.split("\n")).toContain(set);
  expect(noted).toMatch(new RegExp(`^GOMODCACHE=${fixture.getPath("cache/packages")}/\\.fetching`, "m"));
  expect(noted.trimEnd().split("\n").at(-1)).toMatch(/\.fetching\..*\/module$/);
});
