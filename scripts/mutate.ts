/**
 * `npm run mutate [-- --only=<text>] [--workers=<n>]`: breaks the sources in one way after another, in copies, and sees that
 * tests fail each time. Whatever survives is printed with its edit, and the exit code is 1: a rule that no test holds.
 */

import { join } from "node:path";
import { parseArgs } from "node:util";

import type { Mutation } from "./mutate-edit.ts";
import { MUTATIONS } from "./mutate-list.ts";
import { runTests } from "./mutate-tests.ts";
import { copyTree, type Tree } from "./mutate-tree.ts";

const ROOT = join(import.meta.dirname, "..");

/** What is run for an edit. No program is built, so tests that start one are left out. */
const TESTS: Readonly<Record<Mutation["seenBy"], readonly string[]>> = {
  matrix: ["test/conformance/in-process.test.ts"],
  parts: [
    "test/runtime/",
    "test/plugins/last-good",
    "test/plugins/sources/last-good",
    "test/plugins/policy-spelling",
    "test/canonical/interchange-format",
    "test/canonical/patch",
    "test/canonical/symposium-format",
    "test/canonical/tool",
    "test/agents/captured-payloads",
    "test/agents/hook-place",
    "test/agents/registered-text",
    "test/agents/registration",
    "test/agents/tools-beside",
    "native-handler",
  ],
  files: ["test/platform/replace-file", "test/uninstall/leaving"],
  clones: [
    "test/ecosystems/cargo/bounds",
    "test/ecosystems/cargo/fetch-package",
    "test/ecosystems/cargo/read-root",
    "test/ecosystems/check-unpacked",
    "test/predicates/unlocked",
    "test/sync/skills/own-skills",
    "test/platform/bounds",
    "test/platform/read-in-place",
    "test/platform/lock",
    "test/platform/printable",
    "test/plugins/sources/size",
  ],
};

const { values: options } = parseArgs({ options: { only: { type: "string" }, workers: { type: "string", default: "2" } } });
const { only } = options;
const wanted = MUTATIONS.filter(({ breaks, file }) => only === undefined || `${file} ${breaks}`.includes(only));

const trees = Array.from({ length: Number(options.workers) }, () => copyTree(ROOT));
try {
  process.exitCode = (await isGreen(trees)) ? await mutateAll() : 1;
} finally {
  for (const tree of trees) tree.remove();
}

/** Tests that fail already would see every edit. */
async function isGreen([tree]: readonly Tree[]): Promise<boolean> {
  if (tree === undefined) return false;
  for (const files of Object.values(TESTS)) {
    const { passed, failure } = await runTests(tree.path, files);
    if (!passed) console.error(`Nothing was broken yet, and a test fails: ${failure}`);
    if (!passed) return false;
  }
  return true;
}

/** What is an agent's own is noticed by the cases of that agent or the tests in its folder, if at all; the rest need not be run. */
function testsFor({ file, seenBy }: Mutation): [files: readonly string[], agent?: string] {
  const [, agent] = /^agents\/([^/]+)\//.exec(file) ?? [];
  if (agent === undefined || agent.endsWith("-shape") || seenBy === "files") return [TESTS[seenBy]];
  return seenBy === "matrix" ? [TESTS.matrix, agent] : [[...TESTS.parts, `test/agents/${agent}/`]];
}

async function mutateAll(): Promise<number> {
  const queue = wanted.entries();
  const survivors: Mutation[] = [];
  const work = async (tree: Tree) => {
    for (const [at, mutation] of queue) {
      const restore = tree.apply(mutation);
      const { passed, failure } = await runTests(tree.path, ...testsFor(mutation));
      restore();
      if (passed) survivors.push(mutation);
      console.log(
        `${String(at + 1).padStart(3)} of ${wanted.length}  ${passed ? "SURVIVED" : "seen"}  ${mutation.breaks}${passed ? "" : `\n            by ${failure}`}`,
      );
    }
  };
  await Promise.all(trees.map(work));
  for (const { breaks, file, find, replace, seenBy } of survivors) {
    console.log(
      `\nSurvived the ${seenBy === "matrix" ? "matrix" : `tests of the ${seenBy}`}: ${breaks}\n  src/${file}\n  - ${find}\n  + ${replace}`,
    );
  }
  console.log(`\n${wanted.length - survivors.length} of ${wanted.length} edits were seen.`);
  return survivors.length === 0 ? 0 : 1;
}
