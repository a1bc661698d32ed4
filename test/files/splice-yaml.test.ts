import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import type { Edited, Insertion } from "../../src/files/editor.ts";
import { yamlEditor } from "../../src/files/splice/yaml.ts";
import { type EditRow, expectEdit, item, key, refusalOf } from "./edit-table.ts";

const hook = item("hooks.Pre", { name: "ours", args: ["a"] });

const edits: readonly EditRow[] = [
  { name: "into nothing", before: "", entries: [hook], after: "hooks:\n  Pre:\n    - name: ours\n      args:\n        - a\n" },
  { name: "below comments", before: "# mine\n", entries: [key("a", 1)], after: "# mine\na: 1\n" },
  { name: "between markers", before: "---\n# mine\n...\n", entries: [key("a", 1)], after: "---\n# mine\na: 1\n...\n" },
  {
    name: "a key behind the last one, before the comment on what follows",
    before: "a:\n    b: 1 # one\n    # on b\n# on c\nc: 2\n",
    entries: [key("a.d.e", "x")],
    after: "a:\n    b: 1 # one\n    # on b\n    d:\n        e: x\n# on c\nc: 2\n",
  },
  {
    name: "lists that are not indented",
    before: "hooks:\n  Pre:\n  - name: x\nother: 1\n",
    entries: [hook, item("list", 1)],
    after: "hooks:\n  Pre:\n  - name: x\n  - name: ours\n    args:\n    - a\nother: 1\nlist:\n- 1\n",
  },
  {
    name: "keys with nothing behind them",
    before: "hooks: # none yet\nother:\nlast: 1\n",
    entries: [hook, key("other.x", 1)],
    after: "hooks: # none yet\n  Pre:\n    - name: ours\n      args:\n        - a\nother:\n  x: 1\nlast: 1\n",
  },
  {
    name: "inside brackets",
    before: "hooks: {}\nlist: [a, b]\nmap: {x: 1, y: {z: 2}}\n",
    entries: [hook, item("list", "c"), key("map.y.w", [1]), key("map.v", "no")],
    after: 'hooks: {Pre: [{name: ours, args: [a]}]}\nlist: [a, b, c]\nmap: {x: 1, y: {z: 2, w: [1]}, v: "no"}\n',
  },
  {
    name: "inside brackets over lines",
    before: "a: [\n  one, # first\n  two # second\n  # last\n]\nb: {\n  x: 1,\n}\n",
    entries: [item("a", "three"), key("b.z", 2)],
    after: "a: [\n  one, # first\n  two, # second\n  three\n  # last\n]\nb: {\n  x: 1,\n  z: 2,\n}\n",
  },
  {
    name: "behind a block scalar that keeps its line ends",
    before: "a:\n  t: |+\n    text\n\nb: 1\n",
    entries: [key("a.u", 1)],
    after: "a:\n  t: |+\n    text\n\n  u: 1\nb: 1\n",
  },
  { name: "behind a block scalar without its line end", before: "t: |-\n  text\n", entries: [key("u", 1)], after: "t: |-\n  text\nu: 1\n" },
  { name: "behind a plain text over lines", before: "t: a\n  b\n  c\n", entries: [key("u", 1)], after: "t: a\n  b\n  c\nu: 1\n" },
  {
    name: "around anchors, aliases, tags and quoted keys",
    before: "base: &b\n  x: 1\n'quoted key': !!map\n  y: *b\n? complex\n: z\n",
    entries: [key("quoted key.w", 2), key("last", 3)],
    after: "base: &b\n  x: 1\n'quoted key': !!map\n  y: *b\n  w: 2\n? complex\n: z\nlast: 3\n",
  },
  {
    name: "texts that would mean something else without quotes",
    before: "x: 1\n",
    entries: [key("t", ["yes", "Null", "1", "a: b", "a #b", "- a", "", "plain text", "a\nb"])],
    after: 'x: 1\nt:\n  - "yes"\n  - "Null"\n  - "1"\n  - "a: b"\n  - "a #b"\n  - "- a"\n  - ""\n  - plain text\n  - "a\\nb"\n',
  },
];

describe("RG-9 RG-12 RG-13 YAML before, after, undone", () => {
  test.each(edits.filter(({ before }) => !/\|\+/.test(before)))("$name", (row) => {
    expectEdit(yamlEditor, row);
    expect(() => parse(row.after) as unknown).not.toThrow();
  });

  test.each(edits.filter(({ before }) => /\|\+/.test(before)))("$name", (row) => expectEdit(yamlEditor, row));
});

describe("RG-10 YAML that is left alone", () => {
  test.each([
    ["a: [\n", hook, /^\d+:\d+ not valid YAML: /],
    ["a: 1\nb: 2\na: 3\n", hook, /^\d:\d not valid YAML: Map keys must be unique/],
    ["a: 1\n---\nb: 1\n", hook, /more than one document/],
    ["- a\n", hook, /not a table of keys/],
    ["text\n", hook, /not a table of keys/],
    ["hooks: none\n", hook, /^1:1 hooks is not a table/],
    ["hooks:\n  Pre: none\n", hook, /^2:3 hooks.Pre is not a list/],
    ["hooks: ~\n", hook, /^1:1 hooks is not written as a map or list here/],
    ["a: &x\n  Pre: []\nhooks: *x\n", hook, /hooks is not written as a map or list here/],
    ["hooks: &x\n  Post: []\nb: *x\n", hook, /would not have the intended content/],
    ["base: &x\n  Pre: [a]\nhooks:\n  <<: *x\n", hook, /./],
    ["t: |\n  text", key("u", 1), /^2:7 the edit would add a line end to the last value/],
    ["a: 1\n", key("a", 2), /^1:1 a already has another value/],
  ])("%j", (text, entry, reason) => expect(refusalOf(yamlEditor, text, entry)).toMatch(reason));

  test("nested without end, and aliases that multiply", () => {
    const aliases = Array.from({ length: 9 }, (_, at) => `b${at}: &b${at} [${`*${at === 0 ? "a" : `b${at - 1}`},`.repeat(9)}]`);
    expect(refusalOf(yamlEditor, `a: ${"[".repeat(20_000)}`, hook)).not.toBe("");
    expect(refusalOf(yamlEditor, ["a: &a [x]", ...aliases].join("\n"), hook)).toMatch(/alias/);
  });
});

