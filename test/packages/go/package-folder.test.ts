import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import type { Dependency, DependencyOrigin } from "../../../src/packages/ecosystem.ts";
import { folderFor, packageFolder, unpackedPackages } from "../../../src/packages/go/package-folder.ts";
import { moduleCache } from "../../../src/packages/go/user-settings.ts";
import { isModulePath } from "../../../src/packages/go/version.ts";
import { surroundingsIn } from "./surroundings.ts";

const SUM = `h1:${"A".repeat(43)}=`;
const of = (name: string, version: string, origin: Partial<DependencyOrigin> = {}): Dependency => ({
  ecosystem: "go",
  name,
  version,
  origin: { kind: "registry", ...origin },
});

describe("PL-15 a module is found where Go put it", () => {
  test("in the module cache, in its escaped form, before the copy in vendor", async () => {
    await using fixture = await createFixture({
      "go/pkg/mod/example.test/!upper@v0.3.0/code.go": "",
      "project/vendor/example.test/Upper/code.go": "",
    });
    const where = surroundingsIn(fixture.path);
    const folder = fixture.getPath("project/vendor/example.test/Upper");
    expect(packageFolder(of("example.test/Upper", "v0.3.0", { folder }), where)).toBe(
      fixture.getPath("go/pkg/mod/example.test/!upper@v0.3.0"),
    );
    expect(packageFolder(of("example.test/Upper", "v0.4.0", { folder }), where)).toBe(folder);
    expect(packageFolder(of("example.test/upper", "v0.3.0"), where)).toBeUndefined();
  });

  test("a fork is in the folder of the fork, a path where it is", async () => {
    await using fixture = await createFixture({ "go/pkg/mod/example.test/fork@v1.5.0/code.go": "", "here/code.go": "" });
    const where = surroundingsIn(fixture.path);
    expect(packageFolder(of("example.test/a", "v1.5.0", { address: "example.test/fork" }), where)).toBe(
      fixture.getPath("go/pkg/mod/example.test/fork@v1.5.0"),
    );
    expect(packageFolder(of("example.test/a", "v1.0.0", { kind: "path", folder: fixture.getPath("here") }), where)).toBe(
      fixture.getPath("here"),
    );
    expect(packageFolder(of("example.test/a", "v1.0.0", { kind: "path", folder: fixture.getPath("gone") }), where)).toBeUndefined();
  });

  test("not where it has another checksum than go.sum, or is not whole", async () => {
    await using fixture = await createFixture({
      "go/pkg/mod/example.test/a@v1.0.0/code.go": "",
      "go/pkg/mod/cache/download/example.test/a/@v/v1.0.0.ziphash": SUM,
      "go/pkg/mod/example.test/half@v1.0.0/code.go": "",
      "go/pkg/mod/cache/download/example.test/half/@v/v1.0.0.partial": "",
    });
    const where = surroundingsIn(fixture.path);
    expect(packageFolder(of("example.test/a", "v1.0.0", { checksum: SUM }), where)).toBeDefined();
    expect(packageFolder(of("example.test/a", "v1.0.0", { checksum: SUM.replace("A", "B") }), where)).toBeUndefined();
    expect(packageFolder(of("example.test/half", "v1.0.0"), where)).toBeUndefined();
  });

  test("PL-32 in Symposium's cache only with the checksum of go.sum", async () => {
    await using fixture = await createFixture({});
    const where = surroundingsIn(fixture.path);
    const folder = folderFor({ name: "example.test/Upper", version: "v0.3.0" }, SUM, where.cache)!;
    expect(folder).toBe(fixture.getPath("cache/packages/go/example.test/!upper/@v/v0.3.0-0000000000000000"));
    await fixture.mkdir("cache/packages/go/example.test/!upper/@v/v0.3.0-0000000000000000");
    expect(packageFolder(of("example.test/Upper", "v0.3.0", { checksum: SUM }), where)).toBe(folder);
    expect(packageFolder(of("example.test/Upper", "v0.3.0"), where)).toBe(folder);
    expect(packageFolder(of("example.test/Upper", "v0.3.0", { checksum: `h1:${"B".repeat(43)}=` }), where)).toBeUndefined();
    expect(folderFor({ name: "example.test/a", version: "v1.0.0" }, "h1:../../x", where.cache)).toBeUndefined();
  });

  test("PL-32 names and versions that lead elsewhere find nothing", async () => {
    await using fixture = await createFixture({ "go/pkg/x@v1.0.0/code.go": "", "go/pkg/mod/x": {} });
    const where = surroundingsIn(fixture.path);
    for (const name of ["../x", "x/../../x", "", ".", "-x"]) expect(packageFolder(of(name, "v1.0.0"), where), name).toBeUndefined();
    for (const version of ["", "v1", "v1.0.0/../..", "../v1.0.0", "latest"])
      expect(packageFolder(of("x", version), where), version).toBeUndefined();
  });
});

