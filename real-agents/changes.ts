/** What another version of an agent does differently from what is on record, as lines of a diff. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { BuiltProgram } from "./built-program.ts";
import { readEvidence } from "./evidence.ts";
import { capture } from "./capture.ts";
import { CAPTURES } from "./captures/list.ts";
import type { Recipe } from "./recipes/recipe.ts";
import { SCENARIOS } from "./scenarios/list.ts";
import { playSuite } from "./suite.ts";

const PAYLOADS = join(import.meta.dirname, "..", "test", "agents");

/** Keys added to or removed from each captured payload, and events that no longer fire. */
export async function payloadChanges(recipe: Recipe, base: string): Promise<string[]> {
  const folder = join(PAYLOADS, recipe.name, "payloads");
  const known = new Set(readdirSync(folder));
  const changes: string[] = [];
  for (const one of CAPTURES.filter((list) => list.recipe.name === recipe.name).flatMap(({ captures }) => captures)) {
    for (const { name, payload } of await capture(recipe, one, base)) {
      if (!known.has(`${name}.json`)) continue;
      if (payload === undefined) changes.push(`- ${name}: no longer fires`);
      else changes.push(...keyChanges(name, JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")), payload));
    }
  }
  return changes;
}

/** Scenarios that end otherwise than the evidence says. */
export async function scenarioChanges(recipe: Recipe, programs: readonly BuiltProgram[], base: string): Promise<string[]> {
  const { results } = readEvidence(recipe.name);
  const changes: string[] = [];
  const skipped = await playSuite({
    recipe,
    scenarios: SCENARIOS,
    programs,
    base,
    onPlayed: ({ scenario: { name }, works, claims }, { form }) => {
      const old = results.find((one) => one.scenario === name && one.form === form)?.result;
      const now = works ? "works" : "failed";
      if (old === now) return;
      const why = claims.filter(([, holds]) => !holds).map(([sentence]) => `; not so: ${sentence}`);
      changes.push(...(old === undefined ? [] : [`- ${name} (${form}): ${old}`]), `+ ${name} (${form}): ${now}${why.join("")}`);
    },
  });
  return skipped === undefined ? changes : [`+ the suite was not run: ${skipped}`];
}

export function keyChanges(name: string, before: unknown, after: unknown): string[] {
  const [old, now] = [keysOf(before), keysOf(after)];
  return [
    ...[...old].filter((key) => !now.has(key)).map((key) => `- ${name}: ${key}`),
    ...[...now].filter((key) => !old.has(key)).map((key) => `+ ${name}: ${key}`),
  ].toSorted((one, other) => (one.slice(2) < other.slice(2) ? -1 : 1));
}

/** Every key of a payload as a path with the type of its value; the items of a list count as one. */
function keysOf(value: unknown, path = ""): Set<string> {
  if (Array.isArray(value)) return new Set([`${path}[]`, ...value.flatMap((item) => [...keysOf(item, `${path}[]`)])]);
  if (typeof value !== "object" || value === null) return new Set([`${path} (${value === null ? "null" : typeof value})`]);
  return new Set(Object.entries(value).flatMap(([key, item]) => [...keysOf(item, path === "" ? key : `${path}.${key}`)]));
}
