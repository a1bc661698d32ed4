import { describe, expect, test } from "vitest";

import type { Insertion } from "../../src/files/editor.ts";
import { tomlEditor } from "../../src/files/splice/toml.ts";
import { type EditRow, expectEdit, item, key, refusalOf } from "./edit-table.ts";

const claude = item("agent", { name: "claude" });

const edits: readonly EditRow[] = [
  {
    name: "into nothing",
    before: "",
    entries: [key("hook-scope", "global"), claude],
    after: 'hook-scope = "global"\n\n[[agent]]\nname = "claude"\n',
  },
  {
    name: "a key behind the last one at the top",
    before: "# mine\nauto = true # yes\n# so far\n\n[t]\nx = 1\n",
    entries: [key("hook-scope", "global")],
    after: '# mine\nauto = true # yes\n# so far\nhook-scope = "global"\n\n[t]\nx = 1\n',
  },
  {
    name: "the first key at the top above the first header and its comment",
    before: "# licence\n\n# about t\n[t]\nx = 1\n",
    entries: [key("a", 1), key("b", 2)],
    after: "# licence\n\na = 1\nb = 2\n\n# about t\n[t]\nx = 1\n",
  },
  {
    name: "an item behind its siblings, before what belongs to the next table",
    before: '[[agent]]\nname = "x"\n\n# about t\n[t]\n',
    entries: [claude],
    after: '[[agent]]\nname = "x"\n\n[[agent]]\nname = "claude"\n\n# about t\n[t]\n',
  },
  {
    name: "an item behind the tables inside its sibling",
    before: '[[agent]]\nname = "x"\n[agent.sub]\ny = 1\n[t]\n',
    entries: [claude],
    after: '[[agent]]\nname = "x"\n[agent.sub]\ny = 1\n[[agent]]\nname = "claude"\n[t]\n',
  },
  {
    name: "an item in a list in brackets, with comments and no comma at the end",
    before: 'agent = [\n  { name = "x" }, # one\n  { name = "y" } # two\n  # three\n]\n',
    entries: [claude, item("agent", { name: "z" })],
    after: 'agent = [\n  { name = "x" }, # one\n  { name = "y" }, # two\n  { name = "claude" },\n  { name = "z" }\n  # three\n]\n',
  },
  {
    name: "an item in a list in brackets with a comma at the end",
    before: 'agent = [\n\t{ name = "x" },\n]\nlist = [1,]\n',
    entries: [claude, item("list", 2)],
    after: 'agent = [\n\t{ name = "x" },\n\t{ name = "claude" },\n]\nlist = [1, 2,]\n',
  },
  {
    name: "nested arrays of tables",
    before: '[[hooks.PreToolUse]]\nmatcher = "Bash"\n[[hooks.PreToolUse.hooks]]\ncommand = "mine"\n',
    entries: [item("hooks.PreToolUse", { hooks: [{ command: "x" }] }), item("hooks.Stop", { hooks: [] })],
    after:
      '[[hooks.PreToolUse]]\nmatcher = "Bash"\n[[hooks.PreToolUse.hooks]]\ncommand = "mine"\n\n[[hooks.PreToolUse]]\nhooks = [{ command = "x" }]\n\n[[hooks.Stop]]\nhooks = []\n',
  },
  {
    name: "a table beside its siblings, a key in a table, a key in a table that is not there",
    before: '[mcp_servers.a]\ncommand = "a"\n\n[t]\n  x = 1\n',
    entries: [key("mcp_servers.b", { command: "b", env: { A: "1" } }), key("t.y", 2), key("u.v.w", true)],
    after:
      '[mcp_servers.a]\ncommand = "a"\n\n[mcp_servers.b]\ncommand = "b"\nenv = { A = "1" }\n\n[t]\n  x = 1\n  y = 2\n\n[u.v]\nw = true\n',
  },
  {
    name: "beside dotted keys and inside braces",
    before: "a.b = 1\nc = {}\nd = { e = 1 }\n\n[t]\n",
    entries: [key("a.x", { y: 1 }), key("c.z", "q"), key("d.f.g", 2), item("a.list", "one")],
    after: 'a.b = 1\na.x = { y = 1 }\na.list = ["one"]\nc = { z = "q" }\nd = { e = 1, f.g = 2 }\n\n[t]\n',
  },
  {
    name: "names and texts that need quotes",
    before: "x = 1\n",
    entries: [key("__proto__", 'a\u007f"\\\n'), key("a b", { ü: 1e30 })],
    after: 'x = 1\n__proto__ = "a\\u007f\\"\\\\\\n"\n\n["a b"]\n"ü" = 1e+30\n',
  },
];

