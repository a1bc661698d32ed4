import { appendFileSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { household } from "./command-line.ts";
import { manifestText } from "../support/plugin.ts";

const MANIFEST = manifestText("guard", '[[hooks]]\nname = "deny"\nevent = "PreToolUse"\nscript = "deny.sh"\non-failure = "closed"\n');
const CONFIG = "[defaults]\nsymposium-recommendations = false\n";
const HOME = { ".symposium": { "config.toml": CONFIG, plugins: { guard: { "SYMPOSIUM.toml": MANIFEST, "deny.sh": "" } } } };
const IN_FORCE = /the last good version, of \d{4}-\d\d-\d\d \d\d:\d\d UTC, stays in force until this is fixed/;

async function setUp() {
  const there = await household({ home: HOME });
  expect((await there.run(["init", "--add-agent", "claude"])).exitCode).toBe(0);
  return there;
}

describe("RT-37 commands say what is in force, since when and why", () => {
  test.each([{ args: ["status"] }, { args: ["plugin", "list"] }])(
    "$args, with a broken manifest and with a broken config",
    async ({ args }) => {
      await using there = await setUp();
      const ours = (...parts: string[]) => join(there.home, ".symposium", ...parts);
      appendFileSync(ours("plugins", "guard", "SYMPOSIUM.toml"), "= =");
      const broken = await there.run(args);
      expect(broken).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/guard +active|active +guard/) });
      expect(broken.stdout).toMatch(IN_FORCE);
      writeFileSync(ours("plugins", "guard", "SYMPOSIUM.toml"), MANIFEST);
      expect((await there.run(args)).stdout).not.toMatch(IN_FORCE);
      appendFileSync(ours("config.toml"), "\n= =");
      const unreadable = await there.run(args);
      expect(unreadable).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/guard +active|active +guard/) });
      expect(unreadable.stdout).toMatch(/config\.toml:\d+:\d+: not valid TOML/);
      expect(unreadable.stdout).toMatch(IN_FORCE);
    },
  );

  test("sync changes nothing by a config that cannot be read", async () => {
    await using there = await setUp();
    appendFileSync(join(there.home, ".symposium", "config.toml"), "\n= =");
    expect(await there.run(["sync"])).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("not valid TOML") });
  });
});

test("RT-37 uninstall takes the copies of what was last good along", async () => {
  await using there = await setUp();
  const folder = join(there.home, ".symposium", "last-good");
  expect(readdirSync(folder)).toHaveLength(1);
  expect((await there.run(["uninstall"])).exitCode).toBe(0);
  expect(existsSync(folder)).toBe(false);
});
