import { chmodSync, chownSync, existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { replaceFile } from "../../src/host/replace-file.ts";

const TEXT = "before\n";
const IS_ROOT = process.getuid?.() === 0;

test("RG-25 mode, owner and group stay, and a link stays a link", async () => {
  await using fixture = await createFixture({ file: TEXT });
  const [file, link] = [fixture.getPath("file"), fixture.getPath("link")];
  chmodSync(file, 0o646);
  if (IS_ROOT) chownSync(file, 1234, 4321);
  symlinkSync(file, link);
  const before = statSync(file);
  replaceFile(link, "after\n", fixture.getPath("tmp"));
  const { mode, uid, gid } = statSync(file);
  expect([readFileSync(file, "utf8"), mode, uid, gid]).toEqual(["after\n", before.mode, before.uid, before.gid]);
});

test.skipIf(IS_ROOT)("RG-25 what lends the rights of the owner stays, though writing takes it away", async () => {
  await using fixture = await createFixture({ file: TEXT });
  chmodSync(fixture.getPath("file"), 0o4755);
  replaceFile(fixture.getPath("file"), "after\n", fixture.getPath("tmp"));
  expect(statSync(fixture.getPath("file")).mode & 0o7777).toBe(0o4755);
});

describe("RG-25 a `cp` that cannot keep everything", () => {
  const OLD = 'case $1 in --*) echo "unrecognized option" >&2; exit 1;; esac; shift; [ "$1" != -- ] || shift; cat "$1" >"$2"\n';
  const FAILS =
    'case $1 in --*) echo "setting attribute: not supported" >&2; exit 1;; esac; shift; [ "$1" != -- ] || shift; cat "$1" >"$2"\n';

  test.each([
    ["does not know how, where a tool says that attributes are lost", OLD, 'case "$*" in *tmp) echo;; *) echo user.kept=yes;; esac\n'],
    ["failed, and no tool tells what was lost", FAILS, undefined],
    ["failed, and attributes are lost", FAILS, 'case "$*" in *tmp) echo;; *) echo user.kept=yes;; esac\n'],
  ])("%s: the file is left alone", async (_name, cp, getfattr) => {
    await using fixture = await createFixture({ file: TEXT, ...tools(cp, getfattr) });
    const file = fixture.getPath("file");
    expect(() => replaceFile(file, "new", fixture.getPath("tmp"), toolsIn(fixture.getPath("."), getfattr))).toThrow("cannot keep");
    expect(readFileSync(file, "utf8")).toBe(TEXT);
    expect(existsSync(fixture.getPath("tmp"))).toBe(false);
  });

  test("does not know attributes, on a machine without any tool for them: the file is edited", async () => {
    await using fixture = await createFixture({ file: TEXT, ...tools(OLD) });
    const file = fixture.getPath("file");
    replaceFile(file, "new", fixture.getPath("tmp"), toolsIn(fixture.getPath(".")));
    expect(readFileSync(file, "utf8")).toBe("new");
  });

  test("is not there: the file is left alone", async () => {
    await using fixture = await createFixture({ file: TEXT });
    const none = { os: "linux", cp: [], getfattr: [] } as const;
    expect(() => replaceFile(fixture.getPath("file"), "new", fixture.getPath("tmp"), none)).toThrow("this machine has no `cp`");
  });
});

function tools(cp: string, getfattr?: string) {
  const script = (text: string) => `#!/bin/sh\n${text}`;
  return { "bin/cp": script(cp), ...(getfattr === undefined ? {} : { "bin/getfattr": script(getfattr) }) };
}

function toolsIn(folder: string, getfattr?: string) {
  const file = (name: string) => join(folder, "bin", name);
  for (const name of ["cp", "getfattr"]) if (existsSync(file(name))) chmodSync(file(name), 0o755);
  return { os: "linux", cp: [file("cp")], getfattr: getfattr === undefined ? [] : [file("getfattr")] } as const;
}
