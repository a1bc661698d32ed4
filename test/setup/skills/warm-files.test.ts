import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { OF_COMMANDS } from "../../../scripts/when-called.ts";
import { buildFolder } from "../../foundation/programs.ts";
import { cargoFiles } from "../../support/cargo-workspace.ts";

const CONFIG =
  'auto-update = "off"\n\n[[agent]]\nname = "claude"\n\n[[agent]]\nname = "codex"\n\n[defaults]\nsymposium-recommendations = false\n';
/** Longer than it takes until the workspace as read is kept: files are young when they are made. */
const SETTLING_MS = 2_500;

test("a sync with nothing to change needs no file of those that are loaded when they are called", { timeout: 60_000 }, async () => {
  await using there = await createFixture({
    "home/.symposium/config.toml": CONFIG,
    "home/code/.git/HEAD": "ref: refs/heads/main\n",
    "home/code/src/lib.rs": "",
  });
  const code = there.getPath("home/code");
  for (const [name, text] of Object.entries(cargoFiles(["serde"]))) await there.writeFile(join("home/code", name), text);
  const build = there.getPath("build");
  cpSync(buildFolder({ native: true }), build, { recursive: true });
  const env = { HOME: there.getPath("home"), USERPROFILE: there.getPath("home"), PATH: process.env["PATH"] ?? "" };
  const sync = () => execFileSync(process.execPath, [join(build, "symposium.cjs"), "sync"], { cwd: code, env, encoding: "utf8" });
  expect(sync()).toContain("created");
  await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
  sync();

  const chunks = join(build, "chunks");
  const isLater = (file: string) => Object.keys(OF_COMMANDS).some((name) => file.startsWith(`${name}-`));
  const later = readdirSync(chunks).filter(isLater);
  expect(later.filter((file) => file.endsWith(".cjs"))).toHaveLength(Object.keys(OF_COMMANDS).length);
  for (const file of later) rmSync(join(chunks, file));
  expect(sync()).toContain("nothing to change");
});
