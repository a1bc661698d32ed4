import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { registrationsOf } from "../../../src/diagnose/registrations.ts";
import type { Config } from "../../../src/files/config.ts";
import { placesIn } from "../../../src/host/places.ts";
import { programThere } from "../../../src/setup/program/program-files.ts";

let root = "";
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), "symposium-files-"))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("RG-21 on Windows agents call the native program, or else the launcher; the one for Git Bash alone is not enough", () => {
  // Elsewhere than on Windows the backslashes are part of a name.
  const places = placesIn(join(root, "ours"), "windows");
  const file = (ending: string) => `${join(root, "ours")}\\bin\\symposium-hook${ending}`;
  expect(programThere(places)).toBeUndefined();
  writeFileSync(file(""), "");
  expect(programThere(places)).toBeUndefined();
  writeFileSync(file(".cmd"), "");
  expect(programThere(places)).toBe(file(".cmd"));
  const context = { os: "windows", home: root, cwd: root, env: {}, now: Date.now } as const;
  expect(registrationsOf({ context, places }, { agents: [], hookScope: "global" } as unknown as Config).program).toEqual({
    file: file(".cmd"),
    isThere: true,
  });
  writeFileSync(file(".exe"), "");
  expect(programThere(places)).toBe(file(".exe"));
});

test("RG-21 elsewhere there is one name", () => {
  writeFileSync(join(root, "symposium-hook.cmd"), "");
  expect(programThere({ program: join(root, "symposium-hook") })).toBeUndefined();
  writeFileSync(join(root, "symposium-hook"), "");
  expect(programThere({ program: join(root, "symposium-hook") })).toBe(join(root, "symposium-hook"));
});
