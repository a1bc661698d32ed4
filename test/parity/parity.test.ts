import { fileURLToPath } from "node:url";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { idsIn, idsInSource, idsInTable } from "../../scripts/parity-ids.ts";
import { readParity, renderTable } from "../../scripts/parity.ts";

describe("finding IDs", () => {
  test.each([
    ["RULE matcher words", []],
    ["RT-10 words, and F9 too", ["RT-10", "F9"]],
    ["F23–F25 nothing to say", ["F23", "F24", "F25"]],
    ["E2E, H264x and A-1 are not IDs", []],
  ])("in %j", (title, ids) => {
    expect(idsIn(title)).toEqual(ids);
  });

  test("takes titles of tests that run, and fields of tables", () => {
    const source = `
      const table = [{ rule: "RT-1", other: "RT-90" }, { covers: ["RT-2", \`RT-3\`] }];
      // test("RT-91 commented out", () => {});
      describe("RT-4 group", () => { test.each(["RT-97"])("x", run); test.each(table)("RT-5 " + name, () => {}); it(\`RT-6 \${name} RT-7\`, () => {}); });
      describe.skip("RT-92 group", () => { test("RT-93 inside", () => {}); });
      test.todo("RT-94 later");
      expect("RT-95").toBe("RT-96");
      test.skipIf(noMount)("RT-8 where mounting is allowed", () => {});
    `;
    expect([...idsInSource(source)].sort()).toEqual(["RT-1", "RT-2", "RT-3", "RT-4", "RT-5", "RT-6", "RT-7", "RT-8"]);
    expect([...idsInTable('{"rows":[{"rule":"RT-1"},{"covers":["F1","F2"],"note":"RT-9"}]}')].sort()).toEqual(["F1", "F2", "RT-1"]);
  });
});

describe("parity of a tree", () => {
  const lists = {
    "test/rules.json": '[{"id":"RT-1","says":"one"},{"id":"RT-2","says":"two"},{"id":"RT-3","says":"three"}]',
    "test/acceptance.json": '[{"id":"F1","says":"four","mark":"seed"}]',
    "test/due.json": "{}",
  };

  test("tells covered, declined and open apart", async () => {
    await using tree = await createFixture({
      ...lists,
      "test/due.json": '{"RT-3":"the third part"}',
      "test/declined.json": '{"RT-2":"not wanted"}',
      "test/a/one.test.ts": 'test("RT-1 one", () => {});',
      "test/a/fixtures/broken.json": '{"rule":',
      "bench/rows.ts": 'export const rows = [{ rule: "F1" }];',
    });
    const { items, mistakes } = readParity(tree.path);
    expect(items.map(({ id, state, by }) => [id, state, ...by])).toEqual([
      ["RT-1", "covered", "test/a/one.test.ts"],
      ["RT-2", "declined", "not wanted"],
      ["RT-3", "open", "the third part"],
      ["F1", "covered", "bench/rows.ts"],
    ]);
    expect(mistakes).toEqual([]);
    expect(renderTable({ items, mistakes }).split("\n").at(-1)?.trim().split(/\s+/)).toEqual(["total", "4", "2", "1", "1"]);
  });

  test("counts nothing that is tested on a file or a function that the product never loads", async () => {
    await using tree = await createFixture({
      ...lists,
      "src/main.ts": 'import { used } from "./used.ts";\nused();\n',
      "src/used.ts": "export function used() {}\nexport function unused() {}\n",
      "src/alone.ts": "export const alone = 1;\n",
      "src/index.ts": 'export { used as named } from "./used.ts";\n',
      "test/declined.json": "{}",
      "test/a.test.ts": 'import { used } from "../src/used.ts";\nimport { named } from "../src/index.ts";\ntest("RT-1 one", () => {});',
      "test/b.test.ts": 'import { unused, used } from "../src/used.ts";\ntest("RT-2 two", () => {});',
      "test/c.test.ts": 'import { alone } from "../src/alone.ts";\ntest("RT-3 three", () => {});',
      "test/d.test.ts": 'import type { Alone } from "../src/alone.ts";\ntest("F1 four", () => {});',
    });
    expect(readParity(tree.path).items.map(({ id, state }) => [id, state])).toEqual([
      ["RT-1", "covered"],
      ["RT-2", "open"],
      ["RT-3", "open"],
      ["F1", "covered"],
    ]);
  });

  test("calls unknown, contradictory and overdue IDs mistakes", async () => {
    await using tree = await createFixture({
      ...lists,
      "test/declined.json": '{"RT-1":"not wanted","RT-2":"not wanted","RT-50":"never was"}',
      "test/due.json": '{"RT-1":"later","RT-2":"later","RT-51":"later"}',
      "test/one.test.ts": 'test("RT-1 one, RT-99 none", () => {});',
    });
    expect(readParity(tree.path).mistakes).toEqual([
      "RT-99 is not a known ID (test/one.test.ts)",
      "RT-50 is not a known ID (test/declined.json)",
      "RT-51 is not a known ID (test/due.json)",
      "RT-1 is both declined and covered (test/one.test.ts)",
      "RT-1 is both not due yet and covered (test/one.test.ts)",
      "RT-1 is both declined and not due yet",
      "RT-2 is both declined and not due yet",
      "RT-3 is in no test, and neither test/declined.json nor test/due.json says why",
      "F1 is in no test, and neither test/declined.json nor test/due.json says why",
    ]);
  });
});

test("the lists, the tests and what is not due yet are in step in this repository", () => {
  expect(readParity(fileURLToPath(new URL("../..", import.meta.url))).mistakes).toEqual([]);
});
