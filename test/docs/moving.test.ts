/** The page for those who come from the Rust tool lists what is declined, and the documents that `--json` prints. */

import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { idsIn } from "../../scripts/parity-ids.ts";
import { symposium } from "../commands/command-line.ts";

const PAGE = readFileSync(new URL("../../docs/moving-from-cargo-agents.md", import.meta.url), "utf8");

function section(title: string): string {
  const [, after = ""] = PAGE.split(`### ${title}\n`);
  return after.split(/^##/m, 1)[0] ?? "";
}

test("every behaviour that is declined is on the page, and nothing else", () => {
  const declined = JSON.parse(readFileSync(new URL("../declined.json", import.meta.url), "utf8")) as Record<string, string>;
  const rows = section("What the Rust tool's tests expect, and Symposium does differently").split("\n");
  const listed = rows.flatMap((row) => idsIn(/^\| ([A-Z0-9, ]+) \|/.exec(row)?.[1] ?? ""));
  expect(listed.toSorted()).toEqual(Object.keys(declined).toSorted());
});

test("B37 the page says what `--json` prints", async () => {
  const page = section("`--json`");
  for (const args of [
    ["--json", "--version"],
    ["--json", "plugin", "show", "nothing"],
    ["--json", "--help"],
  ]) {
    const document = JSON.parse((await symposium(args)).stdout) as Record<string, object>;
    for (const key of Object.keys(document)) expect(page, key).toContain(`\`${key}`);
    for (const key of Object.keys(document["error"] ?? {})) expect(page, key).toContain(`\`${key}\``);
  }
});
