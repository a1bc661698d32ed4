import { expect, test } from "vitest";

import { readToml } from "../../src/files/toml.ts";

function positionIn(text: string, ...path: (string | number)[]): string {
  const toml = readToml(text);
  if (!toml.ok) throw new Error(toml.message);
  const { line, column } = toml.positionOf(path);
  return `${line}:${column}`;
}

const DOCUMENT = `top = 1
a.b.c = 2

[[hooks]]
name = "first"

  [[hooks]]
  "name" = "second"
  command = { script = "x", args = ["1", "2"] }

[table.inner]
key = [
  "one",
  { two = 2 },
]
`;

test.each([
  [["top"], "1:1"],
  [["a"], "2:1"],
  [["a", "b", "c"], "2:5"],
  [["hooks"], "4:1"],
  [["hooks", 0], "4:1"],
  [["hooks", 0, "name"], "5:1"],
  [["hooks", 1], "7:3"],
  [["hooks", 1, "name"], "8:3"],
  [["hooks", 1, "command", "script"], "9:15"],
  [["hooks", 1, "command", "args", 1], "9:42"],
  [["table", "inner", "key", 1, "two"], "14:5"],
])("%j stands at %s", (path, expected) => {
  expect(positionIn(DOCUMENT, ...(path as (string | number)[]))).toBe(expected);
});

test("a key that is not there is reported at what is around it, and at the beginning when there is nothing", () => {
  expect(positionIn(DOCUMENT, "hooks", 1, "event")).toBe("7:3");
  expect(positionIn(DOCUMENT, "missing")).toBe("1:1");
});

test("carriage returns do not count as columns or lines", () => {
  expect(positionIn('a = 1\r\n[b]\r\n c = "x"\r\n', "b", "c")).toBe("3:2");
});

test("a syntax error has its line and column and no drawing of the file", () => {
  expect(readToml("a = 1\nb = \n")).toEqual({
    ok: false,
    position: { line: 2, column: 5 },
    message: expect.stringMatching(/^not valid TOML: [^\n]+$/),
  });
});

test("keys that JavaScript reserves are data", () => {
  for (const text of ["__proto__.x = 1\n", "[__proto__]\nx = 1\n", "[constructor.prototype]\nx = 1\n"]) {
    expect(readToml(text).ok, text).toBe(true);
    expect({}).not.toHaveProperty("x");
  }
  const toml = readToml("__proto__ = 1\nconstructor = 2\n");
  expect(toml.ok && Object.keys(toml.table)).toEqual(["__proto__", "constructor"]);
});

test("deep nesting ends in a value or an error, and its position can be asked for", () => {
  const toml = readToml(`a${".a".repeat(5_000)} = ${"[".repeat(900)}${"]".repeat(900)}`);
  expect(toml.ok && toml.positionOf(["a", "a", "b"])).toEqual({ line: 1, column: 3 });
  expect(readToml(`a = ${"[".repeat(100_000)}`).ok).toBe(false);
  expect(readToml(`a = ${"{a=".repeat(50_000)}`).ok).toBe(false);
  expect(readToml("{".repeat(10_000)).ok).toBe(false);
  expect(() => readToml(`${"a.".repeat(50_000)}a = 1`)).not.toThrow();
});
