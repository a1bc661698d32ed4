import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { targetName, thisMachine } from "../../src/host/machine.ts";

const reporting = (header: object) => ({ ...process.report, getReport: () => ({ header }) }) as unknown as NodeJS.ProcessReport;

test.each([
  ["linux", "x64", { glibcVersionRuntime: "2.36" }, "linux-x64"],
  ["linux", "arm64", { nodejsVersion: "v20" }, "linux-arm64-musl"],
  ["darwin", "arm64", {}, "darwin-arm64"],
  ["win32", "x64", {}, "win32-x64"],
] as const)("%s on %s that reports %j is %s", (platform, arch, header, name) => {
  expect(targetName(thisMachine({ platform, arch, report: reporting(header) }))).toBe(name);
});

test("a report that cannot be had counts as glibc, and asking leaves the settings of reports as they were", () => {
  const report = reporting({});
  const failing = { ...report, getReport: () => JSON.parse("{") };
  expect(thisMachine({ platform: "linux", arch: "x64", report: failing }).musl).toBe(false);
  const before = (process.report as { excludeNetwork?: boolean }).excludeNetwork;
  expect(thisMachine()).toMatchObject({ arch: process.arch });
  expect((process.report as { excludeNetwork?: boolean }).excludeNetwork).toBe(before ?? false);
});

test.each([
  ["/lib/ld-musl-x86_64.so.1", "linux-x64-musl"],
  ["/lib64/ld-linux-x86-64.so.2", "linux-x64"],
  ["nothing", "linux-x64-musl"],
])("a program that is loaded by %s runs on %s, and only one that needs no loader is asked for a report", async (loader, name) => {
  await using folder = await createFixture({ node: `\u007fELF\0\0${loader}\0` });
  const report = reporting(loader === "nothing" ? {} : { glibcVersionRuntime: loader.includes("musl") ? "2.36" : undefined });
  expect(targetName(thisMachine({ platform: "linux", arch: "x64", report, execPath: folder.getPath("node") }))).toBe(name);
});
