import { expect, test } from "vitest";

import { contextOfProcess } from "../../src/host/own-process.ts";
import { checkHome } from "../../src/setup/app-context.ts";

const env = { HOME: "/h/me", USERPROFILE: "C:\\Users\\me" };

test("RG-21 on Windows the home is where agents look for it, whatever HOME says", () => {
  expect(contextOfProcess({ env, platform: "win32" })).toMatchObject({ os: "windows", home: "C:\\Users\\me" });
  expect(contextOfProcess({ env, platform: "linux" })).toMatchObject({ os: "linux", home: "/h/me" });
  expect(contextOfProcess({ env, platform: "darwin" })).toMatchObject({ os: "macos", home: "/h/me" });
});

test("RG-21 a missing home is reported with the variable of the system", () => {
  expect(() => checkHome({ home: "", os: "windows" })).toThrow("USERPROFILE is not set");
  expect(() => checkHome({ home: "", os: "macos" })).toThrow("HOME is not set");
});

test("RG-21 where the variable is missing the system is asked", () => {
  const { home } = contextOfProcess({ env: {}, platform: process.platform });
  expect(home).not.toBe("");
  expect(contextOfProcess({ env: { HOME: "/h/me" }, platform: "win32" }).home).toBe(home);
});
