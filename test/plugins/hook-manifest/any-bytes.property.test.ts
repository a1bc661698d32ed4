import fc from "fast-check";
import { expect, test } from "vitest";

import { readManifest, writeManifest } from "../../../src/plugins/hook-manifest/hook-manifest-text.ts";
import { times } from "../../support/thoroughness.ts";
import { anyDocument, manifest } from "./arbitrary-manifest.ts";

const numRuns = times({ sample: 60, all: 600, proof: 10_000 });

/** A proof takes its time. */
const LONG = times({ sample: 60_000, all: 120_000, proof: 900_000 });

const FILES = ["hooks.json", "hooks.yaml", "-"];

const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array).toString("utf8"));

/** A document with a piece cut out and something else in its place. */
const damaged = fc
  .tuple(
    fc.oneof(manifest, anyDocument),
    fc.nat(),
    fc.nat(20),
    fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom("{", "[", '"', ",", "&a ", "*a", "# ", "//", "\t", "\n- ", ": ")),
  )
  .map(([value, at, length, piece]) => {
    const text = JSON.stringify(value, null, 2);
    const from = at % (text.length + 1);
    return text.slice(0, from) + piece + text.slice(from + length);
  });

test(
  "IX-1 any bytes give a manifest, or problems with a place in the text",
  () => {
    fc.assert(
      fc.property(fc.oneof(bytes, fc.string({ unit: "binary" }), damaged), fc.constantFrom(...FILES), (text, file) => {
        const read = readManifest(text, file);
        if (read.ok) return;
        expect(read.problems.length).toBeGreaterThan(0);
        const lines = text.split("\n");
        for (const { severity, position, message } of read.problems) {
          expect(severity).toBe("error");
          expect(message).not.toMatch(/undefined|\[object/);
          expect(position!.line).toBeLessThanOrEqual(lines.length);
          expect(position!.column).toBeLessThanOrEqual(lines[position!.line - 1]!.length + 1);
        }
      }),
      { numRuns },
    );
  },
  LONG,
);

test(
  "IX-1 what is JSON to others is JSON here, and nothing else, but for duplicate names",
  () => {
    fc.assert(
      fc.property(damaged, (text) => {
        const read = readManifest(text, "hooks.json");
        const messages = read.ok ? [] : read.problems.map(({ message }) => message);
        const isRefused = messages.some((message) => /not valid JSON/.test(message));
        if (messages.some((message) => /is there twice|not finite|nested/.test(message))) return;
        expect(isRefused).toBe(!isJson(text));
      }),
      { numRuns },
    );
  },
  LONG,
);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test(
  "IX-1 a manifest reads the same in JSON and in YAML, and after a rewrite",
  () => {
    fc.assert(
      fc.property(manifest, fc.constantFrom("hooks/1.0", "hooks/0.1"), (document, spec) => {
        const text = JSON.stringify(document);
        const json = readManifest(text, "hooks.json");
        expect(json.ok ? [] : json.problems).toEqual([]);
        if (!json.ok) return;
        const yaml = readManifest(text, "hooks.yaml");
        expect(yaml.ok && JSON.stringify(yaml.manifest)).toBe(JSON.stringify(json.manifest));
        const again = readManifest(writeManifest(json.manifest, { spec }), "hooks.json");
        expect(again.ok && JSON.stringify(again.manifest)).toBe(JSON.stringify({ ...json.manifest, spec }));
      }),
      { numRuns },
    );
  },
  LONG,
);
