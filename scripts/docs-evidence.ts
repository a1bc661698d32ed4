/**
 * What the real agents have shown, as tables of what a hook can do, of registration and of skills: one cell per ability and agent. A cell says
 * "works" only where every case of the ability worked in every form it is played in of *this* build on the pinned version of the agent.
 * Records that no run can have made are refused.
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

/** What the table is made from. */
export interface Shown {
  /** The agents that can be run, with the version that is pinned. */
  readonly recipes: readonly Pick<Recipe, "name" | "npm">[];
  readonly files: readonly EvidenceFile[];
  readonly cases: readonly Case[];
  /** The digests of the present code. */
  readonly code: Readonly<Record<Group, string>>;
}

type Agents = readonly Pick<AgentFacts, "name" | "title">[];

export function evidenceSection(agents: Agents, shown: Shown): string {
  const problems = shown.files.flatMap((file) => evidenceProblems(file, shown.cases));
  if (problems.length > 0)
    throw new Error(`evidence/ holds what no run can have shown; run \`npm run test:agents\`:\n  ${problems.join("\n  ")}`);
  const reasons: string[] = [];
  const tableOf = (group: Group) => abilitiesTable(group, agents, shown, reasons);
  const present = GROUPS.filter((group) => shown.cases.some((one) => groupOf(one) === group));
  return [
    ...present.flatMap((group) => [...LEAD[group], tableOf(group)]),
    ...(reasons.length === 0 ? [] : [reasons.map((reason, place) => `${place + 1}. ${reason}`).join("\n")]),
    `Each case was run with the native program and with the Node one, ${oneForm(shown)}. The builds that were called:`,
    buildsTable(shown),
  ].join("\n\n");
}

/** What stands before a table. */
const LEAD: Readonly<Record<Group, readonly string[]>> = {
  hooks: [],
  registration: ["Registration by `symposium init`, and leaving by `symposium uninstall`:"],
  guards: ["A guard that denies every tool call and is closed on failure, registered by `symposium init` alone:"],
  skills: ["Skills that a plugin has for a dependency of the project, as the agent lists them to the model:"],
};

function abilitiesTable(group: Group, agents: Agents, shown: Shown, reasons: string[]): string {
  const cases = shown.cases.filter((one) => groupOf(one) === group);
  const rows = [...new Set(cases.map(({ ability }) => ability))].map((ability) => [
    ability,
    ...agents.map(({ name }) => cellOf(ability, name, shown, reasons)),
  ]);
  const heads = agents.map(({ name, title }) => [title, ...versionOf(shown, name)].join(" "));
  return table([group === "hooks" ? "ability" : group, ...heads], rows);
}

function groupOf({ group }: Pick<Case, "group">): Group {
  return group ?? "hooks";
}

/** What is written into agents' files does not depend on the form of the program. */
function oneForm({ cases }: Shown): string {
  const alone = cases.filter(({ forms }) => forms?.length === 1).map(({ name, forms = [] }) => `${code(name)} (${forms.join()})`);
  return alone.length === 0 ? "without exception" : `but for these, which do not depend on it: ${alone.join(", ")}`;
}

export async function presentEvidence(): Promise<Shown> {
  const names = readdirSync(join(ROOT, "evidence")).filter((name) => name.endsWith(".json"));
  const files = names.sort().map((name) => readEvidence(name.slice(0, -".json".length)));
  return { recipes: RECIPES, files, cases: SCENARIOS, code: await codeDigests(ROOT) };
}

function versionOf({ recipes }: Shown, agent: string): string[] {
  return recipes.filter(({ name }) => name === agent).map(({ npm }) => npm.version);
}

/** Reasons are long and cells narrow: they are numbered below the table. */
function cellOf(ability: string, agent: string, { recipes, files, cases, code: present }: Shown, reasons: string[]): string {
  const recipe = recipes.find(({ name }) => name === agent);
  if (recipe === undefined) return "not testable here";
  const file = files.find((one) => one.agent === agent);
  const impossible = file?.impossible[ability];
  if (impossible !== undefined) return `impossible there (${numbered(impossible, reasons)})`;
  const wanted = cases
    .filter((one) => one.ability === ability)
    .flatMap((one) => (one.forms ?? FORMS).map((form) => ({ name: one.name, form, group: groupOf(one) })));
  const found = wanted.map(({ name, form }) => file?.results.find((one) => one.scenario === name && one.form === form));
  const current = found.filter((one, place) => {
    const run = file?.runs.find((other) => other.run === one?.run);
    const group = wanted[place]?.group ?? "hooks";
    return run?.code[group] === present[group] && run.version === recipe.npm.version;
  });
  const failed = current.filter((one) => one?.result === "failed");
  if (failed.length > 0) return `failed: ${failed.map((one) => `${code(one?.scenario ?? "")} ${one?.form}`).join(", ")}`;
  if (current.length === wanted.length) return "works";
  if (found.every((one) => one?.result === "works")) return "not shown for this build; an older one worked";
  return `not shown: ${current.length} of ${wanted.length} runs`;
}

function numbered(reason: string, reasons: string[]): number {
  if (!reasons.includes(reason)) reasons.push(reason);
  return reasons.indexOf(reason) + 1;
}

/** One row for each run and form; a run plays several agents. */
function buildsTable({ files, code: present }: Shown): string {
  const runs = [...new Map(files.flatMap((file) => file.runs).map((one) => [one.run, one])).values()];
  const results = files.flatMap((file) => file.results);
  const rows = runs
    .toSorted((one, other) => (one.run < other.run ? -1 : 1))
    .flatMap((run) =>
      FORMS.flatMap((form) => {
        const own = results.filter((one) => one.run === run.run && one.form === form);
        return own.length === 0 ? [] : [buildRow(run, form, own, present)];
      }),
    );
  return table(["run", "form", "code", "program", "commit", "machine", "results"], rows);
}

function buildRow(run: EvidenceRun, form: Form, results: readonly EvidenceResult[], present: Shown["code"]): string[] {
  const isPresent = GROUPS.every((group) => run.code[group] === present[group]);
  const [digest = ""] = GROUPS.toReversed().flatMap((group) => run.code[group] ?? []);
  return [
    `${run.run.slice(0, 16).replace("T", " ").trimEnd()}${isPresent ? "" : ", older build"}`,
    form,
    code(digest.slice(0, 12)),
    code((run.programs[form] ?? "").slice(0, 12)),
    `${code(run.commit.slice(0, 12))}${run.dirty ? " and changes" : ""}`,
    run.machine,
    String(results.length),
  ];
}
