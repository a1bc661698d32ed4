import { writeFileSync } from "node:fs";

import fc from "fast-check";
import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { definedOnce, readAnswers, type StoredAnswer, writeAnswers } from "../../../src/plugins/gates/answers.ts";

describe("the file", () => {
  const answer: StoredAnswer = { key: "k", holds: true, command: "c", at: 1, until: 2, files: [["a", "-"]], variables: [["CI", "0f"]] };

  test("I80 is read back as it was written", async () => {
    await using files = await createFixture({});
    const file = files.getPath("deep/answers.json");
    expect(writeAnswers(file, [answer])).toBeUndefined();
    expect(readAnswers(file)).toEqual([answer]);
  });

  test("I81 of another version, damaged or missing has no answers", async () => {
    await using files = await createFixture({ "folder/x": "" });
    const file = files.getPath("answers.json");
    const whole = { format: "symposium-answers", version: 2, answers: [answer] };
    const texts = [
      JSON.stringify({ ...whole, version: 3 }),
      JSON.stringify({ ...whole, format: "other" }),
      JSON.stringify({ ...whole, answers: [{ ...answer, holds: "yes" }] }),
      JSON.stringify(whole).slice(0, -5),
      "null",
      "",
      "\0\xff",
    ];
    for (const text of texts) {
      writeFileSync(file, text);
      expect(readAnswers(file)).toEqual([]);
    }
    writeFileSync(file, JSON.stringify(whole));
    expect(readAnswers(file)).toEqual([answer]);
    expect([readAnswers(files.getPath("folder")), readAnswers(files.getPath("missing")), readAnswers("/dev/zero")]).toEqual([[], [], []]);
  });
});

test("I81 no content of the file throws", async () => {
  await using files = await createFixture({});
  const file = files.getPath("answers.json");
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.string(),
        fc.anything().map((answers) => JSON.stringify({ format: "symposium-answers", version: 2, answers })),
      ),
      (text) => {
        writeFileSync(file, text ?? "");
        expect(Array.isArray(readAnswers(file))).toBe(true);
      },
    ),
    { numRuns: 100 },
  );
});

describe("names of custom predicates", () => {
  test("H114 different names live together", () => {
    const both = [
      { plugin: "a", name: "x" },
      { plugin: "b", name: "y" },
    ];
    expect(definedOnce(both)).toEqual({ kept: both, warnings: [] });
  });

  test("H115 H116 a name that two or three plugins define is ignored, with one warning", () => {
    const definitions = ["a x", "b x", "a y", "c x", "c z"].map((text) => ({ plugin: text.slice(0, 1), name: text.slice(2) }));
    const { kept, warnings } = definedOnce(definitions);
    expect(kept.map(({ name }) => name)).toEqual(["y", "z"]);
    expect(warnings).toMatchObject([
      { name: "x", message: "the predicate x is defined by a and b and c, so Symposium ignores all of them" },
    ]);
    expect(definedOnce(definitions.slice(0, 2)).warnings.length).toBe(1);
  });
});
