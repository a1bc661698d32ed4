import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import fc from "fast-check";
import { parse } from "smol-toml";
import { expect, test } from "vitest";

import { readPlainToml } from "../../src/documents/plain-toml.ts";
import { WORKSPACES } from "../ecosystems/cargo/real-cargo.ts";
import { times } from "../support/thoroughness.ts";

const plain = (text: string) => JSON.parse(JSON.stringify(readPlainToml(text) ?? null)) as unknown;
const whole = (text: string) => JSON.parse(JSON.stringify(parse(text))) as unknown;

test("PL-11 the manifests of our workspaces are plain, and mean the same as TOML", () => {
  const files = readdirSync(WORKSPACES, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith("Cargo.toml"));
  expect(files.length).toBeGreaterThan(25);
  for (const file of files) {
    const text = readFileSync(join(WORKSPACES, file), "utf8");
    expect(plain(text), file).toEqual(whole(text));
  }
});

const lines = [
  "",
  "# a comment",
  "  # another",
  "[package]",
  "[dependencies] # with a comment",
  "[ workspace . dependencies ]",
  "[[bin]]",
  "  [target.x.dependencies]",
  "[bin.sub]",
  "[target.'cfg(any(unix, windows))'.dependencies]",
  "[target.\"cfg(feature = 'x')\".build-dependencies]",
  "[a.b.c]",
  "[a]",
  '["quoted key"]',
  'name = "app"',
  "name = 'literal \\ text'",
  "version.workspace = true",
  'a.b.c = "deep"',
  '"quoted" = 1',
  'edition="2021"   # note',
  "publish = false",
  'serde = { version = "1", features = ["derive", "rc"], default-features = false }',
  "empty = {}",
  "list = [",
  '  "a", # first',
  '  "b"',
  "]",
  'members = ["a", "b",]',
  "nested = [[1, 2], []]",
  "number = -17",
  "zero = 0",
  "[features]",
  "default = []",
  '\ttabbed = "x"',
];
const odd = [
  'text = "esc\\"aped"',
  'long = """',
  "when = 2026-01-01",
  "half = 0.5",
  "hex = 0xff",
  "name = ",
  "= 1",
  "[",
  "[[]]",
  "[a..b]",
  'x = "open',
  "x = [1",
  "x = {a = 1",
  "x = true1",
  "__proto__ = 1",
  "[__proto__]",
  "constructor.prototype.x = 1",
  "toString = 1",
  '"" = 1',
  "\u0000",
  "x = 1 y = 2",
  "<<<<<<< HEAD",
];
const line = fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...lines) }, { weight: 1, arbitrary: fc.constantFrom(...odd) });

test("PL-11 what is read as plain is what any TOML parser reads", () => {
  let read = 0;
  const property = fc.property(fc.array(line, { maxLength: 14 }), fc.constantFrom("\n", "\r\n"), fc.boolean(), (some, newline, ends) => {
    const text = some.join(newline) + (ends ? newline : "");
    let expected: unknown;
    try {
      expected = whole(text);
    } catch {
      // Wrong TOML may pass here, as long as nothing throws.
      readPlainToml(text);
      return;
    }
    const found = readPlainToml(text);
    if (found === undefined) return;
    read++;
    expect(plain(text)).toEqual(expected);
    const wanted = new Set(["package", "dependencies", "target"]);
    const part = readPlainToml(text, wanted);
    for (const key of part === undefined ? [] : wanted) expect(part?.[key], key).toEqual(found[key]);
  });
  fc.assert(property, { numRuns: times({ quick: 600, sample: 2000, all: 2000, proof: 2000 }) });
  expect(read).toBeGreaterThan(100);
});

test.each([
  ...odd,
  "{".repeat(10_000),
  `x = ${"[".repeat(100_000)}`,
  `x = ${"{a=".repeat(50_000)}`,
  `${"a.".repeat(50_000)}a = 1`,
  `x = "${"\\".repeat(1000)}`,
])("what is not plain is left to the other parser: %#", (text) => {
  expect(() => readPlainToml(text)).not.toThrow();
  expect({}).not.toHaveProperty("x");
});
