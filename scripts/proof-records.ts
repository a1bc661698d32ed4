/** `evidence/proof/<name>.jsonl`: one line for each run of a proof, newest last, written by `npm run proof` and by nothing else. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { Counts } from "./proofs.ts";

export interface ProofRecord extends Counts {
  /** When it began. */
  readonly run: string;
  readonly seconds: number;
  /** Our commit, and whether the sources differed from it. */
  readonly commit: string;
  readonly dirty: boolean;
  /** SHA-256 of the code that acts (`scripts/acting-code.ts`). */
  readonly code: string;
  readonly machine: string;
}

/** Older ones say nothing that the history of the file does not. */
const KEPT = 10;

export function readRecords(folder: string, name: string): readonly ProofRecord[] {
  const file = join(folder, `${name}.jsonl`);
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ProofRecord);
}

export function addRecord(folder: string, name: string, record: ProofRecord): void {
  const lines = [...readRecords(folder, name), record].slice(-KEPT).map((one) => `${JSON.stringify(one)}\n`);
  const file = join(folder, `${name}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, lines.join(""));
}

/** One line for people: what the last run showed, and whether it was of this build. */
export function describeLast(name: string, records: readonly ProofRecord[], code: string): string {
  const last = records.at(-1);
  if (last === undefined) return `${name}: never run`;
  const build = last.code === code ? "this build" : "an older build";
  return `${name}: ${last.passed} passed, ${last.failed} failed, ${last.skipped} skipped, ${build}, ${last.run.slice(0, 10)} on ${last.machine}`;
}
