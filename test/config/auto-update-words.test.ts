/** `auto-update = "on"` means what `"warn"` means (decision 0040), and every place that offers the choice says so. */

import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { symposium } from "../cli/command-line.ts";

const ROOT = new URL("../../", import.meta.url);

test.each([
  ["schemas/config.schema.json", /on and warn check daily and report/],
  ["docs/reference/config.md", /`on` and `warn` both report new versions/],
  ["docs/installing.md", /`auto-update = "on"` and `"warn"` both only report/],
  ["src/cli/ask-set-up.ts", /it reports them; `self-update` installs/],
])("PG-19 %s", (file, words) => {
  expect(readFileSync(new URL(file, ROOT), "utf8")).toMatch(words);
});

test("PG-19 the flag of init", async () => {
  const { stdout } = await symposium(["init", "--help"]);
  expect(stdout).toMatch(/--auto-update <on\|warn\|off> +Report new versions, on and warn alike, or never check/);
});
