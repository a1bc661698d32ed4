/**
 * `npm run test:agents [agent…] [-- --form native|node] [--scenario name] [--group name] [--one-in n] [--no-evidence]`: the real agents, installed from npm, run our
 * built program against a scripted model, and must show each ability. Results go to `evidence/`. A skipped agent is not a pass.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { buildAll } from "../scripts/build.ts";
import { codeDigests } from "../scripts/acting-code.ts";
import { accountOf } from "./account.ts";
import { builtProgram, FORMS, type BuiltProgram } from "./built-program.ts";
import { GROUPS, writeEvidence, type EvidenceResult, type EvidenceRun } from "./evidence.ts";
import type { Played } from "./play.ts";
import { RECIPES } from "./recipes/list.ts";
import type { Recipe } from "./recipes/recipe.ts";
import { impossibleOn, SCENARIOS } from "./scenarios/list.ts";
import { playSuite } from "./suite.ts";

const HELP = `npm run test:agents [agent…] [-- --form native|node] [--scenario name]… [--group name]… [--one-in n] [--no-evidence]

Agents: ${RECIPES.map(({ name }) => name).join(", ")} (all of them by default).
Groups: ${GROUPS.join(", ")} (all of them by default).
Installs pinned versions into a cache, runs every scenario, and writes evidence/<agent>.json unless told not to. With --one-in, a sample of each group.
`;

const ROOT = join(import.meta.dirname, "..");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    form: { type: "string" },
    scenario: { type: "string", multiple: true },
    group: { type: "string", multiple: true },
    "one-in": { type: "string", default: "1" },
    "no-evidence": { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const recipes = RECIPES.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const scenarios = SCENARIOS.filter(
  ({ name, group = "hooks" }) => (values.scenario?.includes(name) ?? true) && (values.group?.includes(group) ?? true),
);
const forms = FORMS.filter((form) => values.form === undefined || values.form === form);
const unknown = [
  ...positionals.filter((name) => !RECIPES.some((recipe) => recipe.name === name)),
  ...(values.scenario ?? []).filter((name) => !SCENARIOS.some((scenario) => scenario.name === name)),
  ...(values.group ?? []).filter((name) => !(GROUPS as readonly string[]).includes(name)),
  ...(forms.length === 0 ? [values.form] : []),
  ...(/^[1-9]\d*$/.test(values["one-in"]) ? [] : [values["one-in"]]),
];
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(", ")}\n\n${HELP}`);
  process.exit(2);
}

await buildAll({ ifStale: true });
const base = mkdtempSync(join(tmpdir(), "symposium-agents-"));
const programs = forms.map((form) => builtProgram(form, join(base, "built")));
/** What results are recorded with; nothing where nothing is recorded, so that this needs no repository. */
const ours = values["no-evidence"] ? undefined : await buildOfOurs();
const counts = { worked: 0, failed: 0 };
const ran: string[] = [];
const skipped: string[] = [];
for (const recipe of recipes) {
  const results: EvidenceResult[] = [];
  const commands = new Map<string, readonly string[]>();
  let runs = 0;
  const began = Date.now();
  const reason = await playSuite({
    recipe,
    scenarios,
    programs,
    oneIn: Number(values["one-in"]),
    base,
    onPlayed: (played, program) => {
      commands.set(played.command.join("\0"), played.command);
      if (ours !== undefined) results.push(resultOf(program, played, ours.run, [...commands.keys()]));
      runs += 1;
      report(recipe, program, played);
    },
  });
  const name = `${recipe.name} ${recipe.npm.version}`;
  if (reason === undefined) ran.push(`${name} (${runs} runs, ${Math.round((Date.now() - began) / 1000)} s)`);
  else skipped.push(`${name}: ${reason}`);
  if (ours === undefined || results.length === 0) continue;
  const run = { ...ours, version: recipe.npm.version, commands: [...commands.values()] };
  writeEvidence(recipe.name, impossibleOn(recipe), { run, results }, SCENARIOS);
}
if (counts.failed === 0) rmSync(base, { recursive: true });
for (const one of ran) console.log(`ran     ${one}`);
for (const one of skipped) console.log(`SKIPPED ${one}`);
console.log(`${counts.worked} worked, ${counts.failed} failed, ${skipped.length} agents skipped`);
if (counts.failed > 0) console.log(`The folders of failed cases are in ${base}`);
// A skipped agent is neither a failure nor a pass: the lines above say so.
process.exit(counts.failed > 0 ? 1 : skipped.length > 0 ? 3 : 0);

function report({ name }: Recipe, { form }: BuiltProgram, played: Played): void {
  console.log(`${played.works ? "works " : "FAILED"} ${name} ${form} ${played.scenario.name} (${played.run.ms} ms)`);
  counts[played.works ? "worked" : "failed"] += 1;
  if (!played.works) console.log(accountOf(played));
}

/** What all agents of a run have in common. */
async function buildOfOurs(): Promise<Omit<EvidenceRun, "version" | "commands">> {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
  try {
    return {
      run: new Date().toISOString(),
      commit: git("rev-parse", "HEAD"),
      dirty: git("status", "--porcelain", "--", "src") !== "",
      machine: `${process.platform}-${process.arch}`,
      code: await codeDigests(ROOT),
      programs: Object.fromEntries(programs.map(({ form, digest }) => [form, digest])),
    };
  } catch (error) {
    console.error(`Evidence names our commit and our code, and one is unknown here. Run with --no-evidence.\n${String(error)}`);
    process.exit(2);
  }
}

function resultOf(
  { form }: BuiltProgram,
  { scenario, works, command, log }: Played,
  run: string,
  commands: readonly string[],
): EvidenceResult {
  return { scenario: scenario.name, form, result: works ? "works" : "failed", run, command: commands.indexOf(command.join("\0")), log };
}
