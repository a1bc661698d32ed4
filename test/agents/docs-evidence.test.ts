import { describe, expect, test } from "vitest";

import { type EvidenceFile, type EvidenceResult, type EvidenceRun, evidenceText, withRun } from "../../real-agents/evidence.ts";
import { agentEvidence, checkedOn, evidenceSummary, formsWords, type Shown } from "../../scripts/docs-evidence.ts";

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
const OLDER_WORKED = "worked with an earlier build";

const CODE = {
  hooks: BUILD,
  registration: REGISTERING,
  skills: SYNCING,
  servers: SYNCING,
  "agent-plugins": SYNCING,
  guards: SYNCING,
  conversion: SYNCING,
  shim: SYNCING,
};

const run = (given: Partial<EvidenceRun> & { readonly run: string }): EvidenceRun => ({
  version: "1.2.3",
  commit: "1".repeat(40),
  dirty: false,
  machine: "linux-x64",
  code: CODE,
  programs: { native: "a".repeat(64), node: "b".repeat(64) },
  commands: [["sample"]],
  ...given,
});
const RUNS = {
  present: run({ run: "2026-11-15T10:00:00.000Z" }),
  older: run({
    run: "2026-11-14T10:00:00.000Z",
    code: { hooks: OLDER, registration: OLDER },
    programs: { native: "f".repeat(64) },
    dirty: true,
  }),
  otherVersion: run({ run: "2026-11-15T11:00:00.000Z", version: "1.2.4" }),
  withoutCode: run({ run: "2026-11-15T12:00:00.000Z", code: {} }),
  withoutVersion: run({ run: "2026-11-15T13:00:00.000Z", version: "" }),
};
const DENY = CASES.flatMap(({ name }) => [result({ scenario: name, form: "native" }), result({ scenario: name, form: "node" })]);

describe("a result", () => {
  test("is works when every case worked in both forms of this build", () => {
    expect(resultOf(DENY)).toBe("works");
  });

  test.each([
    ["there is no evidence", [], "not run: 0 of 4 runs"],
    ["a form of one case is missing", DENY.slice(1), "not run: 3 of 4 runs"],
    ["a case failed", [...DENY.slice(1), result({ scenario: "deny-a", result: "failed" })], "failed: `deny-a` native"],
    ["one run was of an older build", [...DENY.slice(1), result({ scenario: "deny-a", run: RUNS.older.run })], OLDER_WORKED],
    [
      "one run was on another version of the agent",
      [...DENY.slice(1), result({ scenario: "deny-a", run: RUNS.otherVersion.run })],
      OLDER_WORKED,
    ],
    ["older runs are not complete", [result({ scenario: "deny-a", run: RUNS.older.run })], "not run: 0 of 4 runs"],
  ])("is not works when %s", (_when, results, text) => {
    expect(resultOf(results)).toBe(text);
  });

  test("is not works for an agent without a file", () => {
    expect(agentEvidence("sample-agent", shown([]))).toContain("| deny | not run: 0 of 4 runs |");
  });

  test("is what the agent makes impossible, with the reason, whatever else is recorded", () => {
    const section = agentEvidence("sample-agent", shown([file(DENY, { deny: "it has no such event" })]));
    expect(section).toContain("| deny | not possible: it has no such event |");
  });

  test("is absent for an agent that the tests cannot run", () => {
    expect(agentEvidence("read-about", shown([file(DENY)]))).toMatch(/^The tests cannot run this agent\./);
  });
});

describe("the summary", () => {
  test("counts the results of the agents that the tests can run, and of no other", () => {
    const rows = evidenceSummary(AGENTS, shown([file(DENY)])).split("\n");
    expect(rows.slice(2)).toEqual(["| [Sample Agent](agents/sample-agent.md#evidence) | 1.2.3 | 1 | 0 | 0 | 0 |"]);
  });

  test.each([
    ["this build", DENY, true],
    ["an older build", [...DENY.slice(1), result({ scenario: "deny-a", run: RUNS.older.run })], false],
    ["nothing", [], false],
  ])("says which version was checked, and whether with this build: %s", (_what, results, isPresent) => {
    expect(checkedOn("sample-agent", shown([file(results)]))).toEqual({ version: "1.2.3", isPresent });
  });

  test("has no version for an agent that the tests cannot run", () => {
    expect(checkedOn("read-about", shown([]))).toEqual({ isPresent: false });
  });

  test("says how many cases run in one form only", () => {
    const [first, ...others] = CASES;
    expect(formsWords({ cases: CASES })).not.toContain("except");
    expect(formsWords({ cases: [{ ...first!, forms: ["native"] }, ...others] })).toContain("except 1 of 2 cases");
  });
});

