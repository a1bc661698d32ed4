import { existsSync } from "node:fs";
import { join } from "node:path";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { addRecord, describeLast, type ProofRecord, readRecords } from "../../scripts/proof-records.ts";
import { PROOFS, settledCounts } from "../../scripts/proofs.ts";

const record: ProofRecord = {
  run: "2026-11-16T10:00:00.000Z",
  seconds: 1,
  commit: "1".repeat(40),
  dirty: false,
  code: "c".repeat(64),
  machine: "linux-x64",
  passed: 3,
  failed: 0,
  skipped: 1,
};

describe("the counts of a proof", () => {
  const read = (name: keyof typeof PROOFS, output: string) => {
    const { counts } = PROOFS[name] ?? expect.fail();
    return counts === "vitest" ? expect.fail() : counts(output);
  };

  test.each([
    ["agents", "works x\n12 worked, 1 failed, 2 agents skipped\n", { passed: 12, failed: 1, skipped: 2 }],
    [
      "agents-break",
      "a, encoder (x): noticed by y\nb, encoder (x): UNNOTICED\n1 unnoticed, 0 skipped\n",
      { passed: 1, failed: 1, skipped: 0 },
    ],
    ["ci", "        5 passed, 0 failed, 0 skipped in 3 s\n\n12 passed, 1 failed, 2 skipped\n", { passed: 12, failed: 1, skipped: 2 }],
    ["mutate", "\n9 of 10 edits were seen.\n", { passed: 9, failed: 1, skipped: 0 }],
  ])("of %s are in what it prints", (name, output, counts) => {
    expect(read(name, output)).toEqual(counts);
    expect(read(name, "it broke")).toBeUndefined();
  });

  test("a run that broke never counts as passed, and skipped agents are not failures", () => {
    expect(settledCounts(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(settledCounts({ passed: 3, failed: 0, skipped: 0 }, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 });
    expect(settledCounts({ passed: 3, failed: 0, skipped: 1 }, 3)).toEqual({ passed: 3, failed: 0, skipped: 1 });
    expect(settledCounts({ passed: 3, failed: 2, skipped: 0 }, 1)).toEqual({ passed: 3, failed: 2, skipped: 0 });
  });
});

test("records are kept one a line, the last ones, and say of which build they are", async () => {
  await using folder = await createFixture({});
  expect(describeLast("tests", readRecords(folder.path, "tests"), record.code)).toBe("tests: never run");
  for (let seconds = 1; seconds <= 12; seconds++) addRecord(folder.path, "tests", { ...record, seconds });
  const records = readRecords(folder.path, "tests");
  expect(records.map(({ seconds }) => seconds)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(describeLast("tests", records, record.code)).toBe("tests: 3 passed, 0 failed, 1 skipped, this build, 2026-11-16 on linux-x64");
  expect(describeLast("tests", records, "d".repeat(64))).toContain("an older build");
});

test("every proof starts a file of this repository", () => {
  const root = join(import.meta.dirname, "../..");
  for (const { command } of Object.values(PROOFS))
    for (const word of command) if (word.endsWith(".ts") || word.startsWith(".")) expect(existsSync(join(root, word)), word).toBe(true);
});
