import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { generatedSchemas } from "../../scripts/generate-schemas.ts";
import { sharingDefinitions } from "../../scripts/share-definitions.ts";

test.each(generatedSchemas())("$path is what the program reads by", ({ path, text }) => {
  expect(readFileSync(join(import.meta.dirname, "../..", path), "utf8")).toBe(text);
});

interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** With every definition in the place that refers to it. */
function resolved<Value>(value: Value, definitions: Schema["$defs"] = (value as Schema).$defs ?? {}): Value {
  if (Array.isArray(value)) return value.map((item: unknown) => resolved(item, definitions)) as Value;
  if (typeof value !== "object" || value === null) return value;
  const { $defs: _, ...own } = value as Schema;
  const [, name] = /^#\/\$defs\/(.+)$/.exec(own.$ref ?? "") ?? [];
  if (name !== undefined) return resolved((definitions[name] ?? expect.fail(`no definition ${name}`)) as Value, definitions);
  return Object.fromEntries(Object.entries(own).map(([key, each]) => [key, resolved(each, definitions)])) as Value;
}

test("parts that a schema has twice are written once, and mean the same", () => {
  const pair = {
    type: "object",
    properties: { path: { type: "string", description: "A folder, from where the manifest is, or none at all." } },
  };
  const schema = {
    type: "object",
    properties: { one: pair, list: { type: "array", items: pair }, more: { anyOf: [pair, { type: "null" }] } },
  };
  const shared = sharingDefinitions(schema as Parameters<typeof sharingDefinitions>[0]);
  expect(shared).toMatchObject({ properties: { one: { $ref: "#/$defs/one" } }, $defs: { one: pair } });
  expect(JSON.stringify(shared).match(/A folder/g)).toHaveLength(1);
  expect(resolved(shared)).toEqual(schema);
});

test("the schema of package metadata refers to that of the manifest, which is published beside it", () => {
  const files = new Map(generatedSchemas().map(({ path, text }) => [path, text]));
  expect(JSON.parse(files.get("schemas/package-metadata.schema.json") ?? "")).toMatchObject({
    anyOf: [{ type: "object" }, { $ref: "manifest.schema.json" }],
  });
  expect(files.has("schemas/manifest.schema.json")).toBe(true);
});

test("a published schema describes every key of the config file and the manifest", () => {
  for (const { path, text } of generatedSchemas().filter((each) => /config|manifest/.test(each.path))) {
    const { properties = {} } = resolved(JSON.parse(text) as Schema);
    for (const [key, { description }] of Object.entries(properties)) expect(description, `${path}: ${key}`).toMatch(/\w\.$/);
  }
});

test("an editor marks keys that mean nothing, and knows a schema by its address", () => {
  for (const { path, text } of generatedSchemas()) {
    const schema = JSON.parse(text) as { $id: string; additionalProperties?: boolean; anyOf?: { additionalProperties?: boolean }[] };
    expect(schema.$id).toMatch(new RegExp(`^https://.+/${path}$`));
    if (!/\/(?:config|manifest|package-metadata)\./.test(path)) continue;
    const own = (schema.anyOf ?? [schema]).filter((each) => !("$ref" in each));
    expect(own.map((each) => each.additionalProperties).every((each) => each === false)).toBe(true);
  }
});
