import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { generatedSchemas } from "../../scripts/generate-schemas.ts";

test.each(generatedSchemas())("$path is what the programme reads by", ({ path, text }) => {
  expect(readFileSync(join(import.meta.dirname, "../..", path), "utf8")).toBe(text);
});

test("a published schema describes every key of the config file and the manifest", () => {
  for (const { path, text } of generatedSchemas().filter((each) => /config|manifest/.test(each.path))) {
    const { properties } = JSON.parse(text) as { properties: Record<string, { description?: string }> };
    for (const [key, { description }] of Object.entries(properties)) expect(description, `${path}: ${key}`).toMatch(/\w\.$/);
  }
});

test("an editor marks keys that mean nothing, and knows a schema by its address", () => {
  for (const { path, text } of generatedSchemas()) {
    const schema = JSON.parse(text) as { $id: string; additionalProperties?: boolean; anyOf?: { additionalProperties?: boolean }[] };
    expect(schema.$id).toMatch(new RegExp(`^https://.+/${path}$`));
    if (!/config|manifest|metadata/.test(path)) continue;
    expect((schema.anyOf ?? [schema]).map((each) => each.additionalProperties).every((each) => each === false)).toBe(true);
  }
});