describe("RG-9 RG-12 RG-13 TOML before, after, undone", () => {
  test.each(edits)("$name", (row) => expectEdit(tomlEditor, row));
});

describe("RG-10 TOML that is left alone", () => {
  test.each([
    ["a = \n", claude, /^1:\d+ not valid TOML: /],
    ["a = 1\na = 2\n", claude, /^2:\d+ not valid TOML: /],
    ["# c\n[agent]\n", claude, /^2:1 agent is not a list/],
    ["agent = 1\n", claude, /^1:1 agent is not a list/],
    ["x = 1\nagent = [1]\n", claude, /^2:1 agent is a list of other values/],
    ["[[agent]]\n", item("agent", "claude"), /^1:1 agent is a list of other values/],
    ['hook-scope = "x"\n', key("hook-scope", "y"), /^1:1 hook-scope already has another value/],
    ["[[a]]\n", key("a.b", 1), /^1:1 a is not a table/],
    ["", key("a", null), /TOML has no null/],
    ["", key("a", "\ud800"), /not valid TOML/],
  ])("%j", (text, entry, reason) => expect(refusalOf(tomlEditor, text, entry)).toMatch(reason));

  test("nested without end", () => expect(refusalOf(tomlEditor, `a = ${"[".repeat(20_000)}`, claude)).not.toBe(""));
});

describe("TOML taken out and replaced at a place", () => {
  const agents =
    '# all\n[[agent]]\nname = "a" # first\n\n# the second\n[[agent]]\nname = "b"\n# inside\n[agent.sub]\nx = [\n  1, # one\n]\n\n[t]\nx = 1\n';

  test("RG-9 a block goes with its tables; comment lines stay", () => {
    expect(textOf(tomlEditor.removeAt(agents, ["agent", 1]))).toBe(
      '# all\n[[agent]]\nname = "a" # first\n\n# the second\n# inside\n\n[t]\nx = 1\n',
    );
    expect(textOf(tomlEditor.removeAt(agents, ["agent", 0]))).toBe(agents.replace('[[agent]]\nname = "a" # first\n', ""));
  });

  test.each([
    ["a = 1\nb = 2 # two\nc = 3", ["b"], "a = 1\nc = 3"],
    ["a = 1\nb = 2", ["b"], "a = 1"],
    ["a = [1, 2, 3]\n", ["a", 0], "a = [2, 3]\n"],
    ["a = [1, 2, 3]\n", ["a", 1], "a = [1, 3]\n"],
    ["a = [1, 2, 3]\n", ["a", 2], "a = [1, 2]\n"],
    ["a = [\n  1,\n  2, # two\n  3,\n]\n", ["a", 1], "a = [\n  1,\n  3,\n]\n"],
    ["a = { b = 1, c = 2 }\n", ["a", "b"], "a = { c = 2 }\n"],
    ["a.b = 1\na.c = 2\nd = 3\n", ["a"], "d = 3\n"],
    ["x = 1\n\n[a]\nb = 1\n\n[c]\n", ["a"], "x = 1\n\n[c]\n"],
  ] as const)("%j without %j", (before, place, after) => expect(textOf(tomlEditor.removeAt(before, place))).toBe(after));

  test("containers go when nothing is left in them", () => {
    expect(textOf(tomlEditor.removeAt("x = 1\n\n[a]\nb = 1\n", ["a", "b"], [["a"]]))).toBe("x = 1\n");
    expect(textOf(tomlEditor.removeAt("[a]\nb = 1\n# a note\n", ["a", "b"], [["a"]]))).toBe("[a]\n# a note\n");
    expect(textOf(tomlEditor.removeAt("l = [1]\n", ["l", 0], [["l"]]))).toBe("");
  });

  test("RG-13 a value is replaced, its surroundings stay", () => {
    expect(textOf(tomlEditor.replaceAt('  hook-scope   =  "global" # why\r\n', ["hook-scope"], "project"))).toBe(
      '  hook-scope   =  "project" # why\r\n',
    );
    expect(textOf(tomlEditor.replaceAt("a = [1, { b = 2 }]\n", ["a", 1, "b"], [3]))).toBe("a = [1, { b = [3] }]\n");
    expect(textOf(tomlEditor.replaceAt('[[agent]]\nname = "a"\n\n[t]\n', ["agent", 0], { name: "b", x: 1 }))).toBe(
      '[[agent]]\nname = "b"\nx = 1\n\n[t]\n',
    );
    expect(tomlEditor.replaceAt("[a]\n# note\nb = 1\n", ["a"], { b: 2 }).ok).toBe(false);
    expect(tomlEditor.replaceAt("", ["a"], 1).ok).toBe(false);
  });
});

