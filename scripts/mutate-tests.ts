/** Running tests in a copy until the first one fails. */

import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { CONFIG_FILE, FAILURES_FILE } from "./mutate-tree.ts";

/** Longer than any run takes: an edit can also make the code loop for ever. */
const LONGEST_RUN_MS = 300_000;

export interface TestRun {
  readonly passed: boolean;
  /** The first test that failed, or what else went wrong. */
  readonly failure?: string | undefined;
}

/** Runs the tests of these files, of one agent alone where one is named. */
export async function runTests(tree: string, files: readonly string[], agent?: string): Promise<TestRun> {
  const failures = join(tree, FAILURES_FILE);
  rmSync(failures, { force: true });
  const ended = await vitest(tree, [
    "run",
    "--config",
    CONFIG_FILE,
    "--reporter=dot",
    ...(agent === undefined ? [] : ["-t", `${agent}( |$)`]),
    ...files,
  ]);
  if (ended === 0) return { passed: true };
  if (ended === "too long") return { passed: false, failure: "the tests did not end" };
  return { passed: false, failure: existsSync(failures) ? readFileSync(failures, "utf8").split("\n")[0] : "a failure outside of any test" };
}

function vitest(cwd: string, args: readonly string[]): Promise<number | "too long"> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, SYMPOSIUM_TESTS: "all" };
    const child = spawn("node", [join("node_modules", "vitest", "vitest.mjs"), ...args], { cwd, env, stdio: "ignore", detached: true });
    const timer = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      resolve("too long");
    }, LONGEST_RUN_MS);
    child.on("error", reject);
    child.on("exit", (code) => {
      clearTimeout(timer);
      resolve(code ?? 1);
    });
  });
}
