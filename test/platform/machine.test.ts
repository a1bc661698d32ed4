import { expect, test } from "vitest";

import { targetName, thisMachine } from "../../src/platform/machine.ts";

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
