/**
 * One vitest that stays alive in a copy of the checkout, so that it transforms a module again only after an edit. `mutate-tests.ts` starts it, as
 * a process that it can end.
 */

import { readFileSync } from "node:fs";
import { relative } from "node:path";

import { createVitest } from "vitest/node";

/** @type {string[]} */
let failures = [];
let passedFiles = 0;

const vitest = await createVitest("test", {
  config: process.argv[2],
  watch: false,
  reporters: [
    {
      onTestCaseResult(test) {
        process.send?.({ running: relative(process.cwd(), test.module.moduleId) });
        if (test.result().state !== "failed") return;
        failures.push(test.fullName);
        void vitest.cancelCurrentRun("test-failure");
      },
      onTestModuleEnd(module) {
        if (module.ok()) passedFiles++;
      },
    },
  ],
});

/** How long a file took when it last ran. @type {Map<string, number>} */
const durations = new Map();
/** The file of the edit before this one, which is whole again. */
let before = "";

process.on("message", async ({ files, name, edited, rule }) => {
  for (const file of [before, edited]) if (file !== "") vitest.invalidateFile(file);
  before = edited;
  vitest.setGlobalTestNamePattern(name);
  for (const one of await ordered(files, rule)) {
    const file = relative(process.cwd(), one.moduleId);
    process.send?.({ running: file });
    const failure = await failureIn(one);
    if (failure !== undefined) return process.send?.({ passed: false, failure, file });
  }
  return process.send?.({ passed: true });
});

/** The files that name the rule first, and of these the fast ones. */
async function ordered(files, rule) {
  const all = await vitest.globTestSpecifications(files);
  const rank = ({ moduleId }) => (readFileSync(moduleId, "utf8").includes(`${rule} `) ? 0 : 1e9) + (durations.get(moduleId) ?? 0);
  return all.toSorted((one, other) => rank(one) - rank(other));
}

async function failureIn(specification) {
  [failures, passedFiles] = [[], 0];
  const began = Date.now();
  const { unhandledErrors } = await vitest.runTestSpecifications([specification]);
  if (failures.length === 0) durations.set(specification.moduleId, Date.now() - began);
  if (failures.length > 0) return failures[0];
  return unhandledErrors.length === 0 && passedFiles === 1 ? undefined : "a failure outside of any test";
}
