/** `auto-update = "on"` installs and `"warn"` reports (decision 0094), and every place that offers the choice says so. */

import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { symposium } from "../commands/command-line.ts";

const ROOT = new URL("../../", import.meta.url);

test.each([
  ["schemas/config.schema.json", /on installs them, warn reports them, off never checks/],
  ["docs/reference/config.md", /`on` installs new versions in the background.*`warn` reports them/],
  ["docs/installing.md", /With `auto-update = "on"`/],
  ["src/commands/terminal/questions.ts", /"Yes, report them"/],
])("PG-19 %s", (file, words) => {
  expect(readFileSync(new URL(file, ROOT), "utf8")).toMatch(words);
});

test("PG-19 the flag of init", async () => {
  const { stdout } = await symposium(["init", "--help"]);
  expect(stdout).toMatch(/--auto-update <on\|warn\|off> +Install new versions, only report them, or never check/);
});
