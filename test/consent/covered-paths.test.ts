import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { type CoveredPaths, coveredPaths } from "../../src/consent/covered-paths.ts";
import { snapshotOf } from "../../src/consent/snapshot.ts";
import { PACKAGE, packageAt, REPOSITORY, repositoryAt } from "./subjects.ts";

function sound(covered: CoveredPaths): CoveredPaths {
  const bad = covered.parts.find((part) => "problem" in part);
  if (bad !== undefined && "problem" in bad) throw new Error(bad.problem);
  return covered;
}

const pathsOf = (folder: string, changes: Parameters<typeof repositoryAt>[1]) => sound(coveredPaths(repositoryAt(folder, changes))).paths;

describe("PL-17 a repository's own plugin covers", () => {
  test("the manifest and the files that commands name, and nothing else", async () => {
    await using fixture = await createFixture(REPOSITORY);
    expect(pathsOf(fixture.path, {})).toEqual(["SYMPOSIUM.toml", "scripts/guard.sh"]);
  });

  test.each([
    [["scripts/**"], ["scripts/guard.sh", "scripts/lib/a.sh"]],
    [["scripts/*"], ["scripts/guard.sh"]],
    [["**/*.sh"], ["scripts/guard.sh", "scripts/lib/a.sh"]],
    [["scripts/l?b/a.*"], ["scripts/guard.sh", "scripts/lib/a.sh"]],
    [["**"], ["README.md", "scripts/guard.sh", "scripts/lib/a.sh"]],
    [["nothing/*"], ["scripts/guard.sh"]],
  ])("what the patterns %j match", async (globs, expected) => {
    await using fixture = await createFixture(REPOSITORY);
    expect(pathsOf(fixture.path, { globs })).toEqual(["SYMPOSIUM.toml", ...expected].toSorted());
  });

  test.each(["../other/*", "/etc/*", "", "a/../b"])("no pattern %j, which could leave it", async (glob) => {
    await using fixture = await createFixture(REPOSITORY);
    expect(() => pathsOf(fixture.path, { globs: [glob] })).toThrow("is not a valid pattern");
  });

  test("a name that leads nowhere: a file that appears there changes the digest", async () => {
    await using fixture = await createFixture(REPOSITORY);
    const covered = repositoryAt(fixture.path, { named: ["later/check.sh"] });
    const before = snapshotOf(covered).digest;
    mkdirSync(fixture.getPath("later"));
    expect(snapshotOf(covered).digest).toBe(before);
    writeFileSync(fixture.getPath("later/check.sh"), "");
    expect(snapshotOf(covered).digest).not.toBe(before);
  });

  test("every file of a folder that a command names", async () => {
    await using fixture = await createFixture(REPOSITORY);
    expect(pathsOf(fixture.path, { named: ["scripts/lib"] })).toEqual(["SYMPOSIUM.toml", "scripts/lib", "scripts/lib/a.sh"]);
  });

  test("each link on the way to a named file, and the file it leads to", async () => {
    await using fixture = await createFixture(REPOSITORY);
    symlinkSync("scripts", fixture.getPath("bin"));
    symlinkSync("guard.sh", fixture.getPath("scripts/alias.sh"));
    expect(pathsOf(fixture.path, { named: ["bin/alias.sh"] })).toEqual(["SYMPOSIUM.toml", "bin", "scripts/alias.sh", "scripts/guard.sh"]);
  });

  test.each([
    ["a file", "../outside.sh", "scripts/guard.sh"],
    ["an absolute path", "/etc/passwd", "scripts/guard.sh"],
  ])("nothing behind a link that leads out to %s", async (_, target, path) => {
    await using fixture = await createFixture({ "outside.sh": "", repository: REPOSITORY });
    const folder = fixture.getPath("repository");
    rmSync(join(folder, path));
    symlinkSync(target.startsWith("/") ? target : `../${target}`, join(folder, path));
    expect(() => pathsOf(folder, {})).toThrow("is a link that leads out of");
  });

  test("nothing behind a link whose `..` leads elsewhere than its text says", async () => {
    await using fixture = await createFixture({ ...REPOSITORY, "x/y/z": "", "x/guard.sh": "other", "guard.sh": "decoy" });
    symlinkSync("x/y", fixture.getPath("deep"));
    rmSync(fixture.getPath("scripts/guard.sh"));
    symlinkSync("../deep/../guard.sh", fixture.getPath("scripts/guard.sh"));
    expect(() => pathsOf(fixture.path, {})).toThrow("leads elsewhere than it says");
  });

  test("no circle of links, no pipe, and nothing outside", async () => {
    await using fixture = await createFixture(REPOSITORY);
    symlinkSync("two", fixture.getPath("one"));
    symlinkSync("one", fixture.getPath("two"));
    expect(() => pathsOf(fixture.path, { named: ["one"] })).toThrow("is a link that leads back to itself");
    execFileSync("mkfifo", [fixture.getPath("scripts/pipe")]);
    expect(() => pathsOf(fixture.path, { globs: ["scripts/*"] })).toThrow("is neither a file nor a folder");
    expect(snapshotOf(repositoryAt(fixture.path, { named: ["scripts/pipe"] })).problem).toContain("cannot be read");
    expect(() => pathsOf(fixture.path, { named: ["../elsewhere.sh"] })).toThrow("is outside of");
  });

  test.each([
    ["a file", "../shared/words.sh"],
    ["a folder", "../shared"],
    ["a link to it", "../other"],
  ])("what a link that a pattern matches leads to: %s", async (_, target) => {
    await using fixture = await createFixture({ ...REPOSITORY, "shared/words.sh": "one\n" });
    symlinkSync("shared", fixture.getPath("other"));
    symlinkSync(target, fixture.getPath("scripts/linked"));
    const covered = repositoryAt(fixture.path, { globs: ["scripts/*"] });
    const before = snapshotOf(covered).digest;
    writeFileSync(fixture.getPath("shared/words.sh"), "two\n");
    expect(snapshotOf(covered).digest).not.toBe(before);
  });

  test("links that lead to a folder above them", async () => {
    await using fixture = await createFixture(REPOSITORY);
    symlinkSync("..", fixture.getPath("scripts/lib/up"));
    expect(pathsOf(fixture.path, { globs: ["scripts/lib/*"] })).toEqual([
      "SYMPOSIUM.toml",
      "scripts",
      "scripts/guard.sh",
      "scripts/lib",
      "scripts/lib/a.sh",
      "scripts/lib/up",
    ]);
  });

  test("at most 2,000 files", async () => {
    await using fixture = await createFixture(REPOSITORY);
    for (let at = 0; at <= 2000; at++) writeFileSync(fixture.getPath(`scripts/lib/${at}`), "");
    expect(() => pathsOf(fixture.path, { globs: ["scripts/**"] })).toThrow(
      "Symposium would have to compare 2004 files (1 MB) in 3 folders at every call; a consent covers at most 2000 files, 50 MB and 2000 folders: name fewer files in `files` and in the commands",
    );
  });
});

