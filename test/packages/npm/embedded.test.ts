import { expect, test } from "vitest";

import { embedded, EMBEDDED_MARKS } from "../../../src/packages/npm/embedded.ts";

const FILE = "/package/package.json";

test("PL-15 the key `symposium` has the keys of a manifest, with positions in the file", () => {
  const text =
    '{\n  "name": "@ours/widget",\n  "symposium": {\n    "skills": [\n      { "source": { "path": "guidance" } }\n    ]\n  }\n}\n';
  const read = embedded(FILE, text);
  expect(read).toMatchObject({
    file: FILE,
    name: "@ours/widget",
    table: { table: { skills: [{ source: { path: "guidance" } }] } },
    problems: [],
  });
  expect(read.table?.positionOf(["skills"])).toEqual({ line: 4, column: 5 });
  expect(read.table?.positionOf(["skills", 0, "source", "path"])).toEqual({ line: 5, column: 21 });
  expect(read.table?.positionOf(["skills", 0, "unwritten"])).toEqual({ line: 5, column: 7 });
  expect(read.table?.positionOf(["unwritten"])).toEqual({ line: 3, column: 3 });
});

test.each([
  ["agents", { agents: { skills: [{ name: "a", path: "./guidance/a" }] } }],
  ["agentskills", { agentskills: { skills: [{ name: "a", path: "./guidance/a" }] } }],
])("PL-15 folders of skills under another tool's key `%s` count", (key, more) => {
  const text = JSON.stringify({ name: "widget", ...more }, null, 2);
  const read = embedded(FILE, text);
  expect(read).toMatchObject({ table: { table: { skills: [{ source: { path: "./guidance/a" } }] } }, problems: [] });
  const line = text.split("\n").findIndex((one) => one.includes("guidance")) + 1;
  expect(read.table?.positionOf(["skills", 0, "source", "path"])).toMatchObject({ line });
  expect(EMBEDDED_MARKS.some((mark) => text.includes(mark))).toBe(true);
  expect(text).toContain(key);
});

test.each([
  ["folders that are found anyway", { agents: { skills: [{ path: "./skills/a" }, { path: "skills" }, { path: ".agents/skills/b" }] } }],
  ["another use of the key", { agents: "codex", agentskills: [{ path: "x" }] }],
  ["mistakes in it", { agents: { skills: [null, "x", { path: 7 }, { path: "" }, {}] } }],
  ["inherited names", { agents: { constructor: {} }, ["__proto__"]: { symposium: {} } }],
])("PL-15 %s: no plugin and no problem", (_, more) => {
  expect(embedded(FILE, JSON.stringify({ name: "widget", ...more }))).toEqual({ file: FILE, name: "widget", problems: [] });
});

test("PL-15 the key `symposium` wins over other tools' keys", () => {
  const text = JSON.stringify({ symposium: { skills: [] }, agents: { skills: [{ path: "guidance" }] } });
  expect(embedded(FILE, text)).toMatchObject({ table: { table: { skills: [] } } });
});

test.each([
  ["half a file", '{\n  "name": "widget",\n  "symposium": {', 3],
  ["no object", '\n["symposium"]', 1],
  ["a value of another kind", '{\n  "name": "widget",\n  "symposium": ["x"]\n}', 3],
  ["deep nesting", `${"[".repeat(200_000)}`, 1],
])("PL-15 %s is a problem with its line", (_, text, line) => {
  expect(embedded(FILE, text).problems).toMatchObject([{ severity: "error", file: FILE, position: { line } }]);
});

test("PL-15 a deep table has a position, whatever its depth", () => {
  const text = `{"symposium": {"a": ${"[".repeat(50_000)}${"]".repeat(50_000)}}}`;
  expect(() => embedded(FILE, text).table?.positionOf(["a", 0, 0])).not.toThrow();
});
