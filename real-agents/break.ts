/**
 * `npm run agents:break [agent…] [servers] [agent-plugins]`: the suite must fail when it should. In a copy of the sources each agent's encoder and its exit code
 * are broken once, the program is built from it, and scenarios are played until one notices; likewise one thing for each kind of scenario about MCP
 * servers and about Agent Plugins. What goes unnoticed is printed, and the exit code is 1.
 */

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { buildAll } from "../scripts/build.ts";
import type { Mutation } from "../scripts/mutate-edit.ts";
import { copyTree, type Tree } from "../scripts/mutate-tree.ts";
import { TYPESCRIPT } from "../scripts/run-typescript.ts";
import { BREAKS, type Break, SCENARIO_BREAKS, SCENARIOS_BROKEN_ON } from "./breaks.ts";
import { builtProgram } from "./built-program.ts";
import { RECIPES } from "./recipes/list.ts";
import { SCENARIOS } from "./scenarios/list.ts";
import type { Scenario } from "./scenarios/scenario.ts";
import { playSuite } from "./suite.ts";

const ROOT = join(import.meta.dirname, "..");
const wanted = process.argv.slice(2);
const known = [...Object.keys(BREAKS), ...Object.keys(SCENARIO_BREAKS)];
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(", ")}; what can be broken: ${known.join(", ")}`);
  process.exit(2);
}

await buildAll({ ifStale: true });
const base = mkdtempSync(join(tmpdir(), "symposium-break-"));
const tree = copyTree(ROOT);
// The command line that registers is whole; only the hook program beside it is built again.
rmSync(join(tree.path, "dist"));
cpSync(join(ROOT, "dist"), join(tree.path, "dist"), { recursive: true });
let unnoticed = 0;
let skipped = 0;
try {
  for (const recipe of RECIPES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const breaks = BREAKS[recipe.name];
    if (breaks === undefined) {
      unnoticed += 1;
      console.log(`UNNOTICED ${recipe.name}: nothing is broken for it in breaks.ts`);
      continue;
    }
    for (const [part, one] of Object.entries(breaks)) await breakAndPlay({ recipe, part, one, scenarios: SCENARIOS });
  }
  // The last ones, because they leave no build that is whole.
  const groups = Object.entries(SCENARIO_BREAKS).filter(([group]) => wanted.length === 0 || wanted.includes(group));
  for (const recipe of RECIPES.filter(({ name }) => name === SCENARIOS_BROKEN_ON))
    for (const [part, one] of groups.flatMap(([, breaks]) => Object.entries(breaks))) {
      const scenarios = SCENARIOS.filter(({ name }) => name === part);
      await breakAndPlay({ recipe, part, one, scenarios, build: "--programs-only" });
    }
} finally {
  tree.remove();
  rmSync(base, { recursive: true, force: true });
}
console.log(`${unnoticed} unnoticed, ${skipped} skipped`);
process.exit(unnoticed > 0 ? 1 : skipped > 0 ? 3 : 0);

interface Order {
  readonly recipe: (typeof RECIPES)[number];
  readonly part: string;
  readonly one: Break;
  readonly scenarios: readonly Scenario[];
  /** What is built again; absent for the hook program alone. */
  readonly build?: "--hook-only" | "--programs-only";
}

async function breakAndPlay({ recipe, part, one, scenarios, build = "--hook-only" }: Order): Promise<void> {
  const { breaks, ...edit } = one;
  const folder = join(base, recipe.name, part.replaceAll(" ", "-"));
  const dist = buildBroken(tree, { ...edit, breaks, seenBy: "matrix" }, build);
  let noticed: string | undefined;
  const reason = await playSuite({
    recipe,
    scenarios,
    programs: [builtProgram("native", join(folder, "built"), dist)],
    base: folder,
    onPlayed: ({ works, scenario, claims }, _, stop) => {
      if (works || noticed !== undefined) return;
      stop();
      noticed = `${scenario.name}: not so: ${claims.find(([, holds]) => !holds)?.[0]}`;
    },
  });
  if (reason !== undefined) skipped += 1;
  else if (noticed === undefined) unnoticed += 1;
  const verdict = reason !== undefined ? `SKIPPED   ${reason}` : noticed === undefined ? "UNNOTICED" : `noticed by ${noticed}`;
  console.log(`${recipe.name}, ${part} (${breaks}): ${verdict}`);
}

/** The copy's `dist` with the edit in it; the copy itself is whole again afterwards. */
function buildBroken({ path, apply }: Tree, edit: Mutation, build: string): string {
  const { takeBack } = apply(edit);
  try {
    execFileSync("node", [...TYPESCRIPT, "scripts/build.ts", build], { cwd: path, stdio: ["ignore", "ignore", "inherit"] });
  } finally {
    takeBack();
  }
  return join(path, "dist");
}