describe("evidence is refused", () => {
  test.each([
    ["a scenario that does not exist", result({ scenario: "gone" }), /gone .*no such scenario/],
    ["a run that is not recorded", result({ scenario: "deny-a", run: "yesterday" }), /no such run/],
    ["a command that is not recorded", result({ scenario: "deny-a", command: 7 }), /version or command line is missing/],
    ["a result that no run gives", result({ scenario: "deny-a", result: "fine" as "works" }), /"fine" is not a result/],
    ["a result without a build", result({ scenario: "deny-a", run: RUNS.withoutCode.run }), /a digest is missing/],
    ["a result without a version", result({ scenario: "deny-a", run: RUNS.withoutVersion.run }), /version or command line is missing/],
  ])("for %s", (_what, one, message) => {
    expect(() => agentEvidence("sample-agent", shown([file([one])]))).toThrow(message);
  });

  test("for something impossible that nothing shows", () => {
    expect(() => evidenceSummary(AGENTS, shown([file([], { flying: "no wings" })]))).toThrow(/no scenario shows "flying"/);
  });
});

describe("a case of registration", () => {
  const cases = [...CASES, { name: "in-project", ability: "project", group: "registration", forms: ["native"] }] as const;
  const shownWith = (one: Partial<EvidenceResult>) =>
    agentEvidence("sample-agent", { ...shown([file([...DENY, result({ scenario: "in-project", ...one })])]), cases });

  test("has its own table, and works when it did in the form that it runs in", () => {
    const [hooks = "", registering = ""] = shownWith({}).split("### Registration and removal");
    expect(hooks).not.toContain("| project |");
    expect(registering).toContain("| project | works |");
  });

  test("is bound to the code that registers", () => {
    expect(shownWith({ run: RUNS.older.run })).toContain(`| project | ${OLDER_WORKED} |`);
  });

  test("is refused in a form that it does not run in", () => {
    expect(() => shownWith({ form: "node" })).toThrow(/in-project .*no such form/);
  });
});

test("runs have digests, commit, machine and the number of results, and an older one is marked", () => {
  const section = agentEvidence("sample-agent", shown([file([...DENY.slice(1), result({ scenario: "deny-a", run: RUNS.older.run })])]));
  expect(section).toContain("| 2026-11-15 10:00 | native | `888888888888` | `aaaaaaaaaaaa` | `111111111111` | linux-x64 | 1 |");
  expect(section).toContain(
    "| 2026-11-14 10:00, earlier build | native | `eeeeeeeeeeee` | `ffffffffffff` | `111111111111` and changes | linux-x64 | 1 |",
  );
});

describe("a file of evidence", () => {
  test("takes a run in place of earlier results of the same cases, and forgets runs that nothing is left of", () => {
    const before = { ...file([result({ scenario: "deny-a", run: RUNS.older.run })]), runs: [RUNS.older] };
    const after = withRun(before, { run: RUNS.present, results: DENY }, CASES);
    expect(after.results).toEqual(DENY);
    expect(after.runs).toEqual([RUNS.present]);
    const half = withRun(before, { run: RUNS.present, results: DENY.slice(2) }, CASES);
    expect(half.runs).toEqual([RUNS.older, RUNS.present]);
  });

  test("has one line for each result", () => {
    const text = evidenceText(file(DENY));
    expect(JSON.parse(text)).toEqual(file(DENY));
    for (const one of DENY) expect(text.split("\n")).toContainEqual(expect.stringContaining(`    ${JSON.stringify(one)}`));
  });
});

function resultOf(results: readonly EvidenceResult[]): string {
  const row = agentEvidence("sample-agent", shown([file(results)]))
    .split("\n")
    .find((line) => line.startsWith("| deny |"));
  return row?.slice("| deny | ".length, -" |".length) ?? "";
}

function shown(files: readonly EvidenceFile[]): Shown {
  return { recipes: RECIPES, files, cases: CASES, code: CODE };
}

function file(results: readonly EvidenceResult[], impossible: EvidenceFile["impossible"] = {}): EvidenceFile {
  return { agent: "sample-agent", impossible, runs: Object.values(RUNS), results };
}

function result(given: Partial<EvidenceResult> & { readonly scenario: string }): EvidenceResult {
  return { form: "native", result: "works", run: RUNS.present.run, command: 0, log: "c".repeat(64), ...given };
}
