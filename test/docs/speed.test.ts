import { expect, test } from "vitest";

import type { Results } from "../../bench/render.ts";
import { speedTable } from "../../scripts/docs-speed.ts";

const machine = { system: "linux 6.1 x64", processor: "a processor", cores: 2, memoryGiB: 8, node: "20.20.2", load: 0 };
const results = (rows: Results["rows"]): Results => ({ date: "2026-12-01", machine, rounds: 100, rows });

test("the README's table has the rows that the bench names for it, times beside the shell and sizes after them", () => {
  const rows = [
    { what: "sh -c :", min: 0.8 },
    { what: "memory with one handler", min: 2.69, unit: "MiB", inReadme: "memory, one hook" },
    { what: "registered text, idle event", min: 0.88, inReadme: "an event that no plugin uses" },
    { what: "empty Node program", min: 20 },
  ] as const;
  expect(speedTable(results(rows)).split("\n").slice(2, 5)).toEqual([
    "| an event that no plugin uses | 0.9 ms | 1.1× |",
    "| memory, one hook | 2.7 MiB |  |",
    "",
  ]);
});

test("results from before the bench named rows for it make no table", () => {
  expect(speedTable(results([{ what: "sh -c :", min: 0.8 }]))).toBe("The newest stored results are of an earlier form of the program.");
});
