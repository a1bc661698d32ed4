import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { cargoFiles } from "../support/cargo-workspace.ts";
import { hook, manifestText, skillText } from "../support/plugin.ts";
import { type TemporaryHome, temporaryHome } from "../support/temporary-home.ts";
import { runInProcess } from "../support/run-in-process.ts";

const NAME = "a\u001B[31m\u009B2J\u202Eb\nforged: c";
const WRITTEN = JSON.stringify(NAME);

/** Folders, a source, plugins, an agent and a file that is left alone, all with that name. */
function hostileHome(): Promise<TemporaryHome> {
  const config = [
    "[defaults]\nsymposium-recommendations = false\n",
    `[[agent]]\nname = ${WRITTEN}\n`,
    '[[agent]]\nname = "claude"\n',
    `[[plugin-source]]\nname = ${WRITTEN}\npath = ${JSON.stringify(`../${NAME}`)}\n`,
  ];
  return temporaryHome({
    project: join("home", NAME, "project"),
    files: {
      home: {
        ".claude/settings.json": '{ "hooks": "none" }',
        ".symposium": { "config.toml": config.join("\n"), plugins: { [NAME]: { "SYMPOSIUM.toml": "name = 3\n" } } },
        [NAME]: {
          one: { "SYMPOSIUM.toml": manifestText("one", hook(NAME.replaceAll("\n", ""))).replace('"one"', WRITTEN), [`${NAME}.sh`]: "" },
          [NAME]: { "SKILL.md": skillText("two", 'crates: "serde"') },
          project: { ".git/HEAD": "", ...cargoFiles(["serde 1.0.0"]) },
        },
      },
    },
  });
}

describe("names from outside never reach the terminal as they are", () => {
  test.each([
    ["init", "--dry-run"],
    ["init", "--add-agent", NAME],
    ["init", NAME],
    ["sync"],
    ["sync", "-v"],
    ["sync", "--agent", NAME],
    ["status"],
    ["status", "-v"],
    ["agents", NAME],
    ["use", NAME],
    ["search", NAME],
    ["crate-info", NAME],
    ["package-info", NAME],
    ["package-info", `npm:${NAME}`, "--version", NAME],
    ["package-info", `${NAME}:x`],
    ["plugin", "list"],
    ["plugin", "show", NAME],
    ["plugin", "sync", NAME],
    ["plugin", "validate", `../${NAME}`, "--no-check-crates"],
    ["plugin", "validate", "..", "--no-check-crates"],
    ["uninstall", "--dry-run", "-v"],
    [NAME],
    [`--${NAME}`],
    ["--update", NAME],
  ])("%j", async (...args) => {
    await using home = await hostileHome();
    for (const isTTY of [false, true]) {
      const env = isTTY ? { NO_COLOR: "1" } : {};
      const { stdout, stderr } = await runInProcess({ args, context: { ...home.context, env }, isTTY, columns: 80 });
      const lines = `${stdout}${stderr}`.split("\n");
      expect(lines.filter((line) => /[\p{Cc}\p{Bidi_Control}]/u.test(line))).toEqual([]);
      expect(lines.filter((line) => line.startsWith("forged"))).toEqual([]);
    }
  });
});
