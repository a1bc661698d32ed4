/**
 * Results as data: `evidence/<agent>.json`, written by the suite and by nothing else. A result belongs to the bytes of one
 * built programme and one version of the agent; whoever renders it can tell whether those are still the current ones.
 */

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Form } from "./built-programme.ts";
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
  /** Our commit, and whether the working tree differed from it. */
  readonly commit: string;
  readonly dirty: boolean;
  /** SHA-256 of the programme that was called. */
  readonly programme: string;
  /** How the agent was started, with neutral paths. */
  readonly command: readonly string[];
  /** SHA-256 of the model's requests, the handlers' inputs and the agent's output. */
  readonly log: string;
  readonly date: string;
}

const FOLDER = join(import.meta.dirname, "..", "evidence");

export function readEvidence(agent: string): EvidenceFile {
  const file = join(FOLDER, `${agent}.json`);
  if (!existsSync(file)) return { agent, impossible: {}, results: [] };
  return JSON.parse(readFileSync(file, "utf8")) as EvidenceFile;
}

/** Adds results; an earlier one of the same scenario and form gives way, and so do those of scenarios that no longer exist. */
export function writeEvidence(
  agent: string,
  impossible: EvidenceFile["impossible"],
  fresh: readonly EvidenceResult[],
  scenarios: ReadonlySet<string>,
): void {
  const key = ({ scenario, form }: EvidenceResult) => `${scenario} ${form}`;
  const renewed = new Set(fresh.map(key));
  const kept = readEvidence(agent).results.filter((one) => scenarios.has(one.scenario) && !renewed.has(key(one)));
  const results = [...kept, ...fresh].toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
  put(join(FOLDER, `${agent}.json`), `${JSON.stringify({ agent, impossible, results } satisfies EvidenceFile, null, 2)}\n`);
}

export function digestOf(texts: readonly string[]): string {
  return createHash("sha256").update(texts.join("\n")).digest("hex");
}
