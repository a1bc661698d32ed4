import { readFileSync } from "node:fs";

import { defaultExclude, defineConfig } from "vitest/config";

import { programFingerprint } from "./scripts/hook-sources.ts";

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")) as { version: string };

const TESTS = ["test/**/*.test.ts"];

/**
 * Tests that change what every module of a process uses, such as the file system, and those that leave much behind in memory: after a bundler ran in a
 * process, starting another from it takes ten times as long.
 */
const ALONE = [
  "test/foundation/{generated,hook-sources}.test.ts",
  "test/conformance/**/*.test.ts",
  "test/attacks/single-fault.property.test.ts",
  "test/agents/opencode/*.test.ts",
  "test/plugins/catalogue.test.ts",
  "test/plugins/{agent-plugin,packages}/{stored-plugins,catalogue}.test.ts",
  "test/plugins/sources/faults.test.ts",
  "test/plugins/skills/killed-install.test.ts",
  "test/setup/faults/*{full-disk,hostile,killed}.test.ts",
];

/**
 * Tests that wait for faults, deadlines and package managers most of the time. A quick run leaves them out unless it names files; `.ci/run` runs
 * all of them.
 */
const LONG = [
  "test/**/*faults.test.ts",
  "test/setup/faults/*.test.ts",
  "test/attacks/!(hostile-repository|imported-hooks|manifest-clone|names|spelling).test.ts",
  "test/agents/new-agent.test.ts",
  "test/packages/cargo/fetch-package.test.ts",
  "test/foundation/package.test.ts",
  "test/servers/mcp/{backing-kinds,lifecycle}.test.ts",
  "test/plugins/packages/chained-git.test.ts",
  "test/program/sync-sees-changes.test.ts",
  "test/setup/entries/undo-*-in-projects.test.ts",
  "test/servers/launcher.test.ts",
  "test/setup/updates/real-installers.test.ts",
];

/** How long a run takes for the tests of one file, at most; of a file that takes longer (`test/support/seconds.json`) it runs a part. */
const SECONDS_FOR_A_FILE: Readonly<Record<string, number>> = { quick: 1.5, sample: 3 };

const level = process.env["SYMPOSIUM_TESTS"] ?? "quick";
const namesFiles = process.argv.slice(2).some((argument) => argument.includes("test/"));
const isWhole = level === "quick" && namesFiles;
const LEFT_OUT = [...defaultExclude, ...(level === "quick" && !namesFiles ? LONG : [])];

/** Workers that compile to machine code later take about 10 % less CPU time: most code runs too rarely to repay that. Only Node 20 has the option. */
const LATE_COMPILING = process.versions.node.startsWith("20.") ? ["--interrupt-budget=1000000"] : [];

export default defineConfig({
  // What runs in process takes indexes and records of the built programs for its own, and the other way round.
  define: {
    SYMPOSIUM_VERSION: JSON.stringify(version),
    SYMPOSIUM_BUILD: JSON.stringify(`${version}+${programFingerprint(import.meta.dirname).slice(0, 12)}`),
  },
  test: {
    // No git that a test starts asks anyone but this machine, where tests serve http.
    env: {
      GIT_ALLOW_PROTOCOL: "file:http:ssh",
      NO_UPDATE_NOTIFIER: "1",
      SYMPOSIUM_TEST_SECONDS: isWhole ? "" : String(SECONDS_FOR_A_FILE[level] ?? ""),
    },
    execArgv: LATE_COMPILING,
    globalSetup: ["test/foundation/build-once.ts", "test/foundation/apart-from-home.ts"],
    setupFiles: "test/support/seeded-properties.ts",
    runner: "test/support/sampling-runner.ts",
    // One more than the two cores we count on: many tests wait for processes and deadlines.
    maxWorkers: 3,
    // Many tests start processes, and some of those sit out a deadline. A proof tries far more in one test.
    testTimeout: process.env["SYMPOSIUM_TESTS"] === "proof" ? 600_000 : 60_000,
    hookTimeout: 60_000,
    // To load the sources again for each file takes longer than most files take to run.
    projects: [
      { extends: true, test: { name: "alone", include: ALONE, exclude: LEFT_OUT } },
      { extends: true, test: { name: "together", include: TESTS, exclude: [...LEFT_OUT, ...ALONE], isolate: false } },
    ],
  },
});