describe("RG-12 TOML that someone edited after us", () => {
  const insertions = (text: string): readonly Insertion[] => {
    const edited = tomlEditor.ensure(text, claude);
    return edited.ok ? edited.insertions : [];
  };

  test("written again by a formatter, it is still ours", () => {
    const removed = tomlEditor.remove('x = 1\n[[ agent ]]\n  name="claude" # reads well\n[t]\n', insertions("x = 1\n"));
    expect(removed).toEqual({ ok: true, text: "x = 1\n[t]\n", missing: [], replaced: [], kept: [] });
  });

  test("changed, it is theirs", () => {
    const text = 'x = 1\n\n[[agent]]\nname = "claude"\nmodel = "mine"\n';
    expect(tomlEditor.remove(text, insertions("x = 1\n"))).toEqual({
      ok: true,
      text,
      missing: insertions("x = 1\n"),
      replaced: [],
      kept: [],
    });
  });

  test("a comment or a key in our table keeps it", () => {
    const edited = tomlEditor.ensure("", key("a.b", 1));
    const ours = edited.ok ? edited.insertions : [];
    expect(tomlEditor.remove("[a]\nb = 1\nc = 2\n", ours)).toMatchObject({ ok: true, text: "[a]\nc = 2\n" });
    expect(tomlEditor.remove("[a]\n# mine\nb = 1\n", ours)).toMatchObject({ ok: true, text: "[a]\n# mine\n" });
  });

  test("where others follow, something is left in its place", () => {
    const text = 'x = 1\n\n[[agent]]\nname = "claude"\n\n[[agent]]\nname = "mine"\n';
    const removed = tomlEditor.remove(text, insertions("x = 1\n"), { placeholder: { hooks: [] } });
    expect(removed).toEqual({
      ok: true,
      text: text.replace('name = "claude"', "hooks = []"),
      missing: [],
      replaced: insertions("x = 1\n"),
      kept: [],
    });
  });

  test("of a shared list ours alone goes", () => {
    const entry = { kind: "item", path: ["h"], value: { hooks: [{ c: "ours" }] }, shares: "hooks" } as const;
    const edited = tomlEditor.ensure("", entry);
    const text = '[[h]]\nhooks = [{ c = "theirs" }, { c = "ours" }]\n';
    expect(tomlEditor.ensure(text, entry)).toEqual({ ok: true, text, insertions: [] });
    expect(tomlEditor.remove(text, edited.ok ? edited.insertions : [])).toMatchObject({
      ok: true,
      text: '[[h]]\nhooks = [{ c = "theirs" }]\n',
    });
  });

  test("of a shared list with two equal items both go, and another stays", () => {
    const entry = { kind: "item", path: ["h"], value: { hooks: [{ c: "ours" }, { c: "ours" }] }, shares: "hooks" } as const;
    const edited = tomlEditor.ensure("", entry);
    const text = '[[h]]\nhooks = [{ c = "ours" }, { c = "theirs" }, { c = "ours" }]\n';
    expect(tomlEditor.remove(text, edited.ok ? edited.insertions : [])).toMatchObject({
      ok: true,
      text: '[[h]]\nhooks = [{ c = "theirs" }]\n',
    });
    expect(tomlEditor.remove('[[h]]\nhooks = [{ c = "ours" }, { c = "theirs" }]\n', edited.ok ? edited.insertions : [])).toMatchObject({
      ok: true,
      missing: edited.ok ? edited.insertions : [],
    });
  });
});

test("RG-9 dates, large numbers and odd names are read", () => {
  expect(tomlEditor.read("\uFEFFd = 1979-05-27\nn = 9007199254740993\n__proto__ = 1\n")).toEqual({
    ok: true,
    value: Object.fromEntries([
      ["d", "1979-05-27"],
      ["n", 9007199254740992],
      ["__proto__", 1],
    ]),
  });
});

function textOf(edited: ReturnType<typeof tomlEditor.removeAt>): string {
  return edited.ok ? edited.text : `refused: ${edited.trouble.message}`;
}
