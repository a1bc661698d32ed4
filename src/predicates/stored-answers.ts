/** Programs' answers and what they watched: one file per workspace. With any problem in it, the programs are asked again. */

import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

import * as v from "valibot";

import { readTextFile } from "../documents/text-file.ts";
import type { StampedInputs } from "../platform/stamped-inputs.ts";
import { writeAtomically } from "../platform/write-atomically.ts";

const Answer = v.object({
  /** The question, as `keyOf` writes it. */
  key: v.string(),
  holds: v.boolean(),
  /** The command that answered; a changed one is asked again. */
  command: v.string(),
  at: v.number(),
  until: v.exactOptional(v.number()),
  files: v.array(v.tuple([v.string(), v.string()])),
  variables: v.array(v.tuple([v.string(), v.string()])),
  failure: v.exactOptional(v.string()),
});

const FORMAT = "symposium-answers";
const VERSION = 2;
const Stored = v.object({ format: v.literal(FORMAT), version: v.literal(VERSION), answers: v.array(Answer) });

export interface StoredAnswer extends StampedInputs {
  readonly key: string;
  readonly holds: boolean;
  readonly command: string;
  /** Why the program gave no answer: it counts as none. */
  readonly failure?: string;
}

/** No answers where the file is missing, damaged or of another version (I81). Never throws. */
export function readAnswers(file: string): readonly StoredAnswer[] {
  const read = readTextFile(file);
  if (read.kind !== "text") return [];
  try {
    const stored = v.safeParse(Stored, JSON.parse(read.text));
    return stored.success ? stored.output.answers : [];
  } catch {
    return [];
  }
}

/** Answers that replace earlier ones. */
export function mergeAnswers(earlier: readonly StoredAnswer[], answers: readonly StoredAnswer[]): readonly StoredAnswer[] {
  const replaced = new Set(answers.map(({ key }) => key));
  const kept = earlier.filter(({ key }) => !replaced.has(key)).toSorted((left, right) => right.at - left.at);
  return [...answers, ...kept].slice(0, Math.max(MOST, answers.length));
}

/** Questions of removed plugins are dropped at some point. */
const MOST = 500;

/** Returns the error. Of two writers at once one may lose its answers, and asks again: no lock is worth that. */
export function writeAnswers(file: string, answers: readonly StoredAnswer[]): string | undefined {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeAtomically(file, `${JSON.stringify({ format: FORMAT, version: VERSION, answers })}\n`, { mode: 0o600 });
    return undefined;
  } catch (error) {
    return `cannot write ${file} (${(error as NodeJS.ErrnoException).code ?? String(error)})`;
  }
}
