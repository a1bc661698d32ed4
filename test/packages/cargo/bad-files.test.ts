import { execFileSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";

import fc from "fast-check";
import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { boundsOf } from "../../../src/host/bounds.ts";
import { packageFolder } from "../../../src/packages/cargo/package-folder.ts";
import { readCargoRoot } from "../../../src/packages/cargo/read-root.ts";
import { searchMembers } from "../../../src/packages/member-globs.ts";
import { dependenciesOf, rootOf, surroundingsIn } from "./surroundings.ts";
import { lockOf, pack } from "../../support/cargo-workspace.ts";

const BAD: Readonly<Record<string, string | Buffer>> = {
  "not TOML": "[package\nname = 1",
  "a merge conflict": '<<<<<<< HEAD\n[package]\nname = "a"\n=======\n',
  "not UTF-8": Buffer.from([0x5b, 0xff, 0xfe]),
  "larger than it may be": "# x\n".repeat(300_000),
};

test.each(Object.entries(BAD))("a manifest that is %s costs that member alone", async (_, bytes) => {
  await using fixture = await createFixture({
    "Cargo.toml": '[workspace]\nmembers = ["good", "bad"]\n',
    good: { "Cargo.toml": pack("good", '[dependencies]\nleaf = "1"\n') },
    bad: { "Cargo.toml": bytes },
  });
  const where = surroundingsIn(fixture.path);
  const root = rootOf(fixture.path, where);
  expect(root.members.map(({ name }) => name)).toEqual(["good"]);
  expect(dependenciesOf(root)).toEqual(["leaf"]);
  expect(root.problems).toMatchObject([{ severity: "error", file: fixture.getPath("bad/Cargo.toml") }]);
  expect(rootOf(fixture.getPath("bad"), where).problems).not.toEqual([]);
});

test.each(Object.entries(BAD).slice(0, 3))("a lock file that is %s leaves the versions open", async (_, bytes) => {
  await using fixture = await createFixture({ "Cargo.toml": pack("app", '[dependencies]\nleaf = "1"\n'), "Cargo.lock": bytes });
  const root = rootOf(fixture.path, surroundingsIn(fixture.path));
  expect(root).toMatchObject({ isUnlocked: true, problems: [{ severity: "error", file: fixture.getPath("Cargo.lock") }] });
  expect(dependenciesOf(root)).toEqual(["leaf"]);
});

test("a configuration that cannot be read is reported", async () => {
  await using fixture = await createFixture({ "Cargo.toml": pack("app"), ".cargo": { "config.toml": "paths = [" } });
  expect(rootOf(fixture.path, surroundingsIn(fixture.path)).problems).toMatchObject([{ file: fixture.getPath(".cargo/config.toml") }]);
});

test("folders and pipes in the place of files are reported, and nothing waits for them", async () => {
  await using fixture = await createFixture({ "Cargo.toml": pack("app"), "Cargo.lock": { x: "" }, ".cargo": {} });
  execFileSync("mkfifo", [fixture.getPath(".cargo/config")]);
  const { problems } = rootOf(fixture.path, surroundingsIn(fixture.path));
  expect(problems.map(({ message }) => message)).toEqual(["is not a file", "is not a file"]);
});

test("members that are not there, and patterns that Cargo refuses, are reported", async () => {
  await using fixture = await createFixture({
    "Cargo.toml": '[workspace]\nmembers = ["gone", "empty*", "a**b", "x[", "good"]\n',
    "empty-folder": { x: "" },
    good: { "Cargo.toml": pack("good") },
  });
  const root = rootOf(fixture.path, surroundingsIn(fixture.path));
  expect(root.members.map(({ name }) => name)).toEqual(["good"]);
  expect(root.problems.map(({ severity }) => severity)).toEqual(["warning", "warning", "warning", "warning"]);
});

test("a workspace that points at itself, at nothing or in a circle is read", async () => {
  await using fixture = await createFixture({
    itself: { "Cargo.toml": pack("a", 'workspace = "."\n') },
    nothing: { "Cargo.toml": pack("b", 'workspace = "../not-there"\n[dependencies]\nleaf = "1"\n') },
    one: { "Cargo.toml": pack("c", 'workspace = "../two"\n') },
    two: { "Cargo.toml": pack("d", 'workspace = "../one"\n') },
    inherits: { "Cargo.toml": pack("e", "[dependencies]\nleaf.workspace = true\n") },
  });
  const where = surroundingsIn(fixture.path);
  const found = ["itself", "nothing", "one", "two", "inherits"].map((name) => rootOf(fixture.getPath(name), where).members[0]?.name);
  expect(found).toEqual(["a", "b", "c", "d", "e"]);
  expect(dependenciesOf(rootOf(fixture.getPath("nothing"), where))).toEqual(["leaf"]);
});

test("a lock file cannot name a folder outside Cargo's", async () => {
  await using fixture = await createFixture({
    "Cargo.toml": pack("app", '[dependencies]\n"../../../secret" = "1"\n'),
    "Cargo.lock": lockOf(["app", "0.1.0", ["../../../secret"]], ["../../../secret", "1.0.0", "registry"]),
    "cargo-home": { registry: { src: { "registry.example-1": {} } } },
    "secret-1.0.0": { "Cargo.toml": "" },
  });
  const where = surroundingsIn(fixture.path);
  expect(rootOf(fixture.path, where).dependencies.map((one) => packageFolder(one, where))).toEqual([undefined]);
});

test("a pattern with many stars is quick, and one that finds too much is refused", async () => {
  await using fixture = await createFixture({ ["a".repeat(200)]: { x: "" }, loop: {} });
  symlinkSync(fixture.getPath("loop"), fixture.getPath("loop/loop"));
  const top = fixture.path.replace(/\/$/, "");
  const { expand } = searchMembers(top, boundsOf(top));
  expect(expand(`${"*a".repeat(60)}*b`).folders).toEqual([]);
  expect(expand("a*a").folders).toHaveLength(1);
});

const TREE = {
  "Cargo.toml":
    '[workspace]\nmembers = ["crates/*"]\nexclude = ["x"]\n[workspace.dependencies]\nleaf = { version = "1", package = "l" }\n[patch.crates-io]\nl = { path = "p" }\n',
  "Cargo.lock": lockOf(["a", "0.1.0", ["l 1.0.0"]], ["l", "1.0.0", "registry"]),
  "crates/a/Cargo.toml": pack(
    "a",
    '[dependencies]\nleaf.workspace = true\nb = { path = "../b" }\n[target."cfg(unix)".dependencies]\nc = "*"\n',
  ),
  ".cargo/config.toml":
    'paths = ["crates/a"]\n[source.crates-io]\nreplace-with = "v"\n[source.v]\ndirectory = "v"\nreplace-with = "crates-io"\n',
};

/** Any bytes, as text. */
const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((some) => Buffer.from(some).toString("latin1"));

test("PL-11 whatever is changed in its files, reading a workspace never throws", async () => {
  await using fixture = await createFixture(TREE);
  const where = surroundingsIn(fixture.path);
  const edit = fc.tuple(
    fc.constantFrom(...(Object.keys(TREE) as (keyof typeof TREE)[])),
    fc.nat(200),
    fc.nat(30),
    fc.oneof(bytes(4), fc.constantFrom('"', "[", "]]", "= 1\n", "{}", '""', "true", '"\\u0000"', '["..", 1]', "/")),
  );
  const property = fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
    for (const [file, at, length, put] of edits)
      writeFileSync(fixture.getPath(file), TREE[file].slice(0, at) + put + TREE[file].slice(at + length));
    for (const start of [fixture.path, fixture.getPath("crates/a")]) {
      const root = readCargoRoot(start.replace(/\/$/, ""), where);
      for (const dependency of root?.dependencies ?? []) packageFolder(dependency, where);
    }
    for (const [file, text] of Object.entries(TREE)) writeFileSync(fixture.getPath(file), text);
  });
  fc.assert(property, { numRuns: 80 });
});
