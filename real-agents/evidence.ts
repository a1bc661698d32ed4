/**
 * Results as data: `evidence/<agent>.json`, written by the suite and by nothing else. A result belongs to the sources of one build, the
 * bytes of one programme and one version of the agent; whoever renders it can tell whether those are still the current ones.
 */

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { FORMS, type Form } from "./built-programme.ts";
import { put } from "./sandbox.ts";

export interface EvidenceFile {
  readonly agent: string;
  /** What the agent cannot do, by ability, with the reason. */
  readonly impossible: Readonly<Record<string, string>>;
  readonly results: readonly EvidenceResult[];
}

export interface EvidenceResult {
  readonly scenario: string;
  readonly ability: string;
  readonly form: Form;
  readonly result: "works" | "failed";
  /** The agent's version. */
  readonly version: string;
  /** SHA-256 of the sources of our hook programme, and of what its group of cases needs besides: the same on every machine. */
  readonly build: string;
  /** SHA-256 of the programme that was called. */
  readonly programme: string;
  /** Our commit, and whether the sources differed from it. */
  readonly commit: string;
  readonly dirty: boolean;
  /** How the agent was started, with neutral paths. */
  readonly command: readonly string[];
  /** SHA-256 of the model's requests, the handlers' inputs and the agent's output. */
  readonly log: string;
  readonly date: string;
}

/** The tables: what a hook can do, what becomes of registration, what becomes of skills, whether a guard holds. */
export const GROUPS = ["hooks", "registration", "skills", "guards"] as const;
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
  if (!existsSync(file)) return { agent, impossible: {}, results: [] };
  return JSON.parse(readFileSync(file, "utf8")) as EvidenceFile;
}

/** Adds results; an earlier one of the same scenario and form gives way, and so do those of cases that are no longer played. */
export function writeEvidence(
  agent: string,
  impossible: EvidenceFile["impossible"],
  fresh: readonly EvidenceResult[],
  cases: readonly Case[],
): void {
  const key = ({ scenario, form }: EvidenceResult) => `${scenario} ${form}`;
  const renewed = new Set(fresh.map(key));
  const played = new Set(cases.flatMap(({ name, forms = FORMS }) => forms.map((form) => `${name} ${form}`)));
  const kept = readEvidence(agent).results.filter((one) => played.has(key(one)) && !renewed.has(key(one)));
  const results = [...kept, ...fresh].toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
  put(join(FOLDER, `${agent}.json`), `${JSON.stringify({ agent, impossible, results } satisfies EvidenceFile, null, 2)}\n`);
}

const DIGEST = /^[0-9a-f]{64}$/;

/** What keeps a file from being evidence; nothing where it is. */
export function evidenceProblems({ agent, impossible, results }: EvidenceFile, cases: readonly Case[]): readonly string[] {
  const named = new Map(cases.map((one) => [one.name, one]));
  const known = new Set(cases.map(({ ability }) => ability));
  return [
    ...Object.keys(impossible)
      .filter((ability) => !known.has(ability))
      .map((ability) => `${agent}: no scenario shows "${ability}"`),
    ...results.flatMap((one) => {
      const wrong = [
        named.get(one.scenario)?.ability === one.ability ? [] : ["no such scenario of that ability"],
        (named.get(one.scenario)?.forms ?? FORMS).includes(one.form) ? [] : ["no such form"],
        ["works", "failed"].includes(one.result) ? [] : [`"${String(one.result)}" is no result`],
        [one.build, one.programme, one.log].every((digest) => DIGEST.test(digest)) ? [] : ["a digest is missing"],
        one.version && one.command.length > 0 ? [] : ["the agent's version or command line is missing"],
      ].flat();
      return wrong.map((what) => `${agent}: ${one.scenario} (${one.form}, ability "${one.ability}"): ${what}`);
    }),
  ];
}

export function digestOf(texts: readonly string[]): string {
  return createHash("sha256").update(texts.join("\n")).digest("hex");
}