describe("YAML taken out and replaced at a place", () => {
  test.each([
    ["a: 1\nb: 2 # two\nc: 3", ["b"], "a: 1\nc: 3"],
    ["a: 1\nb: 2", ["b"], "a: 1"],
    ["a:\n  - 1\n  # two\n  - 2\n  - 3\n", ["a", 1], "a:\n  - 1\n  # two\n  - 3\n"],
    ["a:\n  b:\n    # inside\n    c: 1\nd: 1\n", ["a", "b"], "a:\n    # inside\nd: 1\n"],
    ["a:\n  - x: 1\n    y: 2\n", ["a", 0, "x"], "a:\n  - y: 2\n"],
    ["a: [1, 2, 3]\n", ["a", 0], "a: [2, 3]\n"],
    ["a: {b: 1, c: 2}\n", ["a", "c"], "a: {b: 1}\n"],
  ] as const)("RG-9 %j without %j", (before, place, after) => expect(textOf(yamlEditor.removeAt(before, place))).toBe(after));

  test("containers go when nothing is left in them", () => {
    expect(textOf(yamlEditor.removeAt("a:\n  b:\n    - 1\nc: 1\n", ["a", "b", 0], [["a"], ["a", "b"]]))).toBe("c: 1\n");
    expect(textOf(yamlEditor.removeAt("a:\n  # note\n  b: 1\nc: 1\n", ["a", "b"], [["a"]]))).toBe("a:\n  # note\nc: 1\n");
  });

  test.each([
    ["a:   x # why\n", ["a"], "z", "a:   z # why\n"],
    ["a:\nb: 1\n", ["a"], "z", "a: z\nb: 1\n"],
    ["a: |\n  text\nb: 1\n", ["a"], 2, "a: 2\nb: 1\n"],
    ["a:\n  b: 1\nc: 1\n", ["a"], { d: [1] }, "a:\n  d:\n    - 1\nc: 1\n"],
    ["a:\n  - b: 1\n    c: 2\n  - d\n", ["a", 0], { hooks: [] }, "a:\n  - hooks: []\n  - d\n"],
    ["a: [1, {b: 2}]\n", ["a", 1, "b"], [3], "a: [1, {b: [3]}]\n"],
  ] as const)("RG-13 %j with another value at %j", (before, place, value, after) => {
    expect(textOf(yamlEditor.replaceAt(before, place, value))).toBe(after);
  });
});

describe("RG-12 YAML that someone edited after us", () => {
  const ours = (text: string): readonly Insertion[] => {
    const edited = yamlEditor.ensure(text, hook);
    return edited.ok ? edited.insertions : [];
  };

  test("written again by a formatter, it is still ours", () => {
    const removed = yamlEditor.remove("x: 1\nhooks:\n    Pre: [{ name: 'ours', args: [ a ] }]\ny: 1\n", ours("x: 1\n"));
    expect(removed).toEqual({ ok: true, text: "x: 1\ny: 1\n", missing: [], replaced: [], kept: [] });
  });

  test("changed, it is theirs", () => {
    const text = "hooks:\n  Pre:\n    - name: ours\n      args:\n        - b\n";
    expect(yamlEditor.remove(text, ours(""))).toMatchObject({ ok: true, text, missing: [{ kind: "item" }] });
  });

  test("a comment or another key in our container keeps it", () => {
    const text = "hooks:\n  # mine\n  Pre:\n    - name: ours\n      args:\n        - a\n";
    expect(yamlEditor.remove(text, ours(""))).toMatchObject({
      ok: true,
      text: "hooks:\n  # mine\n",
      missing: [],
      kept: [{ path: ["hooks"] }],
    });
    expect(yamlEditor.remove(`${text}  Post: 1\n`, ours(""))).toMatchObject({ ok: true, text: "hooks:\n  # mine\n  Post: 1\n" });
  });

  test("where others follow, something is left in its place", () => {
    const text = "hooks:\n  Pre:\n    - name: ours\n      args:\n        - a\n    - mine\n";
    expect(yamlEditor.remove(text, ours(""), { placeholder: { hooks: [] } })).toMatchObject({
      ok: true,
      text: "hooks:\n  Pre:\n    - hooks: []\n    - mine\n",
      replaced: [{ kind: "item" }],
    });
  });
});

test("RG-9 what is empty is an empty document", () => {
  for (const text of ["", "# c\n", "---\n"]) expect(yamlEditor.read(text)).toEqual({ ok: true, value: {} });
});

function textOf(edited: Edited): string {
  return edited.ok ? edited.text : `refused: ${edited.trouble.message}`;
}
