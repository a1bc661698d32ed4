/**
 * Captures the payloads that tests read (RT-32): `bun real-agents/probes/capture.ts [agent…]` runs each agent and writes
 * what its hooks were given to `test/agents/<agent>/payloads/`. Values are as sent, with the paths of the run replaced.
 */

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { exportsOf } from "../folder-exports.ts";
import type { Recipe } from "../recipes/recipe.ts";
import { put, type Folders } from "../sandbox.ts";
import { probe, type Probe } from "./probe.ts";

export interface Capture extends Probe {
  /** File name without `.json`, which begins with the event → text by which the payload is found; the first one is kept. */
  readonly keep: Readonly<Record<string, string>>;
}

export interface CaptureList {
  readonly recipe: Recipe;
  readonly captures: readonly Capture[];
}

const LISTS = await exportsOf<CaptureList>(join(import.meta.dirname, "captures"), []);
const REPOSITORY = join(import.meta.dirname, "..", "..");

const wanted = process.argv.slice(2);
const base = mkdtempSync(join(tmpdir(), "symposium-capture-"));
let missing = 0;
for (const list of LISTS.filter(({ recipe }) => wanted.length === 0 || wanted.includes(recipe.name))) {
  for (const one of list.captures) missing += await capture(list.recipe, one);
}
if (missing === 0) rmSync(base, { recursive: true });
else console.log(`${missing} payloads missing; runs are kept in ${base}`);
process.exit(missing === 0 ? 0 : 1);

async function capture(recipe: Recipe, { keep, ...wanted }: Capture): Promise<number> {
  const run = await probe(recipe, wanted, base);
  const folder = join(REPOSITORY, "test", "agents", recipe.name, "payloads");
  mkdirSync(folder, { recursive: true });
  let absent = 0;
  for (const [file, text] of Object.entries(keep)) {
    const event = file.split(".", 1)[0];
    const found = run.hooks.find((hook) => hook.event === event && hook.payload.includes(text));
    if (found === undefined) {
      absent += 1;
      console.log(`missing ${recipe.name} ${file} (${run.root})`);
      continue;
    }
    const payload = JSON.parse(neutral(found.payload, run)) as unknown;
    put(join(folder, `${file}.json`), `${JSON.stringify(payload, null, 2)}\n`);
  }
  console.log(`${recipe.name} ${wanted.name}: ${Object.keys(keep).length - absent} payloads`);
  return absent;
}

/** Puts neutral paths in the place of this machine's; agents also make names of a path by turning `/` into `-`. */
function neutral(text: string, { root, home, project }: Folders): string {
  const dashed = (path: string) => path.replace(/[^A-Za-z0-9]/g, "-");
  return [
    [project, "/home/user/project"],
    [home, "/home/user"],
    [join(root, "tmp"), "/tmp"],
    [dashed(project), dashed("/home/user/project")],
    [process.execPath, "/usr/local/bin/bun"],
    [REPOSITORY, "/home/user/symposium"],
  ].reduce((rest, [from = "", to = ""]) => rest.replaceAll(from, to), text);
}
