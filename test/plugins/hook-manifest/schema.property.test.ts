import { readFileSync } from "node:fs";
import { join } from "node:path";

import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { readManifest } from "../../../src/plugins/hook-manifest/hook-manifest-text.ts";
import { times } from "../../support/thoroughness.ts";
import { anyDocument } from "./arbitrary-manifest.ts";

const schema = JSON.parse(readFileSync(join(import.meta.dirname, "../../../schemas/hooks-manifest.schema.json"), "utf8")) as object;
const judge = new AjvJsonSchemaValidator().getValidator(schema as never);

function isRead(document: unknown): boolean {
  return readManifest(JSON.stringify(document), "hooks.json").ok;
}

function passes(document: unknown): boolean {
  return judge(document).valid;
}

describe("IX-3 the published schema", () => {
  test(
    "says what the reader says, of right and of wrong manifests",
    () => {
      let [right, wrong] = [0, 0];
      fc.assert(
        fc.property(anyDocument, (document) => {
          const read = isRead(document);
          expect(passes(document)).toBe(read);
          if (read) right += 1;
          else wrong += 1;
        }),
        { numRuns: times({ sample: 250, all: 1_500, proof: 20_000 }) },
      );
      // Otherwise it would have compared nothing.
      expect(Math.min(right, wrong)).toBeGreaterThan(50);
    },
    times({ sample: 60_000, all: 120_000, proof: 900_000 }),
  );

  test("cannot say that a pattern is RE2: the reader alone refuses such a manifest", () => {
    const document = {
      spec: "hooks/1.0",
      hooks: [{ event: "a", matcher: { pattern: "(?=a)" }, handler: { type: "command", command: "b" } }],
    };
    expect([passes(document), isRead(document)]).toEqual([true, false]);
  });
});
