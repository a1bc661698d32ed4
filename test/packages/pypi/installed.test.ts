import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { areFresh } from "../../../src/host/stamp.ts";
import type { DependencyOrigin } from "../../../src/packages/ecosystem.ts";
import { installedPackages } from "../../../src/packages/pypi/installed.ts";
import { packageFolder } from "../../../src/packages/pypi/package-folder.ts";
import { distribution, makeEnvironment, SITE, write } from "./environments.ts";

async function stage() {
  const fixture = await createFixture({ home: {}, repository: {} });
  const root = fixture.getPath("repository");
  makeEnvironment(join(root, ".venv"));
  const site = join(root, ".venv", SITE);
  const read = () => installedPackages(root, { env: {}, home: fixture.getPath("home"), os: "linux", repository: root });
  const folderOf = (name: string) => {
    const installed = read().originOf(name);
    const origin: DependencyOrigin = { kind: "registry", folder: installed?.folder ?? "" };
    return installed && packageFolder({ ecosystem: "pypi", name, origin }, { cache: fixture.getPath("cache") });
  };
  return { root, site, read, folderOf, at: fixture.getPath.bind(fixture), [Symbol.asyncDispose]: () => fixture.rm() };
}

describe("PL-12 the packages of an environment", () => {
  test("have versions by the names of their metadata folders", async () => {
    await using there = await stage();
    for (const name of ["Zope_Interface-5.0.post1.dist-info", "old.style-0.1-py3.12.egg-info", "local-1.0+cu118.dist-info", "odd", "-info"])
      mkdirSync(join(there.site, name));
    const { versionOf, originOf } = there.read();
    expect(["zope-interface", "zope.interface", "old-style", "local", "odd", "__proto__", "constructor"].map(versionOf)).toEqual([
      "5.0.post1",
      "5.0.post1",
      "0.1",
      "1.0+cu118",
      undefined,
      undefined,
      undefined,
    ]);
    expect(originOf("zope.interface", "5.0-1")?.folder).toBe(join(there.site, "Zope_Interface-5.0.post1.dist-info"));
    expect(originOf("zope.interface", "5.0")).toBeUndefined();
  });

  test("are noticed when one is installed", async () => {
    await using there = await stage();
    const { watched } = there.read();
    expect(areFresh(watched)).toBe(true);
    mkdirSync(join(there.site, "widget-1.0.dist-info"));
    expect(areFresh(watched)).toBe(false);
  });
});

describe("PL-15 the folder of an installed package", () => {
  test.each<[string, Record<string, string>, string]>([
    ["its import package", { "widget/__init__.py": "", "widget/sub/x.py": "" }, "widget"],
    ["the one of its name", { "_hack/__init__.py": "", "widget/__init__.py": "" }, "widget"],
    ["the one with a plugin", { "one/__init__.py": "", "two/__init__.py": "", "two/SYMPOSIUM.toml": "" }, "two"],
    ["the one with skills", { "one/__init__.py": "", "two/__init__.py": "", "two/skills/a/SKILL.md": "" }, "two"],
    ["the one with skills for agents", { "a.py": "", "one/x.py": "", "two/.agents/skills/a/SKILL.md": "" }, "two"],
    ["not an inner folder with skills", { "one/__init__.py": "", "one/templates/skills/a/SKILL.md": "" }, "one"],
    ["the inner one of a namespace", { "space/inner/deep/x.py": "", "space/inner/deep/y/z.py": "" }, "space/inner/deep"],
    ["the inner one with a plugin", { "space/one/x.py": "", "space/two/x.py": "", "space/two/SYMPOSIUM.toml": "" }, "space/two"],
    ["the metadata of a single module", { "widget.py": "" }, "widget-1.0.dist-info"],
    ["the metadata where the listed folder is missing", { '"a,b/x.py"': "" }, "widget-1.0.dist-info"],
  ])("is %s", async (_, files, expected) => {
    await using there = await stage();
    write(there.site, distribution("widget", "1.0", files));
    expect(there.folderOf("widget")).toBe(join(there.site, expected));
  });

  test("is the one of `top_level.txt` where nothing lists its files", async () => {
    await using there = await stage();
    write(there.site, { "widget-1.0.egg-info/top_level.txt": "missing\n../up\nreal\n", "real/x.py": "" });
    expect(there.folderOf("widget")).toBe(join(there.site, "real"));
  });

  test("is not one with another package's plugin", async () => {
    await using there = await stage();
    write(there.site, distribution("widget", "1.0", { "shared/__init__.py": "", "shared/widget.py": "" }));
    expect(there.folderOf("widget")).toBe(join(there.site, "shared"));
    write(there.site, distribution("gadget", "1.0", { "shared/SYMPOSIUM.toml": "" }));
    expect(there.folderOf("widget")).toBe(join(there.site, "widget-1.0.dist-info"));
    expect(there.folderOf("gadget")).toBe(join(there.site, "shared"));
  });

  test("is the source of an editable installation inside the repository", async () => {
    await using there = await stage();
    const source = join(there.root, "libs/widget lib");
    write(source, { "pyproject.toml": "", "src/widget/SYMPOSIUM.toml": "" });
    write(there.at("home/private"), { "SYMPOSIUM.toml": "" });
    const install = (folder: string) =>
      write(there.site, {
        ...distribution("widget", "1.0", { "__editable__.widget-1.0.pth": folder }),
        "widget-1.0.dist-info/direct_url.json": JSON.stringify({ url: pathToFileURL(folder).href, dir_info: { editable: true } }),
      });
    install(source);
    const origin = there.read().originOf("widget");
    expect(origin).toEqual({ kind: "path", folder: source });
    const path = { ecosystem: "pypi", name: "widget", origin: { kind: "path", folder: source } } as const;
    expect(packageFolder(path, { cache: there.at("cache") })).toBe(join(source, "src/widget"));
    install(there.at("home/private"));
    expect(there.read().originOf("widget")).toEqual({ kind: "path", beside: there.at("home/private") });
    for (const url of ["https://host.example/x", "file://host/x", "no address"]) {
      write(there.site, { "widget-1.0.dist-info/direct_url.json": JSON.stringify({ url, dir_info: { editable: true } }) });
      expect(there.folderOf("widget"), url).toBe(join(there.site, "widget-1.0.dist-info"));
    }
  });
});

