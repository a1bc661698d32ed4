import { expect, test } from "vitest";

import { isAutoEnabled, parseConfig } from "../../src/files/config.ts";

function autoEnabled(list: string, packageName: string): boolean {
  const read = parseConfig("config.toml", `[plugins]\nauto-enable = ${list}\n`);
  if (!read.ok) throw new Error(read.problem.message);
  return isAutoEnabled(read.config, packageName);
}

test("A25 a star in auto-enable means every name", () => {
  expect(autoEnabled('["*"]', "serde")).toBe(true);
  expect(autoEnabled('["tokio", "*"]', "anything-at-all")).toBe(true);
});

test("A24 without a star a package is meant by its name, with either dash, and no pattern is read", () => {
  expect(autoEnabled('["my_crate"]', "my-crate")).toBe(true);
  expect(autoEnabled('["serde"]', "serde-json")).toBe(false);
  expect(autoEnabled('["ser*"]', "serde")).toBe(false);
  expect(autoEnabled("[]", "serde")).toBe(false);
});
