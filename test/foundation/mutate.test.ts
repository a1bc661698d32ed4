import { join } from "node:path";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { seenByMatrix, seenByParts } from "../../scripts/mutate-edit.ts";
import { MUTATIONS } from "../../scripts/mutate-list.ts";
import { likelyTests } from "../../scripts/mutate-seen.ts";
import { declarationsIn, located } from "../../scripts/mutate-locate.ts";

const SRC = join(import.meta.dirname, "../../src");

describe("RT-31 the list of edits that tests must notice", () => {
  const declarations = declarationsIn(SRC);

  test.each(MUTATIONS)("$breaks ($within)", (mutation) => {
    const { text, edited } = located(SRC, declarations, mutation);
    expect(edited).not.toBe(text);
  });

  test("no edit is listed twice", () => {
    const edits = MUTATIONS.map(({ within, find, replace }) => `${within}\n${find}\n${replace}`);
    expect(new Set(edits).size).toBe(edits.length);
  });

  test("an edit is found in the folder of its agent, and in whichever file the text is", async () => {
    await using tree = await createFixture({
      "agents/one/x.ts": "export const a = 1;\n",
      "agents/two/y.ts": "export const a = 1;\n",
      "z.ts": "export function b() { return 1; }\n",
      "w.ts": "export function b() { return 2; }\n",
    });
    const find = (within: string, text: string) =>
      seenByMatrix(within, ["it breaks", text, "3"]).map((mutation) => located(tree.path, declarationsIn(tree.path), mutation).file);
    expect([find("two/a", "1"), find("b", "2")]).toEqual([["agents/two/y.ts"], ["w.ts"]]);
    expect(() => find("a", "1")).toThrow("2 times");
  });

  test.each([
    ["is nowhere", "none", "one"],
    ["is in another declaration", "2", "3"],
    ["stands twice", "a", "b"],
    ["leaves no code", "=>", "]"],
  ])("an edit whose text %s is refused", async (_, find, replace) => {
    await using tree = await createFixture({ "room/file.ts": "const b = 2;\nexport const a = () => a;\n" });
    const [mutation = expect.fail()] = seenByMatrix("a", ["it breaks", find, replace]);
    expect(() => located(tree.path, declarationsIn(tree.path), mutation)).toThrow(Error);
  });
});

describe("tests that are tried first for an edit", () => {
  const edit = ["RT-6 a new edit", "find", "replace"] as const;
  const [inMatrix = expect.fail()] = seenByMatrix("a", edit);
  const [inParts = expect.fail()] = seenByParts("a", edit);

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
