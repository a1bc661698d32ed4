/**
 * `npm run test:agents [agent…] [-- --form native|node] [--scenario name] [--no-evidence]`: the real agents, installed from npm, run our
 * built programme against a scripted model, and must show each ability. Results go to `evidence/`. A skipped agent is not a pass.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { buildAll } from "../scripts/build.ts";
import { fingerprints } from "../scripts/hook-sources.ts";
import { accountOf } from "./account.ts";
import { builtProgramme, FORMS, type BuiltProgramme } from "./built-programme.ts";
import { writeEvidence, type EvidenceResult, type Group } from "./evidence.ts";
import type { Played } from "./play.ts";
import { RECIPES } from "./recipes/list.ts";
import type { Recipe } from "./recipes/recipe.ts";
import { impossibleOn, SCENARIOS } from "./scenarios/list.ts";
import { playSuite } from "./suite.ts";

const HELP = `npm run test:agents [agent…] [-- --form native|node] [--scenario name]… [--no-evidence]

Agents: ${RECIPES.map(({ name }) => name).join(", ")} (all of them by default).
Installs pinned versions into a cache, runs every scenario, and writes evidence/<agent>.json unless told not to.
`;

const ROOT = join(import.meta.dirname, "..");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    form: { type: "string" },
    scenario: { type: "string", multiple: true },
    "no-evidence": { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const recipes = RECIPES.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const scenarios = SCENARIOS.filter(({ name }) => values.scenario === undefined || values.scenario.includes(name));
const forms = FORMS.filter((form) => values.form === undefined || values.form === form);
const unknown = [
  ...positionals.filter((name) => !RECIPES.some((recipe) => recipe.name === name)),
  ...(values.scenario ?? []).filter((name) => !SCENARIOS.some((scenario) => scenario.name === name)),
  ...(forms.length === 0 ? [values.form] : []),
];
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(", ")}\n\n${HELP}`);
  process.exit(2);
}

await buildAll({ ifStale: true });
const base = mkdtempSync(join(tmpdir(), "symposium-agents-"));
const programmes = forms.map((form) => builtProgramme(form, join(base, "built")));
/** What results are recorded with; nothing where nothing is recorded, so that this needs no repository. */
const ours = values["no-evidence"] ? undefined : buildOfOurs();
const counts = { worked: 0, failed: 0 };
const ran: string[] = [];
const skipped: string[] = [];
for (const recipe of recipes) {
  const fresh: EvidenceResult[] = [];
  let runs = 0;
  const began = Date.now();
  const reason = await playSuite({
    recipe,
    scenarios,
    programmes,
    base,
    onPlayed: (played, programme) => {
      if (ours !== undefined) fresh.push(resultOf(recipe, programme, played, ours));
      runs += 1;
      report(recipe, programme, played);
    },
  });
  const name = `${recipe.name} ${recipe.npm.version}`;
  if (reason === undefined) ran.push(`${name} (${runs} runs, ${Math.round((Date.now() - began) / 1000)} s)`);
  else skipped.push(`${name}: ${reason}`);
  if (fresh.length > 0) writeEvidence(recipe.name, impossibleOn(recipe), fresh, SCENARIOS);
}
if (counts.failed === 0) rmSync(base, { recursive: true });
for (const one of ran) console.log(`ran     ${one}`);
for (const one of skipped) console.log(`SKIPPED ${one}`);
console.log(`${counts.worked} worked, ${counts.failed} failed, ${skipped.length} agents skipped`);
if (counts.failed > 0) console.log(`The folders of failed cases are in ${base}`);
// A skipped agent is no failure of ours and no pass either: whoever calls reads the lines above.
process.exit(counts.failed > 0 ? 1 : skipped.length > 0 ? 3 : 0);

function report({ name }: Recipe, { form }: BuiltProgramme, played: Played): void {
  console.log(`${played.works ? "works " : "FAILED"} ${name} ${form} ${played.scenario.name} (${played.run.ms} ms)`);
  counts[played.works ? "worked" : "failed"] += 1;
  if (!played.works) console.log(accountOf(played));
}

interface Ours extends Pick<EvidenceResult, "commit" | "dirty"> {
  readonly builds: Readonly<Record<Group, string>>;
}

function buildOfOurs(): Ours {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
  try {
    return { builds: fingerprints(ROOT), commit: git("rev-parse", "HEAD"), dirty: git("status", "--porcelain", "--", "src") !== "" };
  } catch {
    console.error("Evidence names our commit, and git cannot tell it here. Run with --no-evidence to see the results alone.");
    process.exit(2);
  }
}

function resultOf(
  { npm }: Recipe,
  { form, digest }: BuiltProgramme,
  { scenario, works, command, log }: Played,
  { builds, commit, dirty }: Ours,
): EvidenceResult {
  return {
    scenario: scenario.name,
    ability: scenario.ability,
    form,
    result: works ? "works" : "failed",
    version: npm.version,
    build: builds[scenario.group ?? "hooks"],
    programme: digest,
    commit,
    dirty,
    command,
    log,
    date: new Date().toISOString().slice(0, 10),
  };
}
