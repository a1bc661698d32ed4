/** Prints how many tests of a vitest report passed, failed and were skipped. A run that broke without a failed test counts as one. */

import { readFileSync } from "node:fs";

const [, , report, status] = process.argv;

function counts() {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, "utf8"));
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

const { passed, failed, skipped } = counts();
console.log(passed, failed === 0 && status !== "0" ? 1 : failed, skipped);
