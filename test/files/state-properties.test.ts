import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";

import fc from "fast-check";
import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { readState, recordState } from "../../src/files/state-file.ts";
import { tomlDocuments, tomlHandwritten, tomlMeaning } from "./toml-documents.ts";

const STATE = { version: "1.2.3", lastUpdateCheck: Date.parse("2026-11-16T12:00:00Z") };

test("whatever is in the file, what is recorded is read again, and nothing of the rest is lost", async () => {
  await using fixture = await createFixture();
  const file = fixture.getPath("state.toml");
  const aside = `${file}.damaged`;
  const own = fc.constantFrom("", 'version = "0"\n', "version = 1 # x\n", 'last-update-check = ""\n', "version = [\n 1 ]\n");
  const text = fc.oneof(tomlDocuments, tomlHandwritten, fc.string({ unit: "binary" }));
  fc.assert(
    fc.property(fc.tuple(own, text), ([line, rest]) => {
      const before = line + rest;
      rmSync(aside, { force: true });
      writeFileSync(file, before);
      expect(recordState(file, STATE)).toBe(true);
      expect(readState(file)).toMatchObject(STATE);
      const meaning = (toml: string) => ({ ...(tomlMeaning(toml) as object), version: 0, "last-update-check": 0 });
      if (existsSync(aside)) expect(readFileSync(aside, "utf8")).toBe(Buffer.from(before).toString());
      else expect(meaning(readFileSync(file, "utf8"))).toEqual(meaning(before));
    }),
    { numRuns: 60 },
  );
});
