import { symlinkSync } from "node:fs";

import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { changeStamp, isThere, MISSING, stamped, stampedFile, stampOf, stampOfError, timeText } from "../../src/host/stamp.ts";

test.skipIf(process.platform === "win32")("RT-37 a file that cannot be asked about is not a missing one", async () => {
  await using fixture = await createFixture({ file: "" });
  symlinkSync("loop", fixture.getPath("loop"));
  const file = fixture.getPath("loop/file");
  expect([stampOf(file), changeStamp(file)]).toEqual(["?ELOOP", "?ELOOP"]);
  expect(stampedFile(file)).toEqual({ stamped: [file, "?ELOOP"], isFile: false });
  expect(isThere(stamped(file))).toBe(false);
});

test.each(["EACCES", "EIO", "EPERM"])("RT-37 %s says nothing about whether a file exists", (code) => {
  expect(stampOfError(Object.assign(new Error(code), { code }))).toBe(`?${code}`);
});

test("no file can be below a file, or have a name of any length or with a zero byte", async () => {
  await using fixture = await createFixture({ file: "" });
  for (const path of ["file/below", "none", "x".repeat(1_000), "a\0b"].map((name) => `${fixture.path}/${name}`)) {
    expect([stampOf(path), changeStamp(path)]).toEqual([MISSING, MISSING]);
    expect(stampedFile(path).isFile).toBe(false);
  }
});

test("RT-37 a time shortly before a full second is not the one that begins it", () => {
  const [before, full] = [timeText(1_795_084_550_999.9998), timeText(1_795_084_550_000)];
  expect([before, full]).toEqual(["1795084550.999999", "1795084550.000000"]);
});
