import { spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";

import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { unfitPackage } from "../../src/packages/fetch-package.ts";

test("PL-32 a package of files, folders and links within it may be read", async () => {
  await using fixture = await createFixture({ "package/a/b.txt": "b", "package/c.txt": "c" });
  symlinkSync("a/b.txt", fixture.getPath("package/link"));
  symlinkSync("../c.txt", fixture.getPath("package/a/up"));
  expect(unfitPackage(fixture.getPath("package"))).toBeUndefined();
});

test.each([
  ["/etc/passwd", "an absolute one"],
  ["../secret", "a relative one"],
  ["../missing", "one to a file that does not exist yet"],
  ["folder/../../secret", "one with a detour"],
])("PL-32 a link to %s is refused: %s", async (target) => {
  await using fixture = await createFixture({ secret: "s", "package/folder/x": "" });
  symlinkSync(target, fixture.getPath("package/link"));
  expect(unfitPackage(fixture.getPath("package"))).toMatch(/is a link out of the package$/);
});

test("PL-32 too many files, too many bytes and special files are refused", async () => {
  await using fixture = await createFixture({ "package/a": "aaaa", "package/b/c": "cccc" });
  const folder = fixture.getPath("package");
  expect(unfitPackage(folder, { entries: 2, bytes: 100 })).toBe("it contains more than 2 files");
  expect(unfitPackage(folder, { entries: 3, bytes: 7 })).toMatch(/^it is larger than/);
  expect(unfitPackage(folder, { entries: 3, bytes: 8 })).toBeUndefined();
  spawnSync("mkfifo", [fixture.getPath("package/pipe")]);
  expect(unfitPackage(folder)).toBe("pipe is not a regular file");
});
