/**
 * `npm run agents:check-new [agent[@version]…]`: takes the newest version of each agent, runs captures and the suite with it, and
 * prints as a diff what changed against the pinned one: payload keys, events, scenarios. Nothing in the repository is
 * written. Exit code 0: no change; 1: changes; 3: something could not be checked.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { buildAll } from "../scripts/build.ts";
import { builtProgram, FORMS } from "./built-program.ts";
import { payloadChanges, scenarioChanges } from "./changes.ts";
import { install } from "./install.ts";
import { RECIPES } from "./recipes/list.ts";
import type { Recipe } from "./recipes/recipe.ts";

const wanted = process.argv.slice(2).map((word) => ({ name: word.split("@")[0] ?? "", version: word.split("@")[1] }));
const unknown = wanted.filter(({ name }) => !RECIPES.some((recipe) => recipe.name === name));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.map(({ name }) => name).join(", ")}; agents: ${RECIPES.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}

await buildAll({ ifStale: true });
const base = mkdtempSync(join(tmpdir(), "symposium-check-new-"));
let changed = 0;
let unseen = 0;
for (const recipe of RECIPES.filter(({ name }) => wanted.length === 0 || wanted.some((one) => one.name === name))) {
  const version = wanted.find(({ name }) => name === recipe.name)?.version ?? newest(recipe);
  if (version === undefined) {
    unseen += 1;
    console.log(`${recipe.name}: SKIPPED, the registry could not be asked for its newest version`);
  } else if (version === recipe.npm.version) console.log(`${recipe.name}: ${version} is pinned and the newest`);
  else await look({ ...recipe, npm: { ...recipe.npm, version } }, recipe.npm.version);
}
rmSync(base, { recursive: true, force: true });
console.log(`${changed} agents changed, ${unseen} could not be checked`);
process.exit(changed > 0 ? 1 : unseen > 0 ? 3 : 0);

async function look(recipe: Recipe, pinned: string): Promise<void> {
  console.log(`\n--- ${recipe.name} ${pinned}\n+++ ${recipe.name} ${recipe.npm.version}`);
  try {
    install(recipe);
  } catch (error) {
    unseen += 1;
    console.log(`SKIPPED, it cannot be installed: ${error instanceof Error ? error.message.split("\n", 1)[0] : String(error)}`);
    return;
  }
  const programs = FORMS.map((form) => builtProgram(form, join(base, recipe.name, "built")));
  const folder = (name: string) => join(base, recipe.name, name);
  let lines = 0;
  for (const [title, changes] of [
    ["payload keys and events", () => payloadChanges(recipe, folder("captures"))],
    ["scenarios", () => scenarioChanges(recipe, programs, folder("scenarios"))],
  ] as const) {
    const diff = await changes();
    lines += diff.length;
    console.log([`@@ ${title}`, ...(diff.length === 0 ? ["  no change"] : diff)].join("\n"));
  }
  if (lines > 0) changed += 1;
}

function newest({ npm }: Recipe): string | undefined {
  try {
    return execFileSync("npm", ["view", `${npm.package}@latest`, "version"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return undefined;
  }
}
