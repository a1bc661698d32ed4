import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { registrationsOf } from "../../../src/diagnose/registrations.ts";
import type { Config } from "../../../src/files/config.ts";
import { placesIn } from "../../../src/host/places.ts";

let root = "";
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), "symposium-files-"))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("RG-21 on Windows agents call the batch file; the launcher for Git Bash alone is not enough", () => {
  // Elsewhere than on Windows the backslashes are part of a name.
  const places = placesIn(join(root, "ours"), "windows");
  const file = (ending: string) => `${join(root, "ours")}\\bin\\symposium-hook${ending}`;
  const context = { os: "windows", home: root, cwd: root, env: {}, now: Date.now } as const;
  const called = () => registrationsOf({ context, places }, { agents: [], hookScope: "global" } as unknown as Config).program;
  writeFileSync(file(""), "");
  expect(called()).toEqual({ file: file(".cmd"), isThere: false });
  writeFileSync(file(".cmd"), "");
  expect(called()).toEqual({ file: file(".cmd"), isThere: true });
});
