import { symlinkSync } from "node:fs";

import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { isFresh } from "../../../src/host/stamp.ts";
import { packageFolder } from "../../../src/packages/cargo/package-folder.ts";
import { readCargoRoot } from "../../../src/packages/cargo/read-root.ts";
import { dependenciesOf, rootOf, surroundingsIn } from "./surroundings.ts";
import { lockOf, pack } from "../../support/cargo-workspace.ts";

test("PL-11 from a member's folder Cargo's root above it is found", async () => {
  await using fixture = await createFixture({
    "Cargo.toml": '[workspace]\nmembers = ["a"]\n',
    a: { "Cargo.toml": pack("a"), src: { "lib.rs": "" } },
  });
  const root = rootOf(fixture.getPath("a"), surroundingsIn(fixture.path));
  expect(root.folder).toBe(fixture.getPath("."));
  expect(root.members).toEqual([{ name: "a", version: "0.1.0", folder: fixture.getPath("a") }]);
});

test("E38 without a manifest there is no root", async () => {
  await using fixture = await createFixture({ src: { "lib.rs": "" } });
  expect(readCargoRoot(fixture.path, surroundingsIn(fixture.path))).toBeUndefined();
});

test("PL-11 a dependency goes with its line, and comes without a version while the lock file does not have it", async () => {
  await using fixture = await createFixture({
    "Cargo.toml": pack("app", '[dependencies]\nkept = "1"\nadded = "1"\n'),
    "Cargo.lock": lockOf(["app", "0.1.0", ["kept", "removed"]], ["kept", "1.2.3", "registry"], ["removed", "1.0.0", "registry"]),
  });
  expect(dependenciesOf(rootOf(fixture.path, surroundingsIn(fixture.path)))).toEqual(["added", "kept 1.2.3"]);
});

test("PL-11 a new member takes the newest version that others have and that it asks for", async () => {
  await using fixture = await createFixture({
    "Cargo.toml": '[workspace]\nmembers = ["a", "new"]\n',
    "Cargo.lock": lockOf(
      ["a", "0.1.0", ["leaf 1.2.0"]],
      ["leaf", "1.2.0", "registry"],
      ["leaf", "1.10.0", "registry"],
      ["leaf", "2.0.0", "registry"],
    ),
    a: { "Cargo.toml": pack("a", '[dependencies]\nleaf = "1"\n') },
    new: { "Cargo.toml": pack("new", '[dependencies]\nleaf = "1"\n') },
  });
  expect(dependenciesOf(rootOf(fixture.path, surroundingsIn(fixture.path)))).toEqual(["leaf 1.10.0", "leaf 1.2.0"]);
});

test("PL-11 the only version that others have does not count for a member that asks for another one", async () => {
  const asks = (name: string, requirement: string) => ({ "Cargo.toml": pack(name, `[dependencies]\nleaf = "${requirement}"\n`) });
  await using fixture = await createFixture({
    "Cargo.toml": '[workspace]\nmembers = ["*"]\n',
    "Cargo.lock": lockOf(["a", "0.1.0", ["leaf"]], ["b", "0.1.0", ["leaf"]], ["leaf", "2.0.0", "registry"]),
    a: asks("a", "2"),
    b: asks("b", "1"),
    new: asks("new", "1"),
  });
  expect(dependenciesOf(rootOf(fixture.path, surroundingsIn(fixture.path)))).toEqual(["leaf", "leaf 2.0.0"]);
});

test("PL-11 without a lock file only folders say their version", async () => {
  await using fixture = await createFixture({
    "Cargo.toml": pack("app", '[dependencies]\nleaf = "1"\nbeside = { path = "beside" }\nfar = { git = "https://git.example/far" }\n'),
    beside: { "Cargo.toml": pack("beside") },
  });
  const root = rootOf(fixture.path, surroundingsIn(fixture.path));
  expect(root.isUnlocked).toBe(true);
  expect(dependenciesOf(root)).toEqual(["beside 0.1.0", "far", "leaf"]);
});

test("B20 B22 a patched crate and a path dependency are in their folders", async () => {
  await using fixture = await createFixture({
    "Cargo.toml": pack(
      "app",
      '[dependencies]\nleaf = "1"\nbeside = { path = "beside" }\n\n[patch.crates-io]\nleaf = { path = "my-leaf" }\n',
    ),
    "Cargo.lock": lockOf(["app", "0.1.0", ["leaf", "beside"]], ["leaf", "1.9.0", []], ["beside", "0.1.0", []]),
    "my-leaf": { "Cargo.toml": '[package]\nname = "leaf"\nversion = "1.9.0"\n' },
    beside: { "Cargo.toml": pack("beside") },
  });
  const where = surroundingsIn(fixture.path);
  const folders = rootOf(fixture.path, where).dependencies.map((one) => [one.name, packageFolder(one, where)]);
  expect(folders).toEqual([
    ["leaf", fixture.getPath("my-leaf")],
    ["beside", fixture.getPath("beside")],
  ]);
});

