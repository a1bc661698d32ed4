/**
 * The results of the runs on real agents, as Markdown: a summary of all agents, and one table per group of cases for each agent. A row says "works"
 * only when every case of the ability worked in every form that it runs in, with *this* build and the pinned version of the agent.
 * A record that no run can have made is an error.
 */

import { readdirSync } from "node:fs";
import { join } from "node:path";

import { FORMS, type Form } from "../real-agents/built-program.ts";
import {
  type Case,
  type EvidenceFile,
  evidenceProblems,
  type EvidenceResult,
  type EvidenceRun,
  type Group,
  GROUPS,
  readEvidence,
} from "../real-agents/evidence.ts";
import { RECIPES } from "../real-agents/recipes/list.ts";
import type { Recipe } from "../real-agents/recipes/recipe.ts";
import { SCENARIOS } from "../real-agents/scenarios/list.ts";
import type { AgentFacts } from "../src/agents/agent.ts";
import { codeDigests } from "./acting-code.ts";
import { ROOT } from "./agent-tables.ts";
import { code, table } from "./markdown.ts";

/** What the tables are made from. */
export interface Shown {
  /** The agents that can be run, with the version that is pinned. */
  readonly recipes: readonly Pick<Recipe, "name" | "npm">[];
  readonly files: readonly EvidenceFile[];
  readonly cases: readonly Case[];
  /** The digests of the present code. */
  readonly code: Readonly<Record<Group, string>>;
}

type Agents = readonly Pick<AgentFacts, "name" | "title">[];

/** The version that the tests run; absent where they cannot run the agent. */
export interface Checked {
  readonly version?: string;
  /** Whether the results are of the present build. */
  readonly isPresent: boolean;
}

export function checkedOn(agent: string, shown: Shown): Checked {
  const version = versionOf(shown, agent);
  if (version === undefined) return { isPresent: false };
  const verdicts = abilitiesIn(shown.cases).map((ability) => verdictOf(ability, agent, shown));
  return { version, isPresent: verdicts.every(({ kind }) => kind === "works" || kind === "impossible") };
}

export function checkedWords({ version, isPresent }: Checked): string {
  if (version === undefined) return "documentation";
  return isPresent ? version : `${version}, earlier build`;
}

/** One row for each agent that the tests can run. */
export function evidenceSummary(agents: Agents, shown: Shown): string {
  refuseInvalid(shown);
  const rows = agents.flatMap(({ name, title }) => {
    const version = versionOf(shown, name);
    if (version === undefined) return [];
    const verdicts = abilitiesIn(shown.cases).map((ability) => verdictOf(ability, name, shown));
    const count = (...kinds: readonly Verdict["kind"][]) => String(verdicts.filter(({ kind }) => kinds.includes(kind)).length);
    return [
      [`[${title}](agents/${name}.md#evidence)`, version, count("works"), count("older"), count("impossible"), count("failed", "missing")],
    ];
  });
  return table(["agent", "version", "works", "worked with an earlier build", "the agent cannot", "failed or not run"], rows);
}

/** The section of one agent's page. */
export function agentEvidence(agent: string, shown: Shown): string {
  refuseInvalid(shown);
  if (versionOf(shown, agent) === undefined)
    return "The tests cannot run this agent. They check Symposium's answers with payloads and expectations written from the vendor's documentation.";
  const present = GROUPS.filter((group) => shown.cases.some((one) => groupOf(one) === group));
  return [
    `Results of \`npm run test:agents\` on version ${versionOf(shown, agent)}. [How to read them](../agents.md#evidence).`,
    ...present.flatMap((group) => [`### ${LEAD[group]}`, verdictsTable(group, agent, shown)]),
    "### Runs",
    buildsTable(agent, shown),
  ].join("\n\n");
}

/** The heading of each table. */
const LEAD: Readonly<Record<Group, string>> = {
  hooks: "Hooks",
  registration: "Registration and removal",
  guards: "Guards that deny every tool call",
  skills: "Skills",
  servers: "MCP servers",
  "agent-plugins": "Agent Plugins",
  conversion: "Converted hooks",
  shim: "Hook scripts written for Claude Code",
};

function refuseInvalid({ files, cases }: Shown): void {
  const problems = files.flatMap((file) => evidenceProblems(file, cases));
  if (problems.length > 0)
    throw new Error(`evidence/ holds results that no run can give; run \`npm run test:agents\`:\n  ${problems.join("\n  ")}`);
}

function verdictsTable(group: Group, agent: string, shown: Shown): string {
  const abilities = abilitiesIn(shown.cases.filter((one) => groupOf(one) === group));
  return table(
    ["case", "result"],
    abilities.map((ability) => [ability, verdictWords(verdictOf(ability, agent, shown))]),
  );
}

