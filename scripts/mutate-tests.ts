/** Running tests in a copy until the first one fails. */

import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

import { CONFIG_FILE, type Tree } from "./mutate-tree.ts";

/** Longer than any test takes: an edit can also make the code loop for ever. */
const LONGEST_TEST_MS = 150_000;

export interface TestRun {
  readonly passed: boolean;
  /** The first test that failed, or what else went wrong. */
  readonly failure?: string;
  /** The file of that test, below the copy. */
  readonly file?: string;
}

export interface Tests {
  /** The start of paths of test files, or parts of them. */
  readonly files: readonly string[];
  /** A pattern for the names of tests. */
  readonly name?: string | undefined;
}

export interface Runner {
  /** Runs these tests after an edit, and first the files that name its rule. */
  readonly run: (tests: Tests, edit?: { readonly edited: string; readonly rule: string }) => Promise<TestRun>;
  readonly end: () => void;
}

export function startRunner(tree: Pick<Tree, "path" | "temporary">): Runner {
  let child: ChildProcess | undefined;
  const end = () => {
    if (child?.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    child = undefined;
  };
  const run = ({ files, name }: Tests, edit = { edited: "", rule: "" }) =>
    new Promise<TestRun>((resolve) => {
      child ??= startVitest(tree);
      let timer: NodeJS.Timeout | undefined;
      const settle = (result: TestRun) => {
        clearTimeout(timer);
        child?.removeAllListeners();
        resolve(result);
      };
      child.once("exit", () => {
        child = undefined;
        settle({ passed: false, failure: "the tests ended their process" });
      });
      child.on("message", ({ running, ...result }: TestRun & { readonly running?: string }) => {
        if (running === undefined) return settle(result);
        clearTimeout(timer);
        timer = setTimeout(() => {
          settle({ passed: false, failure: "the tests did not end", file: running });
          end();
        }, LONGEST_TEST_MS);
      });
      child.send({ files, name, ...edit });
    });
  return { run, end };
}

function startVitest({ path: cwd, temporary }: Pick<Tree, "path" | "temporary">): ChildProcess {
  const env = { ...process.env, SYMPOSIUM_TESTS: "all", TMPDIR: temporary };
  const stdio = ["ignore", "ignore", "ignore", "ipc"] as const;
  return spawn("node", [join("scripts", "mutate-runner.mjs"), CONFIG_FILE], { cwd, env, stdio: [...stdio], detached: true });
}
