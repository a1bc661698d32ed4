/**
 * `node --import ./scripts/typescript.mjs real-agents/run-capture.ts [agent…]`: writes what the agents send to `test/agents/<agent>/payloads/`,
 * which tests read.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { json } from "./recipes/recipe.ts";
import { put } from "./sandbox.ts";
import { capture } from "./capture.ts";
import { CAPTURES } from "./captures/list.ts";

const PAYLOADS = join(import.meta.dirname, "..", "test", "agents");

const wanted = process.argv.slice(2);
const base = mkdtempSync(join(tmpdir(), "symposium-capture-"));
let missing = 0;
for (const { recipe, captures } of CAPTURES.filter((list) => wanted.length === 0 || wanted.includes(list.recipe.name))) {
  for (const one of captures) {
    const payloads = await capture(recipe, one, base);
    for (const { name, payload, root } of payloads) {
      if (payload === undefined) {
        missing += 1;
        console.log(`missing ${recipe.name} ${name} (${root})`);
      } else put(join(PAYLOADS, recipe.name, "payloads", `${name}.json`), json(payload));
    }
    console.log(`${recipe.name} ${one.name}: ${payloads.filter(({ payload }) => payload !== undefined).length} payloads`);
  }
}
if (missing === 0) rmSync(base, { recursive: true });
else console.log(`${missing} payloads missing; runs are kept in ${base}`);
process.exit(missing === 0 ? 0 : 1);
