/**
 * What the real agents have shown, as a table: one cell per ability and agent. A cell says "works" only where every case of
 * the ability worked in every form of the programme; it says what is missing or failed otherwise, never nothing.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Form } from "../real-agents/built-programme.ts";
import type { EvidenceFile, EvidenceResult } from "../real-agents/evidence.ts";
import { SCENARIOS } from "../real-agents/scenarios/list.ts";
import type { AgentFacts } from "../src/agents/agent.ts";
import { ROOT } from "./agent-tables.ts";
import { code, table } from "./markdown.ts";

/** One case of an ability; a suite has several. */
export interface Case {
  readonly name: string;
  readonly ability: string;
}

const FORMS: readonly Form[] = ["native", "node"];

export function evidenceSection(
  agents: readonly Pick<AgentFacts, "name" | "title">[],
  files: readonly EvidenceFile[] = readEvidence(),
  cases: readonly Case[] = SCENARIOS,
): string {
  const results = files.flatMap((file) => file.results);
  const builds = currentBuilds(results);
  const abilities = [...new Set(cases.map(({ ability }) => ability))];
  const rows = abilities.map((ability) => [
    ability,
    ...agents.map(({ name }) =>
      cellOf(
        ability,
        files.find((file) => file.agent === name),
        cases,
        builds,
      ),
    ),
  ]);
  return [
    table(["ability", ...agents.map(({ name, title }) => [title, ...versionsOf(files, name)].join(" "))], rows),
    "Each case was run with the native programme and with the Node one. The builds that were called:",
    buildsTable(results, builds),
  ].join("\n\n");
}

function readEvidence(): EvidenceFile[] {
  const folder = join(ROOT, "evidence");
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
  return names.sort().map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as EvidenceFile);
}

/** The versions of the agent that were run. */
function versionsOf(files: readonly EvidenceFile[], agent: string): string[] {
  const versions = files.filter((file) => file.agent === agent).flatMap(({ results }) => results.map(({ version }) => version));
  return [[...new Set(versions)].sort().join(", ")].filter((text) => text !== "");
}

function cellOf(ability: string, file: EvidenceFile | undefined, cases: readonly Case[], builds: ReadonlySet<string>): string {
  const impossible = file?.impossible[ability];
  if (impossible !== undefined) return `impossible there: ${impossible}`;
  const wanted = cases.filter((one) => one.ability === ability).flatMap(({ name }) => FORMS.map((form) => ({ name, form })));
  const found = wanted.map(({ name, form }) => file?.results.find((one) => one.scenario === name && one.form === form));
  const shown = found.filter((one) => one !== undefined);
  const failed = shown.filter(({ result }) => result !== "works");
  const old = shown.some(({ programme }) => !builds.has(programme)) ? " (older build)" : "";
  if (shown.length === 0) return "not shown";
  if (failed.length > 0) return `failed: ${failed.map(({ scenario, form }) => `${code(scenario)} ${form}`).join(", ")}${old}`;
  return shown.length < wanted.length ? `not shown in full: ${shown.length} of ${wanted.length} runs worked${old}` : `works${old}`;
}

/**
 * The programme of each form that counts as the present one: that of the newest result; of several on one day, the one with
 * the most results, because a full run comes after the trials.
 */
function currentBuilds(results: readonly EvidenceResult[]): ReadonlySet<string> {
  return new Set(
    FORMS.flatMap((form) => buildsOf(results.filter((one) => one.form === form)).slice(0, 1)).map(({ programme }) => programme),
  );
}

interface Build {
  readonly programme: string;
  readonly form: Form;
  readonly newest: string;
  readonly results: readonly EvidenceResult[];
}

/** Newest first, then the one with most results. */
function buildsOf(results: readonly EvidenceResult[]): Build[] {
  const programmes = [...new Set(results.map(({ programme }) => programme))];
  const builds = programmes.map((programme): Build => {
    const own = results.filter((one) => one.programme === programme);
    const dates = own.map(({ date }) => date).sort();
    return { programme, form: own[0]?.form ?? "native", newest: dates.at(-1) ?? "", results: own };
  });
  return builds.sort(
    (one, other) =>
      other.newest.localeCompare(one.newest) || other.results.length - one.results.length || one.programme.localeCompare(other.programme),
  );
}

function buildsTable(results: readonly EvidenceResult[], current: ReadonlySet<string>): string {
  const rows = FORMS.flatMap((form) => buildsOf(results.filter((one) => one.form === form))).map((build) => [
    `${build.form}${current.has(build.programme) ? "" : ", older build"}`,
    code(build.programme.slice(0, 12)),
    commitsOf(build.results),
    build.newest,
    String(build.results.length),
  ]);
  return table(["form", "SHA-256", "commit", "newest result", "runs"], rows);
}

function commitsOf(results: readonly EvidenceResult[]): string {
  const commits = results.map(({ commit, dirty }) => `${code(commit.slice(0, 12))}${dirty ? " and changes" : ""}`);
  return [...new Set(commits)].sort().join(", ");
}
