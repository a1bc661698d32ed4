/** The published repository of recommendations, where a checkout of it is at hand: `SYMPOSIUM_RECOMMENDATIONS_DIR=<folder>`. */

import { expect, test } from "vitest";

import { checkEntry } from "../../src/diagnose/validate/validate-entry.ts";
import { loadSource } from "../support/load-source.ts";

const folder = process.env["SYMPOSIUM_RECOMMENDATIONS_DIR"];

test.skipIf(folder === undefined)("PL-5 every entry of the published repository works or gives one clear message", () => {
  const { plugins, skills } = loadSource(folder!);
  expect(plugins.length + skills.length).toBeGreaterThan(0);
  for (const { file, plugin, problems } of plugins) {
    if (plugin === undefined) expect(problems, file).toHaveLength(1);
    for (const problem of problems) expect(problem).toMatch(/^[^:]+(:\d+:\d+)?: \S/);
  }
  for (const directory of skills) {
    const { findings } = checkEntry({ kind: "skill", directory: `${folder}/${directory}` }, { os: "linux", env: {} });
    const errors = findings.filter(({ severity }) => severity === "error");
    expect(errors.length, directory).toBeLessThanOrEqual(1);
  }
});
