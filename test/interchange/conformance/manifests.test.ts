import { describe, expect, test } from "vitest";

import { readInterchange } from "../../../src/model/handler-formats.ts";
import { readManifest, writeManifest } from "../../../src/plugins/hook-manifest/hook-manifest-text.ts";
import { type AnswerCase, vectorsOf } from "./vectors.ts";

describe.each(vectorsOf("reject"))("$name: $vector.rule $vector.title", ({ vector }) => {
  test.each(vector.cases)("$title", ({ text, notation, problems }) => {
    const read = readManifest(text, `hooks.${notation}`);
    const places = read.ok ? [] : read.problems.map(({ position }) => `${position?.line}:${position?.column}`);
    expect(places).toEqual(problems);
  });
});

describe.each(vectorsOf("accept"))("$name: $vector.rule $vector.title", ({ vector }) => {
  test.each(vector.cases)("$title", ({ text, notation, model, warnings }) => {
    const read = readManifest(text, `hooks.${notation}`);
    expect(read.ok ? read.manifest : read.problems).toEqual(model);
    expect(read.ok && read.warnings.length).toBe(warnings);
    // What is written is read again as the same.
    const again = read.ok ? readManifest(writeManifest(read.manifest, { spec: read.manifest.spec }), "hooks.json") : undefined;
    expect(again?.ok === true && again.manifest).toEqual(model);
  });
});

describe.each(vectorsOf("answers"))("$name: $vector.rule $vector.title", ({ vector }) => {
  test.each(vector.cases)("$title", ({ blocking, exit, stdout, stderr, result }) => {
    expect(resultOf(readInterchange(exit, stdout, stderr, blocking))).toBe(result);
  });
});

function resultOf(reading: ReturnType<typeof readInterchange>): AnswerCase["result"] {
  if (reading.kind !== "answer") return "warning";
  const { decision } = reading.outcome;
  return decision === "deny" ? "block" : decision === "ask" ? "ask" : "allow";
}
