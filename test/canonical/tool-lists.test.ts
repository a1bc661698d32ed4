import { describe, expect, test } from "vitest";

import { intoFirstEntry, withFirstEntry } from "../../src/canonical/tool-lists.ts";

const TWO = {
  path: "a.txt",
  edits: [
    { old: "1", new: "2" },
    { old: "3", new: "4" },
  ],
};

describe("RT-1 an input that holds a list of like things", () => {
  test("is presented as if the tool took the first of them, and the list stays", () => {
    expect(withFirstEntry(TWO, "edits")).toEqual({ old: "1", new: "2", ...TWO });
  });

  test("its own fields win over those of an entry", () => {
    expect(withFirstEntry({ path: "a.txt", edits: [{ path: "b.txt" }] }, "edits")).toMatchObject({ path: "a.txt" });
  });

  test.each([["text"], [null], [[1]], [{}], [{ edits: [] }], [{ edits: "none" }], [{ edits: ["text"] }]])("%j stays as it is", (input) => {
    expect(withFirstEntry(input, "edits")).toEqual(input);
    expect(intoFirstEntry(input, input, "edits")).toEqual(input);
  });
});

describe("RT-3 the way back", () => {
  test("a changed field returns to the first entry, and the others stay", () => {
    expect(intoFirstEntry(TWO, { ...(withFirstEntry(TWO, "edits") as object), new: "5", path: "b.txt" }, "edits")).toEqual({
      path: "b.txt",
      edits: [
        { old: "1", new: "5" },
        { old: "3", new: "4" },
      ],
    });
  });

  test("nothing changed gives the original", () => {
    expect(intoFirstEntry(TWO, withFirstEntry(TWO, "edits"), "edits")).toEqual(TWO);
  });

  test("a list that was given as a whole stays as it was given", () => {
    const given = { ...(withFirstEntry(TWO, "edits") as object), edits: [{ old: "x", new: "y" }] };
    expect(intoFirstEntry(TWO, given, "edits")).toEqual({ path: "a.txt", edits: [{ old: "x", new: "y" }] });
  });
});