describe("PL-17 a package covers", () => {
  const coverageOf = (folder: string) => coveredPaths(packageAt(folder, folder));

  test("every file and folder of it", async () => {
    await using fixture = await createFixture(PACKAGE);
    expect(coverageOf(fixture.path)).toMatchObject({ paths: ["", "SYMPOSIUM.toml", "hook.sh", "lib", "lib/more.sh"] });
  });

  const many = (count: number, make: (path: string) => void) => (folder: string) => {
    for (let at = 0; at < count; at++) make(join(folder, "lib", `${at}`));
  };

  test.each([
    ["2001 files", many(1_998, (path) => writeFileSync(path, ""))],
    ["2001 folders", many(1_999, (path) => mkdirSync(path))],
    ["(51 MB)", (folder: string) => writeFileSync(join(folder, "large"), Buffer.alloc(51 * 1024 * 1024 - 100))],
  ])("nothing where it has %s", async (number, fill) => {
    await using fixture = await createFixture(PACKAGE);
    fill(fixture.path);
    expect(() => coverageOf(fixture.path)).toThrow(number);
    expect(() => coverageOf(fixture.path)).toThrow("its author can move the plugin to a smaller package or folder");
  });

  test.each([
    ["a file", "notes/words.sh"],
    ["a folder", "notes"],
  ])("what a link leads to in a folder that is left out: %s", async (_, target) => {
    await using fixture = await createFixture({ ...PACKAGE, "__pycache__/notes/words.sh": "one\n", "__pycache__/more": "one\n" });
    symlinkSync(`__pycache__/${target}`, fixture.getPath("linked"));
    const covered = packageAt(fixture.path, fixture.path, { derived: ["__pycache__"] });
    const before = snapshotOf(covered).digest;
    writeFileSync(fixture.getPath("__pycache__/more"), "two\n");
    expect(snapshotOf(covered).digest).toBe(before);
    writeFileSync(fixture.getPath("__pycache__/notes/words.sh"), "two\n");
    expect(snapshotOf(covered).digest).not.toBe(before);
  });

  /** Each is read as a name with `\ufffd` in it, under which nothing is found. */
  test.each<[string, (path: Buffer) => void]>([
    ["a file", (path) => writeFileSync(path, "")],
    ["a folder", (path) => mkdirSync(path)],
    ["a link", (path) => symlinkSync("hook.sh", path)],
  ])("no name that is not Unicode, of %s", async (_, make) => {
    for (const bytes of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80]]) {
      await using fixture = await createFixture(PACKAGE);
      make(Buffer.concat([Buffer.from(fixture.getPath("lib/")), Buffer.from(bytes)]));
      expect(() => coverageOf(fixture.path)).toThrow("has names that are not Unicode");
      expect(() => pathsOf(fixture.path, { globs: ["lib/*"], named: [] })).toThrow("has names that are not Unicode");
    }
  });

  test("no link that leads out of it, whether something is there or not", async () => {
    await using fixture = await createFixture({ package: PACKAGE });
    for (const target of ["../../etc/passwd", "/etc/passwd", "../missing"]) {
      rmSync(fixture.getPath("package/link"), { force: true });
      symlinkSync(target, fixture.getPath("package/link"));
      expect(() => coverageOf(fixture.getPath("package"))).toThrow("leads out of");
    }
  });
});
