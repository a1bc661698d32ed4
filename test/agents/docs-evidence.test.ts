import { describe, expect, test } from "vitest";

import type { EvidenceFile, EvidenceResult } from "../../real-agents/evidence.ts";
import { evidenceSection } from "../../scripts/docs-evidence.ts";

const AGENTS = [{ name: "sample-agent", title: "Sample Agent" }];
const CASES = [
  { name: "deny-a", ability: "deny" },
  { name: "deny-b", ability: "deny" },
];
const DENY = CASES.flatMap(({ name }) => [result({ scenario: name, form: "native" }), result({ scenario: name, form: "node" })]);

describe("a cell", () => {
  test("says works when every case worked in both forms", () => {
    expect(cell(DENY)).toBe("works");
  });

  test.each([
    ["there is no evidence", [], "not shown"],
    ["a form of one case is missing", DENY.slice(1), "not shown in full: 3 of 4 runs worked"],
    ["only a case that no longer exists worked", [result({ scenario: "gone" })], "not shown"],
    ["a case failed", [...DENY.slice(1), result({ scenario: "deny-a", result: "failed" })], "failed: `deny-a` native"],
  ])("does not say works when %s", (_when, results, text) => {
    expect(cell(results)).toBe(text);
  });

  test("does not say works for an agent without a file", () => {
    expect(cellIn(evidenceSection(AGENTS, [], CASES))).toBe("not shown");
  });

  test("says what the agent makes impossible, and why, whatever else is recorded", () => {
    expect(cell(DENY, { deny: "it has no such event" })).toBe("impossible there: it has no such event");
  });

  test("marks results of an older build", () => {
    const older = { programme: "0".repeat(64), date: "2026-11-14" };
    expect(cell([...DENY.slice(1), result({ scenario: "deny-a", ...older })])).toBe("works (older build)");
    expect(cell([...DENY.slice(2), result({ scenario: "deny-a", ...older })])).toBe("not shown in full: 3 of 4 runs worked (older build)");
  });
});

test("the head of a column names the versions that were run", () => {
  const section = evidenceSection(AGENTS, [file([...DENY, result({ scenario: "x", version: "1.3.0" })])], CASES);
  expect(section.split("\n")[0]).toBe("| ability | Sample Agent 1.2.3, 1.3.0 |");
  expect(evidenceSection(AGENTS, [], CASES).split("\n")[0]).toBe("| ability | Sample Agent |");
});

describe("builds", () => {
  const section = evidenceSection(
    AGENTS,
    [file([...DENY, result({ scenario: "x", programme: "ee".repeat(32), date: "2026-11-14" }), result({ scenario: "y", dirty: true })])],
    CASES,
  );

  test("are listed with commit, digest and day, and the older one is marked", () => {
    expect(section).toContain("| native | `aaaaaaaaaaaa` | `111111111111`, `111111111111` and changes | 2026-11-15 | 3 |");
    expect(section).toContain("| native, older build | `eeeeeeeeeeee` | `111111111111` | 2026-11-14 | 1 |");
  });

  test("of one day: the one with most results counts as the present one", () => {
    const trial = result({ scenario: "deny-a", programme: "0".repeat(64) });
    expect(cell([...DENY.slice(1), result({ scenario: "z" }), trial])).toBe("works (older build)");
  });
});

function cell(results: readonly EvidenceResult[], impossible: EvidenceFile["impossible"] = {}): string {
  return cellIn(evidenceSection(AGENTS, [file(results, impossible)], CASES));
}

function cellIn(section: string): string {
  const row = section.split("\n").find((line) => line.startsWith("| deny |"));
  return row?.slice("| deny | ".length, -" |".length) ?? "";
}

function file(results: readonly EvidenceResult[], impossible: EvidenceFile["impossible"] = {}): EvidenceFile {
  return { agent: "sample-agent", impossible, results };
}

function result(given: Partial<EvidenceResult> & { readonly scenario: string }): EvidenceResult {
  const form = given.form ?? "native";
  return {
    ability: "deny",
    form,
    result: "works",
    version: "1.2.3",
    commit: "1".repeat(40),
    dirty: false,
    programme: (form === "native" ? "a" : "b").repeat(64),
    command: ["sample"],
    log: "c".repeat(64),
    date: "2026-11-15",
    ...given,
  };
}