test("PL-11 a package that the workspace above does not list is a root of its own, and that is reported", async () => {
  await using fixture = await createFixture({
    "Cargo.toml": '[workspace]\nmembers = ["a"]\n',
    a: { "Cargo.toml": pack("a") },
    stray: { "Cargo.toml": pack("stray", '[dependencies]\nleaf = "1"\n') },
  });
  const root = rootOf(fixture.getPath("stray"), surroundingsIn(fixture.path));
  expect(root).toMatchObject({ folder: fixture.getPath("stray"), members: [{ name: "stray" }], dependencies: [{ name: "leaf" }] });
  expect(root.problems).toMatchObject([{ severity: "warning", message: expect.stringContaining("does not list it") as string }]);
});

test("what changes the answer is among the stamps", async () => {
  await using fixture = await createFixture({
    "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n',
    "Cargo.lock": lockOf(["a", "0.1.0", []]),
    crates: { a: { "Cargo.toml": pack("a") } },
  });
  const changes = {
    checked: ["Cargo.toml", "Cargo.lock", "battery-pack.toml", ".cargo/config.toml"],
    watched: ["crates/a/Cargo.toml", "crates/b/Cargo.toml", ".cargo/config"],
  };
  await fixture.mkdir(".cargo");
  for (const [list, files] of Object.entries(changes) as [keyof typeof changes, string[]][]) {
    for (const file of files) {
      const before = rootOf(fixture.path, surroundingsIn(fixture.path))[list];
      if (file.startsWith("crates/b")) await fixture.mkdir("crates/b");
      const present = (await fixture.exists(file)) ? await fixture.readFile(file, "utf8") : "";
      await fixture.writeFile(file, `${present}\n# changed\n`);
      expect(before.every(isFresh), file).toBe(false);
    }
  }
});

test("cyclic path dependencies end", async () => {
  await using fixture = await createFixture({
    "Cargo.toml": pack("app", '[workspace]\n\n[dependencies]\na = { path = "a" }\n'),
    a: { "Cargo.toml": pack("a", '[dependencies]\nb = { path = "../b" }\n\n[dev-dependencies]\na = { path = "." }\n') },
    b: { "Cargo.toml": pack("b", '[dependencies]\na = { path = "../a" }\napp = { path = ".." }\n') },
  });
  const root = rootOf(fixture.path, surroundingsIn(fixture.path));
  expect(root.members.map(({ name }) => name).sort()).toEqual(["a", "app", "b"]);
  expect(root.dependencies).toEqual([]);
});

test("linked folders are members, and a link in a circle ends", async () => {
  await using fixture = await createFixture({
    "Cargo.toml": '[workspace]\nmembers = ["crates/*", "all/**/deep"]\n',
    crates: {},
    elsewhere: { "Cargo.toml": pack("linked") },
    all: { one: { deep: { "Cargo.toml": pack("deep") } } },
  });
  symlinkSync(fixture.getPath("elsewhere"), fixture.getPath("crates/linked"));
  symlinkSync(fixture.getPath("all"), fixture.getPath("all/again"));
  symlinkSync(fixture.getPath("crates/nowhere"), fixture.getPath("crates/circle"));
  symlinkSync(fixture.getPath("crates/circle"), fixture.getPath("crates/nowhere"));
  const root = rootOf(fixture.path, surroundingsIn(fixture.path));
  expect(root.members.map(({ name }) => name).sort()).toEqual(["deep", "linked"]);
  expect(root.problems).toEqual([]);
});

test("PL-32 without a lock file a dependency still says which registry it is from", async () => {
  const own = 'one = { version = "1", registry = "private" }\ntwo = { version = "1", registry-index = "sparse+https://r.example/" }\n';
  const usual = 'three = "1"\nfour = { version = "1", registry = "crates-io" }\nfive = { workspace = true }\n';
  await using fixture = await createFixture({
    "Cargo.toml": pack("app", `[workspace.dependencies]\nfive = { version = "1", registry = "private" }\n\n[dependencies]\n${own}${usual}`),
  });
  const { dependencies } = rootOf(fixture.path, surroundingsIn(fixture.path));
  expect(dependencies.map(({ name, origin }) => [name, origin.address])).toEqual([
    ["one", "registry:private"],
    ["two", "sparse+https://r.example/"],
    ["three", undefined],
    ["four", undefined],
    ["five", "registry:private"],
  ]);
});
