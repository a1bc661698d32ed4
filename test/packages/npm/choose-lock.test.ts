import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { json, listed, packageLock, rootOf } from "./surroundings.ts";

describe("PL-12 which lock file counts", () => {
  const PNPM =
    "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      leaf:\n        specifier: '*'\n        version: 9.0.0\n";
  const YARN = '# yarn lockfile v1\n\n\nleaf@*:\n  version "1.0.0"\n';
  const NPM = packageLock({ leaf: "3.0.0" });
  const manifest = (more: object = {}) => json({ name: "app", dependencies: { leaf: "*" }, ...more });

  test.each([
    ["the only one", { "package.json": manifest({ packageManager: "pnpm@9.0.0" }), "package-lock.json": NPM }, "3.0.0", 0],
    [
      "the manifest's",
      { "package.json": manifest({ packageManager: "npm@11.0.0" }), "pnpm-lock.yaml": PNPM, "package-lock.json": NPM },
      "3.0.0",
      0,
    ],
    [
      "the manifest's engine's",
      { "package.json": manifest({ devEngines: { packageManager: { name: "yarn" } } }), "pnpm-lock.yaml": PNPM, "yarn.lock": YARN },
      "1.0.0",
      0,
    ],
    [
      "that of the manager that installed",
      { "package.json": manifest(), "pnpm-lock.yaml": PNPM, "yarn.lock": YARN, "node_modules/.yarn-integrity": "" },
      "1.0.0",
      0,
    ],
    [
      "a shrinkwrap",
      { "package.json": manifest(), "npm-shrinkwrap.json": packageLock({ leaf: "4.0.0" }), "package-lock.json": NPM },
      "4.0.0",
      0,
    ],
    [
      "the first by a fixed order, with a note",
      { "package.json": manifest(), "pnpm-lock.yaml": PNPM, "yarn.lock": YARN, "package-lock.json": NPM },
      "9.0.0",
      1,
    ],
  ])("%s", async (_, tree, version, notes) => {
    await using fixture = await createFixture(tree as Record<string, string>);
    const root = rootOf(fixture.path);
    expect(listed(root)).toEqual([`leaf ${version}`]);
    expect(root.problems).toHaveLength(notes);
    if (notes > 0)
      expect(root.problems).toMatchObject([
        {
          severity: "warning",
          message: expect.stringContaining("yarn.lock, package-lock.json"),
          hint: expect.stringContaining("packageManager"),
        },
      ]);
  });

  test("Bun's binary one is a problem that says what to run", async () => {
    await using fixture = await createFixture({ "package.json": manifest(), "bun.lockb": "\0\0" });
    const root = rootOf(fixture.path);
    expect(root).toMatchObject({ isUnlocked: true, problems: [{ hint: "run `bun install --save-text-lockfile`" }] });
    expect(listed(root)).toEqual(["leaf (*)"]);
  });
});
