import { spawnSync } from "node:child_process";

import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { bunExecutable } from "../../scripts/build-native.ts";
import { programme } from "../foundation/programmes.ts";
import { blocksOf, ROOT } from "./markdown.ts";

const MS = 120_000;

test("README.md shows what the demo prints", async () => {
  programme("native-hook");
  await using home = await createFixture();
  const env = { PATH: process.env["PATH"], HOME: home.path, BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0" };
  const { stdout } = spawnSync(bunExecutable(), ["scripts/demo.ts"], { cwd: ROOT, encoding: "utf8", env });
  const shown = blocksOf("README.md").filter(({ role }) => role === "demo");
  expect(shown).toHaveLength(5);
  for (const { text } of shown) expect(stdout.replace(/ +$/gm, "")).toContain(text);
}, MS);
