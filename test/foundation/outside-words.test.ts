import { join, resolve } from "node:path";
import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { asksByOutsideWords } from "./outside-words.ts";

describe("objects asked by words from outside", () => {
  test("no source does, except the one file that may, and the one that must", { timeout: 60_000 }, () => {
    const found = asksByOutsideWords("tsconfig.json", resolve("src"), ["lookup.ts"]);
    // Handlers may be methods of a class, which are inherited (RT-33); the line itself leaves out what every object has.
    expect(found.filter((line) => !line.startsWith("sdk/hook.ts:"))).toEqual([]);
  });

  test("every way to do it is found, and keys of our own are not", { timeout: 60_000 }, async () => {
    await using tree = await createFixture({ "tsconfig.json": '{"compilerOptions":{"strict":true},"include":["*.ts"]}', "asks.ts": ASKS });
    expect(asksByOutsideWords(tree.getPath("tsconfig.json"), join(tree.path, "."), [])).toEqual([
      "asks.ts:4 word in table",
      "asks.ts:5 const key",
      "asks.ts:2 table[word]",
      "asks.ts:3 table[word]",
      "asks.ts:6 table[`${word}s`]",
      "asks.ts:7 (table as any)[word]",
      "asks.ts:8 table[word as Lowercase<string>]",
      "asks.ts:9 table[key]",
    ]);
  });
});

const ASKS = `export function bad<K extends string>(table: Record<string, number>, word: string, key: K) {
  const one = table[word];
  table[word] = 1;
  const two = word in table;
  for (const key in table) void key;
  void table[\`\${word}s\`];
  void (table as any)[word];
  void table[word as Lowercase<string>];
  return [one, two, table[key]];
}
export function good(list: number[], at: number, table: { a: number; b: number }, key: "a" | "b") {
  return [list[at], list[at + 1], table[key], table["a"], "a" in table];
}
`;
