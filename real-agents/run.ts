/**
 * `npm run test:agents [agent…] [--form native|node] [--scenario name]`: the real agents, installed from npm, run our built
 * programme against a scripted model, and must show each ability. Results go to `evidence/`. A skipped agent is not a pass.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { accountOf } from "./account.ts";
import { builtProgramme, FORMS, type BuiltProgramme } from "./built-programme.ts";
import { writeEvidence, type EvidenceResult } from "./evidence.ts";
import { install, type Installed } from "./install.ts";
import { play, tidy, type Played } from "./play.ts";
import { RECIPES } from "./recipes/list.ts";
import type { Recipe } from "./recipes/recipe.ts";
import { registerByHand } from "./register.ts";
import { impossibleOn, SCENARIOS } from "./scenarios/list.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { form: { type: "string" }, scenario: { type: "string", multiple: true } },
});
const recipes = RECIPES.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const scenarios = SCENARIOS.filter(({ name }) => values.scenario === undefined || values.scenario.includes(name));
const forms = FORMS.filter((form) => values.form === undefined || values.form === form);
const unknown = positionals.filter((name) => !RECIPES.some((recipe) => recipe.name === name));
if (unknown.length > 0 || scenarios.length === 0 || forms.length === 0) {
  console.error(`unknown: ${[...unknown, ...(values.scenario ?? []), values.form ?? ""].join(" ")}`);
  process.exit(2);
}

const base = mkdtempSync(join(tmpdir(), "symposium-agents-"));
const programmes = new Map(FORMS.map((form) => [form, builtProgramme(form, join(base, "built"))]));
const git = (...args: string[]) => execFileSync("git", args, { cwd: import.meta.dirname, encoding: "utf8" }).trim();
const commit = git("rev-parse", "HEAD");
const dirty = git("status", "--porcelain", "--", "../src") !== "";
let failed = 0;
let skipped = 0;
for (const recipe of recipes) {
  const fresh: EvidenceResult[] = [];
  for (const form of forms) fresh.push(...(await runForm(recipe, programmes.get(form), form)));
  if (fresh.length > 0) writeEvidence(recipe.name, impossibleOn(recipe), fresh, new Set(SCENARIOS.map(({ name }) => name)));
}
if (failed === 0) rmSync(base, { recursive: true });
console.log(`${failed} failed, ${skipped} skipped${failed === 0 ? "" : `; their folders are in ${base}`}`);
process.exit(failed + skipped === 0 ? 0 : 1);

async function runForm(recipe: Recipe, programme: BuiltProgramme | undefined, form: string): Promise<EvidenceResult[]> {
  if (programme === undefined) return skip(recipe, `no ${form} programme, run npm run build first`);
  let installed: Installed;
  try {
    installed = install(recipe);
  } catch (error) {
    return skip(recipe, `cannot be installed: ${error instanceof Error ? error.message.split("\n", 1)[0] : String(error)}`);
  }
  const stage = { recipe, installed, programme, register: registerByHand, base };
  const results: EvidenceResult[] = [];
  const impossible = impossibleOn(recipe);
  const waiting = scenarios.filter(({ ability }) => !(ability in impossible));
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const played = await play(stage, next);
      results.push(resultOf(recipe, programme, played));
      report(recipe, programme, played);
      tidy(played);
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
  return results;
}

function skip(recipe: Recipe, reason: string): [] {
  skipped += 1;
  console.log(`SKIPPED ${recipe.name}: ${reason}`);
  return [];
}

function report({ name }: Recipe, { form }: BuiltProgramme, played: Played): void {
  console.log(`${played.works ? "works " : "FAILED"} ${name} ${form} ${played.scenario.name} (${played.run.ms} ms)`);
  if (played.works) return;
  failed += 1;
  console.log(accountOf(played));
}

function resultOf({ npm }: Recipe, { form, digest }: BuiltProgramme, { scenario, works, command, log }: Played): EvidenceResult {
  return {
    scenario: scenario.name,
    ability: scenario.ability,
    form,
    result: works ? "works" : "failed",
    version: npm.version,
    commit,
    dirty,
    programme: digest,
    command,
    log,
    date: new Date().toISOString().slice(0, 10),
  };
}
