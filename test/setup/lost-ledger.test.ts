/** The ledger is lost while our entries stand in agents' files: whatever command comes next, none of our empty lists stays behind. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { type Household, household } from "../commands/command-line.ts";
import { manifestText } from "../support/plugin.ts";

const SETTINGS = ".claude/settings.json";
const PLUGIN = manifestText("p", '[[hooks]]\nname = "h"\nevent = "PreCompact"\nscript = "x.sh"\n');
const OWN = '{ "hooks": [{ "type": "command", "command": "mine" }] }';

/** Where a list of the user's comes first, putting our entries in again would give another order, so nothing tells which lists we made. */
const SHAPES: Readonly<Record<string, string>> = {
  "an empty list of the user's": '{\n  "hooks": {\n    "PreToolUse": []\n  }\n}\n',
  "a hook of the user's": `{\n  "theme": "dark",\n  "hooks": {\n    "PreToolUse": [${OWN}]\n  }\n}\n`,
  "a key of the user's": '{\n  "theme": "dark"\n}\n',
};

const WAYS: Readonly<Record<string, readonly string[]>> = {
  "sync, uninstall": ["lose", "sync", "uninstall"],
  uninstall: ["lose", "uninstall"],
  "sync with one event more, uninstall": ["lose", "more", "sync", "uninstall"],
  "sync with one event fewer, uninstall": ["more", "sync", "lose", "fewer", "sync", "uninstall"],
  "sync, the agent is removed": ["lose", "sync", "init --remove-agent claude --add-agent codex"],
  "the last agent is removed": ["lose", "init --remove-agent claude"],
};

const cases = Object.entries(SHAPES).flatMap(([shape, text]) => Object.entries(WAYS).map(([way, steps]) => ({ shape, text, way, steps })));

test.each(cases)("RG-24 $shape, then $way: nothing we wrote is left, and no empty list", async ({ text, steps }) => {
  await using house = await household({ home: { ".symposium/config.toml": "[defaults]\nsymposium-recommendations = false\n" } });
  const file = join(house.home, SETTINGS);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  await house.run(["init", "--add-agent", "claude"]);
  expect(readFileSync(file, "utf8")).toContain("symposium-hook");
  for (const step of steps) await take(house, step);
  const after = textOf(file);
  expect(after).not.toContain("symposium");
  expect(after).not.toMatch(/\[\s*\]/);
  // What is certainly the user's own is as it was.
  if (text.includes("theme")) expect(JSON.parse(after)).toEqual(JSON.parse(text));
});

async function take(house: Household, step: string): Promise<void> {
  const plugin = join(house.home, ".symposium/plugins/p");
  if (step === "lose") rmSync(join(house.home, ".symposium/ledger.json"));
  else if (step === "fewer") rmSync(plugin, { recursive: true });
  else if (step === "more") {
    mkdirSync(plugin, { recursive: true });
    writeFileSync(join(plugin, "SYMPOSIUM.toml"), PLUGIN);
    writeFileSync(join(plugin, "x.sh"), "");
  } else expect(await house.run(step.split(" "))).toMatchObject({ exitCode: step === "sync" ? expect.any(Number) : 0 });
}

/** A file in which nothing was but ours is gone. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "{}";
  }
}
