import { expect, test } from "vitest";

import { envName, hookEnvironment } from "../../../src/packages/programs/hook-environment.ts";

test.each([
  ["rtk-hooks", "rtk_hooks"],
  ["a.b-c", "a_b_c"],
  ["name__req_0", "name__req_0"],
  ["größe 2", "gr__e_2"],
  ["🚀x", "_x"],
])("F19 %s becomes %s", (name, expected) => {
  expect(envName(name)).toBe(expected);
});

test("F20 folder and path of each installation are variables, and the command's folder is first on PATH", () => {
  const provided = [
    { name: "rtk-hooks", directory: "/cache/rtk-hooks", runnable: "/cache/rtk-hooks/hooks/run.sh" },
    { name: "rtk", directory: "/cache/rtk", runnable: "/cache/rtk/bin/rtk" },
    { name: "rtk2", runnable: "/cache/rtk/bin/rtk2" },
  ];
  expect(hookEnvironment(provided, "linux")).toEqual({
    env: {
      SYMPOSIUM_DIR_rtk_hooks: "/cache/rtk-hooks",
      SYMPOSIUM_rtk_hooks: "/cache/rtk-hooks/hooks/run.sh",
      SYMPOSIUM_DIR_rtk: "/cache/rtk",
      SYMPOSIUM_rtk: "/cache/rtk/bin/rtk",
      SYMPOSIUM_rtk2: "/cache/rtk/bin/rtk2",
    },
    path: ["/cache/rtk-hooks/hooks", "/cache/rtk/bin"],
  });
});

test("F21 without anything to run only the folder is passed", () => {
  expect(hookEnvironment([{ name: "x", directory: "/cache/x" }], "linux")).toEqual({ env: { SYMPOSIUM_DIR_x: "/cache/x" }, path: [] });
});

test("what is found on PATH, or belongs to the user, adds nothing", () => {
  expect(hookEnvironment([{ name: "x", runnable: "jq" }, { name: "y" }], "linux")).toEqual({ env: {}, path: [] });
});

test("paths are those of the operating system", () => {
  expect(hookEnvironment([{ name: "x", runnable: "C:\\p\\x.exe" }], "windows")).toEqual({
    env: { SYMPOSIUM_x: "C:\\p\\x.exe" },
    path: ["C:\\p"],
  });
});
