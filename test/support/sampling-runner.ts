/**
 * Vitest's runner, which leaves out tests of files that take long (`seconds.json`) where a level has only so many seconds for a file.
 * The left out ones run in `npm run proof`.
 */

import { type RunnerTask, type RunnerTestFile, type RunnerTestSuite, TestRunner, type VitestTestRunner } from "vitest";

import { lookUp } from "../../src/lookup.ts";
import { chosenTests } from "./chosen-tests.ts";
import seconds from "./seconds.json" with { type: "json" };

/** Set by `vitest.config.ts` where a file has only so many seconds. */
const SECONDS_FOR_A_FILE = "SYMPOSIUM_TEST_SECONDS";

/** Each test of these looks at every source for one kind of mistake, which no other test finds. */
const WHOLE: ReadonlySet<string> = new Set(
  ["agent-names", "layers", "linear-expressions", "outside-words", "words"].map((name) => `test/foundation/${name}.test.ts`),
);

export default class SamplingRunner extends TestRunner {
  declare onCollected?: VitestTestRunner["onCollected"];
  #wrapped = false;

  /** Vitest has replaced `onCollected` by then with its report of what a file contains, which comes after ours. */
  onBeforeCollect(): void {
    if (this.#wrapped) return;
    this.#wrapped = true;
    const report = this.onCollected;
    this.onCollected = (files) => {
      for (const file of files) leaveOut(file);
      return report?.call(this, files);
    };
  }
}

function leaveOut(file: RunnerTestFile): void {
  const most = Number(process.env[SECONDS_FOR_A_FILE]);
  const takes = lookUp<number>(seconds, file.name) ?? 0;
  if (!(most > 0) || takes <= most || WHOLE.has(file.name)) return;
  const tests = testsIn(file);
  const chosen = chosenTests(
    tests.map(({ fullName }) => fullName),
    most / takes,
  );
  const left = new Set<RunnerTask>(tests.filter((_, at) => !chosen.has(at)));
  prune(file, left);
}

/** Those that are skipped anyway stay, so that they are counted. */
function testsIn(suite: RunnerTestSuite): RunnerTask[] {
  return suite.tasks.flatMap((task) =>
    task.type === "suite" ? testsIn(task) : task.mode === "run" || task.mode === "queued" ? [task] : [],
  );
}

function prune(suite: RunnerTestSuite, left: ReadonlySet<RunnerTask>): void {
  for (const task of suite.tasks) if (task.type === "suite") prune(task, left);
  suite.tasks = suite.tasks.filter((task) => !left.has(task) && (task.type !== "suite" || task.tasks.length > 0));
}
