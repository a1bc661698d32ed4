import { describe, expect, test } from "vitest";

import type { OperatingSystem } from "../../../src/context.ts";
import { resolveCommand } from "../../../src/packages/programs/resolve-command.ts";

function pathOf(executable: string, files: readonly string[] = [], os: OperatingSystem = "linux", directory = "/plugins/p") {
  return resolveCommand({ executable }, { directory, os, isFile: (path) => files.includes(path) })?.path;
}

describe("RT-12 what is named is found", () => {
  test.each([
    ["./run.sh", "/plugins/p/run.sh"],
    ["scripts/run.sh", "/plugins/p/scripts/run.sh"],
    ["../shared/run.sh", "/plugins/shared/run.sh"],
    ["/usr/bin/env", "/usr/bin/env"],
  ])("%s is %s", (named, path) => {
    expect(pathOf(named)).toBe(path);
  });

  test("a bare word beside the manifest first, and then on PATH", () => {
    expect(pathOf("check", ["/plugins/p/check"])).toBe("/plugins/p/check");
    expect(pathOf("check")).toBe("check");
  });

  test("on Windows both slashes part a path, and a bare word may have an ending", () => {
    const directory = "C:\\plugins\\p";
    expect(pathOf(".\\run.cmd", [], "windows", directory)).toBe("C:\\plugins\\p\\run.cmd");
    expect(pathOf("bin/run.exe", [], "windows", directory)).toBe("C:\\plugins\\p\\bin\\run.exe");
    expect(pathOf("D:\\tools\\x.exe", [], "windows", directory)).toBe("D:\\tools\\x.exe");
    expect(pathOf("check", ["C:\\plugins\\p\\check.exe"], "windows", directory)).toBe("C:\\plugins\\p\\check.exe");
    expect(pathOf("check", [], "windows", directory)).toBe("check");
  });

  test("a backslash is part of a name elsewhere", () => {
    expect(pathOf("a\\b")).toBe("a\\b");
  });
});

test("script and executable keep their kind and arguments; neither is nothing", () => {
  const where = { directory: "/p", os: "linux", isFile: () => false } as const;
  expect(resolveCommand({ script: "./s", args: ["a"] }, where)).toEqual({ kind: "script", path: "/p/s", args: ["a"] });
  expect(resolveCommand({ executable: "./e" }, where)).toEqual({ kind: "executable", path: "/p/e", args: [] });
  expect(resolveCommand({ args: ["a"] }, where)).toBeUndefined();
});
