/** The SDK as it is published: one small file, and types that hold for a strict user. */

import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";

import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { compile, exampleFiles, strict, withSdk } from "./with-sdk.ts";

const TYPES = readFileSync(join(import.meta.dirname, "types.ts"), "utf8");

test("RT-33 it is one file that needs nothing but what the runtime has", async () => {
  await using user = await createFixture(withSdk({}));
  const text = readFileSync(user.getPath("node_modules/@symposium-agents/symposium/dist/sdk.js"), "utf8");
  const imported = [...text.matchAll(/\b(?:from|import|require)\s*\(?["'`]([^"'`]+)["'`]/g)].map(([, specifier = ""]) => specifier);
  expect(imported.filter((specifier) => !isBuiltin(specifier))).toEqual([]);
});

test("RT-33 what the types promise holds for a strict user without Node's types", async () => {
  await using user = await createFixture(withSdk({ "types.ts": TYPES, "tsconfig.json": strict(["types.ts"], { noEmit: true }) }));
  expect(compile(user.path)).toBe("");
});

test.each(["block-destructive", "inject-context"])("RT-33 the example %s compiles for a strict user", async (name) => {
  const files = exampleFiles(name);
  const sources = Object.keys(files).filter((file) => file.endsWith(".ts") && !file.includes(".test."));
  await using user = await createFixture(withSdk({ ...files, "tsconfig.json": strict(sources, { noEmit: true }) }));
  expect(compile(user.path)).toBe("");
});
