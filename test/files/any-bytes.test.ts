import { writeFileSync } from "node:fs";

import fc from "fast-check";
import { createFixture } from "fs-fixture";
import { stringify } from "smol-toml";
import { expect, test } from "vitest";

import { ConfigFile } from "../../src/files/config-schema.ts";
import { parseConfig, readConfig } from "../../src/files/config.ts";
import { junk, expectPlaced } from "./junk.ts";

test("RT-21 any bytes as config.toml are read or refused with a place, never thrown", async () => {
  await using fixture = await createFixture({});
  const file = fixture.getPath("config.toml");
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 60 }),
        fc.string({ unit: "binary" }).map((text) => Buffer.from(text)),
      ),
      (bytes) => {
        writeFileSync(file, bytes);
        const result = readConfig(file);
        expectPlaced(result.ok ? result.problems : [result.problem], Buffer.from(bytes).toString("utf8"));
      },
    ),
    { numRuns: 250 },
  );
});

test("PL-1 any values under the known keys give a complete config, and every invalid one is reported", () => {
  const keys = Object.keys(ConfigFile.entries);
  const good = parseConfig("config.toml", "");
  const shape = good.ok ? Object.keys(good.config) : [];
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...keys, "unknown"), junk, { maxKeys: 6 }), (table) => {
      const text = stringify(table);
      const result = parseConfig("config.toml", text);
      if (!result.ok) throw new Error(`${result.problem.message}\n${text}`);
      const { policyFlaw: _, ...config } = result.config;
      expect(Object.keys(config)).toEqual(shape);
      expect(Object.values(result.config).includes(undefined)).toBe(false);
      expectPlaced(result.problems, text);
      if ("unknown" in table) expect(result.problems.some(({ message }) => message.includes("`unknown`"))).toBe(true);
      if (typeof table["auto-sync"] === "string")
        expect(result.problems.some(({ message }) => message.startsWith("`auto-sync`"))).toBe(true);
    }),
    { numRuns: 250 },
  );
});
