/**
 * Results as data: `evidence/<agent>.json`, written by the suite and by nothing else: one record for each run of the suite, one line for each
 * result. A result belongs to the code, the program and the version of the agent that its run names; a renderer can tell whether
 * those are still the current ones.
 */

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { FORMS, type Form } from "./built-program.ts";
import { put } from "./sandbox.ts";

export interface EvidenceFile {
  readonly agent: string;
  /** What the agent cannot do, by ability, with the reason. */
  readonly impossible: Readonly<Record<string, string>>;
  readonly runs: readonly EvidenceRun[];
  readonly results: readonly EvidenceResult[];
}

/** One run of the suite on one agent. */
export interface EvidenceRun {
  /** Its first moment. */
  readonly run: string;
  /** The agent's version. */
  readonly version: string;
  /** Our commit, and whether the sources differed from it. */
  readonly commit: string;
  readonly dirty: boolean;
  /** The kind of machine. */
  readonly machine: string;
  /** SHA-256 of the code that acts in each group of cases (`scripts/acting-code.ts`): the same on every machine. */
  readonly code: Readonly<Partial<Record<Group, string>>>;
  /** SHA-256 of the program that was called, by form. */
  readonly programs: Readonly<Partial<Record<Form, string>>>;
  /** How the agent was started, with neutral paths: every way there was. */
  readonly commands: readonly (readonly string[])[];
}

export interface EvidenceResult {
  readonly scenario: string;
  readonly form: Form;
  readonly result: "works" | "failed";
  readonly run: string;
  /** Which of its run's commands. */
  readonly command: number;
  /** SHA-256 of the model's requests, the handlers' inputs and the agent's output. */
  readonly log: string;
}

/**
 * The tables: what a hook can do, what becomes of registration, of skills, of MCP servers, of Agent Plugins, whether a guard holds, what becomes of
 * converted hooks, what Claude's scripts do elsewhere.
 */
export const GROUPS = ["hooks", "registration", "skills", "servers", "agent-plugins", "guards", "conversion", "shim"] as const;
export type Group = (typeof GROUPS)[number];

/** One case of an ability; a suite has several. */
export interface Case {
  readonly name: string;
  readonly ability: string;
  /** Absent for what a hook can do. */
  readonly group?: Exclude<Group, "hooks">;
  /** The forms that it is played in; absent for all. */
  readonly forms?: readonly Form[];
}

const FOLDER = join(import.meta.dirname, "..", "evidence");

export function readEvidence(agent: string, folder = FOLDER): EvidenceFile {
  const file = join(folder, `${agent}.json`);
  if (!existsSync(file)) return { agent, impossible: {}, runs: [], results: [] };
  return JSON.parse(readFileSync(file, "utf8")) as EvidenceFile;
}

export interface Fresh {
  readonly run: EvidenceRun;
  readonly results: readonly EvidenceResult[];
}

/** Adds a run; an earlier result of the same scenario and form gives way, and so do those of cases that are no longer played or are impossible now. */
export function writeEvidence(agent: string, impossible: EvidenceFile["impossible"], fresh: Fresh, cases: readonly Case[]): void {
  put(join(FOLDER, `${agent}.json`), evidenceText(withRun({ ...readEvidence(agent), impossible }, fresh, cases)));
}

/** Runs that nothing is left of are forgotten. */
export function withRun(file: EvidenceFile, { run, results: fresh }: Fresh, cases: readonly Case[]): EvidenceFile {
  const key = ({ scenario, form }: EvidenceResult) => `${scenario} ${form}`;
  const renewed = new Set(fresh.map(key));
  const possible = cases.filter(({ ability }) => !Object.hasOwn(file.impossible, ability));
  const played = new Set(possible.flatMap(({ name, forms = FORMS }) => forms.map((form) => `${name} ${form}`)));
  const kept = file.results.filter((one) => played.has(key(one)) && !renewed.has(key(one)));
  const results = [...kept, ...fresh].toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
  const runs = [...file.runs, run].filter((one) => results.some((result) => result.run === one.run));
  return { ...file, runs, results };
}

/** One line for each run's part and for each result, so that a change of one is a change of one line. */
export function evidenceText({ agent, impossible, runs, results }: EvidenceFile): string {
  const list = (items: readonly unknown[]) => items.map((item) => `\n    ${JSON.stringify(item)}`).join(",");
  const head = JSON.stringify({ agent, impossible, runs }, null, 2).replace(/\n\}$/, "");
  return `${head},\n  "results": [${list(results)}\n  ]\n}\n`;
}

const DIGEST = /^[0-9a-f]{64}$/;

/** What keeps a file from being evidence; nothing where it is. */
export function evidenceProblems({ agent, impossible, runs, results }: EvidenceFile, cases: readonly Case[]): readonly string[] {
  const named = new Map(cases.map((one) => [one.name, one]));
  const known = new Set(cases.map(({ ability }) => ability));
  const byName = new Map(runs.map((one) => [one.run, one]));
  return [
    ...Object.keys(impossible)
      .filter((ability) => !known.has(ability))
      .map((ability) => `${agent}: no scenario shows "${ability}"`),
    ...results.flatMap((one) => {
      const run = byName.get(one.run);
      const wrong = [
        named.has(one.scenario) ? [] : ["no such scenario"],
        (named.get(one.scenario)?.forms ?? FORMS).includes(one.form) ? [] : ["no such form"],
        ["works", "failed"].includes(one.result) ? [] : [`"${String(one.result)}" is not a result`],
        run === undefined ? ["no such run"] : runProblems(run, one, named.get(one.scenario)?.group ?? "hooks"),
        DIGEST.test(one.log) ? [] : ["a digest is missing"],
      ].flat();
      return wrong.map((what) => `${agent}: ${one.scenario} (${one.form}, run ${one.run}): ${what}`);
    }),
  ];
}

function runProblems(run: EvidenceRun, { form, command }: EvidenceResult, group: Group): readonly string[] {
  return [
    [run.code[group], run.programs[form]].every((digest = "") => DIGEST.test(digest)) ? [] : ["a digest is missing"],
    run.version !== "" && (run.commands[command]?.length ?? 0) > 0 ? [] : ["the agent's version or command line is missing"],
  ].flat();
}

export function digestOf(texts: readonly string[]): string {
  return createHash("sha256").update(texts.join("\n")).digest("hex");
}
