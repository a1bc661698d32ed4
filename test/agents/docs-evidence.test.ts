import { describe, expect, test } from "vitest";

import type { EvidenceFile, EvidenceResult } from "../../real-agents/evidence.ts";
import { evidenceSection, type Shown } from "../../scripts/docs-evidence.ts";

const AGENTS = [
  { name: "sample-agent", title: "Sample Agent" },
  { name: "read-about", title: "Read About" },
];
const RECIPES = [{ name: "sample-agent", npm: { package: "sample", version: "1.2.3", bin: "sample" } }];
const CASES = [
  { name: "deny-a", ability: "deny" },
  { name: "deny-b", ability: "deny" },
];
const BUILD = "d".repeat(64);
const REGISTERING = "9".repeat(64);
const SYNCING = "8".repeat(64);
const OLDER = "e".repeat(64);
const DENY = CASES.flatMap(({ name }) => [result({ scenario: name, form: "native" }), result({ scenario: name, form: "node" })]);

describe("a cell", () => {
  test("says works when every case worked in both forms of this build", () => {
    expect(cell(DENY)).toBe("works");
  });

  test.each([
    ["there is no evidence", [], "not shown: 0 of 4 runs"],
    ["a form of one case is missing", DENY.slice(1), "not shown: 3 of 4 runs"],
    ["a case failed", [...DENY.slice(1), result({ scenario: "deny-a", result: "failed" })], "failed: `deny-a` native"],
    ["one run was of an older build", [...DENY.slice(1), result({ scenario: "deny-a", build: OLDER })], olderWorked()],
    ["one run was on another version of the agent", [...DENY.slice(1), result({ scenario: "deny-a", version: "1.2.4" })], olderWorked()],
    ["older runs are not complete", [result({ scenario: "deny-a", build: OLDER })], "not shown: 0 of 4 runs"],
  ])("does not say works when %s", (_when, results, text) => {
    expect(cell(results)).toBe(text);
  });

  test("does not say works for an agent without a file", () => {
    expect(cellsIn(evidenceSection(AGENTS, shown([])))).toEqual(["not shown: 0 of 4 runs", "not testable here"]);
  });

  test("says what the agent makes impossible, and why below the table, whatever else is recorded", () => {
    const section = evidenceSection(AGENTS, shown([file(DENY, { deny: "it has no such event" })]));
    expect(cellsIn(section)[0]).toBe("impossible there (1)");
    expect(section).toContain("\n1. it has no such event\n");
  });

  test("says of an agent that cannot be run that it is not testable", () => {
    expect(cellsIn(evidenceSection(AGENTS, shown([file(DENY)])))[1]).toBe("not testable here");
  });
});

describe("the table is refused", () => {
  test.each([
    ["a scenario that does not exist", result({ scenario: "gone" }), /gone .*no such scenario/],
    ["a scenario under another ability", result({ scenario: "deny-a", ability: "ask" }), /no such scenario of that ability/],
    ["a result that no run gives", result({ scenario: "deny-a", result: "fine" as "works" }), /"fine" is no result/],
    ["a result without a build", result({ scenario: "deny-a", build: "" }), /a digest is missing/],
    ["a result without a version", result({ scenario: "deny-a", version: "" }), /version or command line is missing/],
  ])("for %s", (_what, one, message) => {
    expect(() => evidenceSection(AGENTS, shown([file([one])]))).toThrow(message);
  });

  test("for something impossible that nothing shows", () => {
    expect(() => evidenceSection(AGENTS, shown([file([], { flying: "no wings" })]))).toThrow(/no scenario shows "flying"/);
  });
});

describe("a case of registration", () => {
  const cases = [...CASES, { name: "in-project", ability: "project", group: "registration", forms: ["native"] }] as const;
  const shownWith = (one: Partial<EvidenceResult>) =>
    evidenceSection(AGENTS, {
      ...shown([file([...DENY, result({ scenario: "in-project", ability: "project", build: REGISTERING, ...one })])]),
      cases,
    });

  test("has a table of its own, and works when it did in the form that it is played in", () => {
    const [hooks = "", registering = ""] = shownWith({}).split("symposium uninstall");
    expect(hooks).not.toContain("| project |");
    expect(registering).toContain("| registration | Sample Agent 1.2.3 | Read About |");
    expect(registering).toContain("| project | works | not testable here |");
    expect(registering).toContain("`in-project` (native)");
  });

  test("is bound to what registers, not to the hook programme alone", () => {
    expect(shownWith({ build: BUILD })).toContain(`| project | ${olderWorked()} |`);
  });

  test("is refused in a form that it is not played in", () => {
    expect(() => shownWith({ form: "node" })).toThrow(/in-project .*no such form/);
  });
});

test("the head of a column names the version that is pinned", () => {
  expect(evidenceSection(AGENTS, shown([])).split("\n")[0]).toBe("| ability | Sample Agent 1.2.3 | Read About |");
});

test("builds are listed with digests, commit and day, and the older one is marked", () => {
  const older = { build: OLDER, programme: "f".repeat(64), date: "2026-11-14" };
  const section = evidenceSection(AGENTS, shown([file([...DENY.slice(1), result({ scenario: "deny-a", ...older, dirty: true })])]));
  expect(section).toContain("| native | `dddddddddddd` | `aaaaaaaaaaaa` | `111111111111` | 2026-11-15 | 1 |");
  expect(section).toContain("| native, older build | `eeeeeeeeeeee` | `ffffffffffff` | `111111111111` and changes | 2026-11-14 | 1 |");
});

function olderWorked(): string {
  return "not shown for this build; an older one worked";
}

function cell(results: readonly EvidenceResult[]): string {
  return cellsIn(evidenceSection(AGENTS, shown([file(results)])))[0] ?? "";
}

function cellsIn(section: string): string[] {
  const row = section.split("\n").find((line) => line.startsWith("| deny |")) ?? "";
  return row
    .split(" | ")
    .slice(1)
    .map((text) => text.replace(/ \|$/, ""));
}

function shown(files: readonly EvidenceFile[]): Shown {
  return { recipes: RECIPES, files, cases: CASES, builds: { hooks: BUILD, registration: REGISTERING, skills: SYNCING, guards: SYNCING } };
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
    build: BUILD,
    programme: (form === "native" ? "a" : "b").repeat(64),
    commit: "1".repeat(40),
    dirty: false,
    command: ["sample"],
    log: "c".repeat(64),
    date: "2026-11-15",
    ...given,
  };
}