function abilitiesIn(cases: readonly Case[]): readonly string[] {
  return [...new Set(cases.map(({ ability }) => ability))];
}

function groupOf({ group }: Pick<Case, "group">): Group {
  return group ?? "hooks";
}

/** How many cases run in one form only. */
export function formsWords({ cases }: Pick<Shown, "cases">): string {
  const alone = cases.filter(({ forms }) => forms?.length === 1).length;
  const all = "Each case runs with the native program and with the Node one";
  return alone === 0 ? `${all}.` : `${all}, except ${alone} of ${cases.length} cases that do not depend on it.`;
}

/** It takes seconds, and the sources stay the same while this runs. */
let digests: ReturnType<typeof codeDigests> | undefined;

export async function presentEvidence(): Promise<Shown> {
  const names = readdirSync(join(ROOT, "evidence")).filter((name) => name.endsWith(".json"));
  const files = names.sort().map((name) => readEvidence(name.slice(0, -".json".length)));
  return { recipes: RECIPES, files, cases: SCENARIOS, code: await (digests ??= codeDigests(ROOT)) };
}

function versionOf({ recipes }: Pick<Shown, "recipes">, agent: string): string | undefined {
  return recipes.find(({ name }) => name === agent)?.npm.version;
}

export type Verdict =
  | { readonly kind: "works" | "older" }
  | { readonly kind: "impossible"; readonly reason: string }
  | { readonly kind: "failed"; readonly cases: readonly string[] }
  | { readonly kind: "missing"; readonly runs: string };

function verdictWords(verdict: Verdict): string {
  switch (verdict.kind) {
    case "works":
      return "works";
    case "older":
      return "worked with an earlier build";
    case "impossible":
      return `not possible: ${verdict.reason}`;
    case "failed":
      return `failed: ${verdict.cases.join(", ")}`;
    case "missing":
      return `not run: ${verdict.runs}`;
  }
}

export function verdictOf(ability: string, agent: string, { recipes, files, cases, code: present }: Shown): Verdict {
  const file = files.find((one) => one.agent === agent);
  const impossible = file?.impossible[ability];
  if (impossible !== undefined) return { kind: "impossible", reason: impossible };
  const wanted = cases
    .filter((one) => one.ability === ability)
    .flatMap((one) => (one.forms ?? FORMS).map((form) => ({ name: one.name, form, group: groupOf(one) })));
  const found = wanted.map(({ name, form }) => file?.results.find((one) => one.scenario === name && one.form === form));
  const current = found.filter((one, place) => {
    const run = file?.runs.find((other) => other.run === one?.run);
    const group = wanted[place]?.group ?? "hooks";
    return run?.code[group] === present[group] && run.version === versionOf({ recipes }, agent);
  });
  const failed = current.filter((one) => one?.result === "failed");
  if (failed.length > 0) return { kind: "failed", cases: failed.map((one) => `${code(one?.scenario ?? "")} ${one?.form}`) };
  if (current.length === wanted.length) return { kind: "works" };
  if (found.every((one) => one?.result === "works")) return { kind: "older" };
  return { kind: "missing", runs: `${current.length} of ${wanted.length} runs` };
}

/** One row for each run and form. */
function buildsTable(agent: string, { files, code: present }: Shown): string {
  const { runs = [], results = [] } = files.find((file) => file.agent === agent) ?? {};
  const rows = runs
    .toSorted((one, other) => (one.run < other.run ? -1 : 1))
    .flatMap((run) =>
      FORMS.flatMap((form) => {
        const own = results.filter((one) => one.run === run.run && one.form === form);
        return own.length === 0 ? [] : [buildRow(run, form, own, present)];
      }),
    );
  return table(["run", "form", "sources", "program", "commit", "machine", "results"], rows);
}

function buildRow(run: EvidenceRun, form: Form, results: readonly EvidenceResult[], present: Shown["code"]): string[] {
  const isPresent = GROUPS.every((group) => run.code[group] === present[group]);
  const [digest = ""] = GROUPS.toReversed().flatMap((group) => run.code[group] ?? []);
  return [
    `${run.run.slice(0, 16).replace("T", " ").trimEnd()}${isPresent ? "" : ", earlier build"}`,
    form,
    code(digest.slice(0, 12)),
    code((run.programs[form] ?? "").slice(0, 12)),
    `${code(run.commit.slice(0, 12))}${run.dirty ? " and changes" : ""}`,
    run.machine,
    String(results.length),
  ];
}
