import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { writeAtomically } from "../../src/host/write-file.ts";

test("a new file and a replaced one hold the text, and nothing else is left", async () => {
  await using fixture = await createFixture({});
  writeAtomically(fixture.getPath("a"), "one");
  writeAtomically(fixture.getPath("a"), "two", { durable: true });
  expect(readFileSync(fixture.getPath("a"), "utf8")).toBe("two");
  expect(readdirSync(fixture.path)).toEqual(["a"]);
});

test("a failure leaves the old file and no other", async () => {
  await using fixture = await createFixture({ folder: { kept: "" } });
  expect(() => writeAtomically(fixture.getPath("folder"), "text")).toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/);
  expect(() => writeAtomically(fixture.getPath("missing/file"), "text")).toThrow(/ENOENT/);
  expect(readdirSync(fixture.path)).toEqual(["folder"]);
});

describe.skipIf(process.platform === "win32")("permissions", () => {
  test("are kept, or as asked for, whatever the process's mask", async () => {
    await using fixture = await createFixture({ kept: "", set: "" });
    chmodSync(fixture.getPath("kept"), 0o666);
    const mask = process.umask(0o077);
    try {
      writeAtomically(fixture.getPath("kept"), "x");
      writeAtomically(fixture.getPath("set"), "x", { mode: 0o640 });
    } finally {
      process.umask(mask);
    }
    expect(statSync(fixture.getPath("kept")).mode & 0o777).toBe(0o666);
    expect(statSync(fixture.getPath("set")).mode & 0o777).toBe(0o640);
  });
});

describe.skipIf(process.platform === "win32")("links", () => {
  test("that are to be followed stay links, and what they point to is written, even when it is not there yet", async () => {
    await using fixture = await createFixture({ dotfiles: { settings: "old" } });
    mkdirSync(fixture.getPath("home"));
    symlinkSync("../dotfiles/settings", fixture.getPath("home/link"));
    symlinkSync("link", fixture.getPath("home/link-to-link"));
    symlinkSync("../dotfiles/new", fixture.getPath("home/dangling"));
    writeAtomically(fixture.getPath("home/link-to-link"), "new", { follow: true });
    writeAtomically(fixture.getPath("home/dangling"), "made", { follow: true });
    expect(lstatSync(fixture.getPath("home/link")).isSymbolicLink()).toBe(true);
    expect(readFileSync(fixture.getPath("dotfiles/settings"), "utf8")).toBe("new");
    expect(readFileSync(fixture.getPath("dotfiles/new"), "utf8")).toBe("made");
  });

  test("in a circle are an error", async () => {
    await using fixture = await createFixture({});
    symlinkSync("b", fixture.getPath("a"));
    symlinkSync("a", fixture.getPath("b"));
    expect(() => writeAtomically(fixture.getPath("a"), "x", { follow: true })).toThrow("is not a file");
  });

  test("of our own are replaced, and what they point to keeps its bytes", async () => {
    await using fixture = await createFixture({ users: "old" });
    symlinkSync("users", fixture.getPath("ours"));
    writeAtomically(fixture.getPath("ours"), "new");
    expect([readFileSync(fixture.getPath("users"), "utf8"), readFileSync(fixture.getPath("ours"), "utf8")]).toEqual(["old", "new"]);
  });

  test("to something that is not a file are an error", async () => {
    await using fixture = await createFixture({ folder: {} });
    symlinkSync("folder", fixture.getPath("link"));
    expect(() => writeAtomically(fixture.getPath("link"), "new", { follow: true })).toThrow("is not a file");
  });
});

test.skipIf(process.getuid?.() !== 0)("root leaves a file to its owner", async () => {
  await using folder = await createFixture({ "theirs.json": "{}" });
  const file = folder.getPath("theirs.json");
  chownSync(file, 1234, 2345);
  writeAtomically(file, "{ }");
  expect(statSync(file)).toMatchObject({ uid: 1234, gid: 2345 });
});