test("PL-15 every version on this machine is listed, the newest first", async () => {
  await using fixture = await createFixture({
    "go/pkg/mod/example.test/leaf@v1.0.0/code.go": "",
    "go/pkg/mod/example.test/leaf@v1.10.0/code.go": "",
    "go/pkg/mod/example.test/leaf@v1.9.0/code.go": "",
    "go/pkg/mod/example.test/leafy@v9.0.0/code.go": "",
    "go/pkg/mod/example.test/leaf/v2@v2.0.0/code.go": "",
    "cache/packages/go/example.test/leaf/@v/v1.11.0-0123456789abcdef/code.go": "",
    "cache/packages/go/example.test/leaf/@v/rubbish/code.go": "",
  });
  const where = surroundingsIn(fixture.path);
  expect(unpackedPackages("example.test/leaf", where).map(({ version }) => version)).toEqual(["v1.11.0", "v1.10.0", "v1.9.0", "v1.0.0"]);
  expect(unpackedPackages("example.test/leaf/v2", where).map(({ folder }) => folder)).toEqual([
    fixture.getPath("go/pkg/mod/example.test/leaf/v2@v2.0.0"),
  ]);
  expect(unpackedPackages("../leaf", where)).toEqual([]);
});

test("PL-15 the module cache is where Go's own settings say", async () => {
  await using fixture = await createFixture({
    "home/.config/go/env": "GOPATH=/from/file\n",
    "other/env": "GOMODCACHE=/from/other\r\nGOPATH=/no\n",
  });
  const home = fixture.getPath("home");
  const cache = (env: Record<string, string>, from = home) => moduleCache({ env, home: from, os: "linux" });
  expect(cache({})).toBe("/from/file/pkg/mod");
  expect(cache({ GOPATH: "/one:/two" })).toBe("/one/pkg/mod");
  expect(cache({ GOMODCACHE: "/cache", GOPATH: "/one" })).toBe("/cache");
  expect(cache({ GOMODCACHE: "relative", GOENV: "off" })).toBe(`${home}/go/pkg/mod`);
  expect(cache({ GOENV: fixture.getPath("other/env") })).toBe("/from/other");
  expect(cache({}, fixture.getPath("nobody"))).toBe(fixture.getPath("nobody/go/pkg/mod"));
  expect(cache({}, "")).toBeUndefined();
});

test("PL-9 module paths", () => {
  const good = ["example.test/a", "github.com/Azure/x/v2", "gopkg.in/yaml.v3", "git.sr.ht/~ada/scanner", "std", "x.test/a_b-c.d"];
  const bad = ["", "/a", "a/", "a//b", "a/../b", "a/./b", "-a", "a/.b", "a.", "a b", "a@v1", "a\\b", "a:b", "é.test/a", "a".repeat(501)];
  expect(good.filter((name) => !isModulePath(name))).toEqual([]);
  expect(bad.filter(isModulePath)).toEqual([]);
});
