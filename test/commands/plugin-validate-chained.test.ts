import type { FileTree } from "fs-fixture";
import { expect, test } from "vitest";

import { symposium } from "./command-line.ts";

const HOOK = '[[hooks]]\nname = "check"\nevent = "PreToolUse"\nscript = "./check.sh"\n';
const CHAIN = (path: string) => `[[plugins]]\nsource.path = "${path}"\n`;

async function validated(more: string, files: FileTree = {}) {
  const a = { "SYMPOSIUM.toml": `name = "good"\ncrates = ["serde"]\n${HOOK}${more}`, "check.sh": "", ...files };
  const { stdout, stderr, exitCode } = await symposium(["plugin", "validate", "a", "--no-check-crates"], { home: { a } });
  return { text: stdout + stderr, exitCode };
}

test("PL-7 PL-28 plugins in folders are checked with the plugin, and need neither name nor gate", async () => {
  const extras = { "SYMPOSIUM.toml": CHAIN("inner") + HOOK, "check.sh": "", inner: { "SYMPOSIUM.toml": HOOK } };
  const { text, exitCode } = await validated(CHAIN("extras"), { extras });
  expect(exitCode).toBe(1);
  expect(text).toMatch(
    /good +good \(plugin\)\n +good +extras \(plugin\)\n +error +inner \(plugin\)\n.*inner\/SYMPOSIUM\.toml:\d+:\d+: .*check\.sh/,
  );
  expect(await validated(CHAIN("extras"), { extras: { "SYMPOSIUM.toml": HOOK, "check.sh": "" } })).toMatchObject({ exitCode: 0 });
});

test.each([
  ["a folder without a manifest", CHAIN("absent"), "absent has no SYMPOSIUM.toml"],
  ["an address that git would take for an option", '[[plugins]]\nsource.git = "--upload-pack=x"\n', "starts like a git option"],
])("PL-7 PL-28 %s is an error", async (_, more, message) => {
  const { text, exitCode } = await validated(more);
  expect(exitCode).toBe(1);
  expect(text).toContain(message);
});
