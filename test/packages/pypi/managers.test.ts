import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import type { WorkspaceRoot } from "../../../src/packages/ecosystem.ts";
import { readRoot } from "../../../src/packages/pypi/read-root.ts";
import { BESIDE, UV_FIXTURES } from "../../support/beside.ts";
import { sampled } from "../../support/thoroughness.ts";
import { CASES, copyTree, expectedOf, hasManager, managerOf, runIn, TREES } from "./real-managers.ts";
import { startIndex } from "./tiny-index.ts";

function rootOf(tree: string, home: string): WorkspaceRoot {
  const root = readRoot(tree, { env: {}, home, os: "linux", repository: tree, madeLock: () => join(home, "none") });
  if (root === undefined) throw new Error("no root");
  return root;
}

function dependenciesOf({ dependencies }: WorkspaceRoot): string[] {
  return dependencies.map(({ name, version = "" }) => `${name} ${version}`).sort();
}

/** As after an installation. */
function install(tree: string, dependencies: readonly string[]): void {
  const folder = join(tree, ".venv");
  mkdirSync(folder);
  writeFileSync(join(folder, "pyvenv.cfg"), "version = 3.11.7\n");
  for (const one of dependencies) {
    const [name = "", version] = one.split(" ");
    mkdirSync(join(folder, `lib/python3.11/site-packages/${name.replaceAll("-", "_")}-${version}.dist-info`), { recursive: true });
  }
}

describe("as recorded", () => {
  test.each(CASES)("PL-12 %s: the direct dependencies are those that the manager lists", async (name) => {
    await using fixture = await createFixture({});
    const tree = fixture.getPath("tree");
    cpSync(join(TREES, name, "tree"), tree, { recursive: true });
    const { dependencies } = expectedOf(name);
    // Without a lock file only the environment has all versions.
    if (name.startsWith("pip-")) install(tree, dependencies);
    const root = rootOf(tree, fixture.path);
    expect(dependenciesOf(root)).toEqual(dependencies);
    expect(root).toMatchObject({ isUnlocked: false, problems: [] });
    const inFolders = root.dependencies.filter(({ origin }) => origin.kind === "path").map(({ origin }) => origin.folder ?? "");
    expect(inFolders.filter((folder) => !folder.startsWith(join(tree, "libs")))).toEqual([]);
    expect(inFolders.length > 0).toBe(name.endsWith("-path"));
  });

  test("PL-12 at least three shapes of each manager are recorded", () => {
    const counts = new Map<string, number>();
    for (const name of CASES) counts.set(name.split("-")[0] ?? "", (counts.get(name.split("-")[0] ?? "") ?? 0) + 1);
    expect([...counts].map(([manager, count]) => [manager, count >= 3])).toEqual(
      ["pdm", "pip", "pipenv", "poetry", "uv"].map((manager) => [manager, true]),
    );
  });
});

describe.each(["uv", "poetry", "pdm", "pip", "pipenv"])("with the real %s", (manager) => {
  const own = CASES.filter((name) => name.startsWith(`${manager}-`));
  test.skipIf(!hasManager(managerOf(manager)))(
    "PL-12 what is recorded is still what it says, and its folders are found",
    { timeout: 300_000 },
    async () => {
      await using fixture = await createFixture({ home: {} });
      await using index = await startIndex();
      for (const name of sampled(own, () => manager)) {
        const tree = fixture.getPath(name);
        copyTree(name, tree, index.address);
        const declared = new Set(expectedOf(name).dependencies.map((one) => one.split(" ")[0] ?? ""));
        const { ask, installs } = managerOf(manager);
        const answer = await ask(runIn(tree, fixture.getPath("home")), declared);
        expect(answer, name).toEqual(expectedOf(name).dependencies);
        const root = rootOf(tree, fixture.getPath("home"));
        expect(dependenciesOf(root), name).toEqual(answer);
        if (installs)
          expect(
            root.dependencies.filter(({ origin }) => origin.folder === undefined),
            name,
          ).toEqual([]);
      }
    },
  );
});

test.skipIf(!hasManager(managerOf("uv"))).each(readdirSync(UV_FIXTURES))(
  "PL-32 the real uv takes its recorded lock about a folder beside: %s",
  async (form) => {
    await using fixture = await createFixture({ home: {}, "lib/pyproject.toml": BESIDE["uv path"]!.library["pyproject.toml"]! });
    const tree = fixture.getPath("app");
    cpSync(join(UV_FIXTURES, form), tree, { recursive: true });
    await runIn(tree, fixture.getPath("home"))("uv", "lock", "--check", "--offline");
  },
);
