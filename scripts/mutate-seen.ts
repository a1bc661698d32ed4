/** `scripts/mutate-seen.json`: which test noticed each edit last. It runs first, and the others only when it passes. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Mutation } from "./mutate-edit.ts";
import type { TestRun, Tests } from "./mutate-tests.ts";

const FILE = join(import.meta.dirname, "mutate-seen.json");

const keyOf = ({ within, breaks }: Mutation) => `${within}: ${breaks}`;

const seen = new Map(existsSync(FILE) ? Object.entries(JSON.parse(readFileSync(FILE, "utf8")) as Record<string, string>) : []);

/**
 * The tests that are tried first: those that noticed the edit last, in the matrix otherwise those of the edit's rule. The matrix is one file, whose
 * tests do not depend on each other; of other tests the whole file runs.
 */
export function likelyTests(mutation: Mutation, { files, name = "" }: Tests, last = seen.get(keyOf(mutation))): Tests | undefined {
  if (mutation.seenBy !== "matrix") return last === undefined ? undefined : { files: [last] };
  const pattern = last === undefined ? String.raw`\b${ruleOf(mutation)}\b.*${name}` : `^${last.replaceAll(/[^\w ]/g, String.raw`\$&`)}$`;
  return { files, name: pattern };
}

/** The ID at the start of what an edit breaks, which the titles of its tests have too. */
export function ruleOf({ breaks }: Mutation): string {
  return breaks.slice(0, breaks.indexOf(" "));
}

export function rememberSeen(mutation: Mutation, { failure = "", file }: TestRun, all: readonly Mutation[]): void {
  const by = mutation.seenBy === "matrix" ? failure.replaceAll(" > ", " ") : file;
  if (file === undefined || by === undefined || by === seen.get(keyOf(mutation))) return;
  seen.set(keyOf(mutation), by);
  const keys = all.map(keyOf).filter((key) => seen.has(key));
  const sorted = Object.fromEntries(keys.toSorted().map((key) => [key, seen.get(key)]));
  writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
}