describe("PL-32 a hostile RECORD", () => {
  test.each([
    ["paths above", "../../../../../home/secret/x.py"],
    ["a path above in the middle", "widget/../../../secret/x.py"],
    ["absolute paths", "/etc/ssh/SYMPOSIUM.toml"],
    ["Windows' paths", "C:/secret/SYMPOSIUM.toml"],
    ["backslashes", "..\\secret\\x.py"],
    ["a missing folder", "missing/SYMPOSIUM.toml"],
    ["half a line", '"never closed'],
  ])("with %s", async (_, path) => {
    await using there = await stage();
    write(there.at("home/secret"), { "SYMPOSIUM.toml": "" });
    write(there.site, distribution("widget", "1.0", {}, [`${path},,`]));
    expect(there.folderOf("widget")).toBe(join(there.site, "widget-1.0.dist-info"));
  });

  test("links out of the environment, and pipes", async () => {
    await using there = await stage();
    const secret = there.at("home/secret");
    write(secret, { "SYMPOSIUM.toml": "", RECORD: "widget/x.py,,\n" });
    symlinkSync(secret, join(there.site, "linked"));
    write(there.site, distribution("widget", "1.0", {}, ["linked/SYMPOSIUM.toml,,"]));
    expect(there.folderOf("widget")).toBe(join(there.site, "widget-1.0.dist-info"));
    symlinkSync(secret, join(there.site, "gadget-1.0.dist-info"));
    expect(there.folderOf("gadget")).toBeUndefined();
    mkdirSync(join(there.site, "pipe-1.0.dist-info"));
    execFileSync("mkfifo", [join(there.site, "pipe-1.0.dist-info/RECORD"), join(there.site, "pipe-1.0.dist-info/direct_url.json")]);
    expect(there.folderOf("pipe")).toBe(join(there.site, "pipe-1.0.dist-info"));
  });

  test.each<[string, (at: number) => string]>([
    ["many folders", (at) => `s/${"a/".repeat(at % 30)}f${at}.py`],
    ["many skills", (at) => `s${at}/skills/x/SKILL.md`],
    ["a deep path", (at) => (at === 0 ? "a/".repeat(1_000_000) : "skills/")],
  ])("with %s, in bounded time", async (_, path) => {
    await using there = await stage();
    const lines = Array.from({ length: 100_000 }, (__, at) => `${path(at)},,`);
    write(there.site, distribution("widget", "1.0", {}, lines));
    const start = performance.now();
    expect(there.folderOf("widget")).toBe(join(there.site, "widget-1.0.dist-info"));
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
