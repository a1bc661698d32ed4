import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { seenByMatrix, seenByParts } from "../../scripts/mutate-edit.ts";
import { MUTATIONS } from "../../scripts/mutate-list.ts";
import { likelyTests } from "../../scripts/mutate-seen.ts";
import { mutated } from "../../scripts/mutate-tree.ts";

const SRC = join(import.meta.dirname, "../../src");

describe("RT-31 the list of edits that tests must notice", () => {
  test.each(MUTATIONS)("$breaks ($file)", (mutation) => {
    const text = readFileSync(join(SRC, mutation.file), "utf8");
    expect(mutated(text, mutation)).not.toBe(text);
  });

  test("no edit is listed twice", () => {
    const edits = MUTATIONS.map(({ file, find, replace }) => `${file}\n${find}\n${replace}`);
    expect(new Set(edits).size).toBe(edits.length);
  });

  test.each([
    ["is nowhere", "none", "one"],
    ["stands twice", "a", "b"],
    ["leaves no code", "const", "]"],
  ])("an edit whose text %s is refused", (_, find, replace) => {
    const [mutation] = seenByMatrix("file.ts", ["it breaks", find, replace]);
    expect(() => mutation && mutated("const a = 1; a;", mutation)).toThrow(Error);
  });
});

describe("tests that are tried first for an edit", () => {
  const edit = ["RT-6 a new edit", "find", "replace"] as const;
  const [inMatrix = expect.fail()] = seenByMatrix("file.ts", edit);
  const [inParts = expect.fail()] = seenByParts("file.ts", edit);

  test.each([
    ["of its rule", undefined, "RT-6 deny codex at every event", true],
    ["of its rule, second in the title", undefined, "RT-5 RT-6 deny codex at every event", true],
    ["of no other rule", undefined, "RT-60 deny codex at every event", false],
    ["of no other agent", undefined, "RT-6 deny kiro at every event", false],
    ["that noticed it last", "RT-7 allow (once) codex at every event", "RT-7 allow (once) codex at every event", true],
    ["and no others", "RT-7 allow codex at every event", "RT-7 allow codex at every event twice", false],
  ])("are in the matrix those %s", (_, last, name, isTried) => {
    const tests = likelyTests(inMatrix, { files: ["matrix"], name: "codex( |$)" }, last);
    expect(tests?.files).toEqual(["matrix"]);
    expect(new RegExp(tests?.name ?? expect.fail()).test(name)).toBe(isTried);
  });

  test("are elsewhere the file that noticed it last, if any", () => {
    expect(likelyTests(inParts, { files: ["a", "b"] }, "b/c.test.ts")).toEqual({ files: ["b/c.test.ts"] });
    expect(likelyTests(inParts, { files: ["a", "b"] }, undefined)).toBeUndefined();
  });
});
