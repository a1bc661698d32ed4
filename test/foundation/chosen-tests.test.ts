import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { chosenTests } from "../support/chosen-tests.ts";
import seconds from "../support/seconds.json" with { type: "json" };

const ROOT = join(import.meta.dirname, "../..");

describe("of a file that takes long", () => {
  const titles = Array.from({ length: 40 }, (_, at) => `case ${at}`);

  test("a share of its tests runs, from one end to the other, and the same each time", () => {
    const chosen = [...chosenTests(titles, 0.1)];
    expect(chosen).toEqual([5, 15, 25, 35]);
    expect([...chosenTests(titles, 0.1)]).toEqual(chosen);
  });

  test("at least one test runs, and all of them where there is time", () => {
    expect(chosenTests(titles, 0.001).size).toBe(1);
    expect(chosenTests(titles, 1).size).toBe(40);
    expect(chosenTests(titles, 3).size).toBe(40);
    expect(chosenTests([], 0.5).size).toBe(0);
  });

  test("every agent, rule, event and form that its titles name is there, whatever the share", () => {
    const matrix = ["codex", "goose"].flatMap((agent) =>
      ["PreToolUse", "SessionStart"].flatMap((event) => ["native", "node"].map((form) => `RT-3 ${agent} ${event}, ${form}`)),
    );
    const chosen = [...chosenTests([...titles, ...matrix, "RT-4 something else"], 0)].map((at) => [...titles, ...matrix, "RT-4"][at]);
    for (const word of ["codex", "goose", "PreToolUse", "SessionStart", "native", "node", "RT-3", "RT-4"])
      expect(
        chosen.some((title) => title?.includes(word)),
        word,
      ).toBe(true);
    expect(chosen).toHaveLength(5);
  });
});

test("each file whose seconds are recorded, or that the runner's settings name, exists", () => {
  const named = [...readFileSync(join(ROOT, "vitest.config.ts"), "utf8").matchAll(/^ {2}"(test\/[^"*{!]+)",$/gm)].map(([, file]) => file!);
  expect(named.length).toBeGreaterThan(5);
  expect([...Object.keys(seconds), ...named].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
