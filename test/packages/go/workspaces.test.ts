import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { packageFolder } from "../../../src/packages/go/package-folder.ts";
import { readRoot } from "../../../src/packages/go/read-root.ts";
import { type Answer, CASES, hasGo, openBench, placeOf, sorted, WORKSPACES } from "./real-go.ts";
import { surroundingsIn } from "./surroundings.ts";

/** The same in the words of `expected.json`. */
function readAs(tree: string, start: string, folder: string): Answer & { readonly problems: readonly unknown[]; readonly sums: number } {
  const where = surroundingsIn(folder, tree);
  const root = readRoot(join(tree, start), where);
  if (root === undefined) throw new Error("no root");
  const cache = join(folder, "go", "pkg", "mod");
  const dependencies = root.dependencies.map((dependency) => {
    const place = packageFolder(dependency, where);
    return { name: dependency.name, version: dependency.version ?? "", folder: place === undefined ? "" : placeOf(place, tree, cache) };
  });
  return {
    members: root.members.map(({ name }) => name).sort(),
    dependencies: sorted(dependencies),
    problems: root.problems,
    sums: root.dependencies.filter(({ origin }) => origin.kind === "registry" && origin.checksum === undefined).length,
  };
}

function expectedOf(name: string): Answer {
  return JSON.parse(readFileSync(join(WORKSPACES, name, "expected.json"), "utf8")) as Answer;
}

describe("as recorded", () => {
  test.each(Object.entries(CASES))("PL-12 %s: members and dependencies are what Go says", async (name, start) => {
    await using fixture = await createFixture({});
    cpSync(join(WORKSPACES, name, "tree"), fixture.getPath("tree"), { recursive: true });
    const expected = expectedOf(name);
    // What Go would have unpacked is put where it does.
    for (const { folder } of expected.dependencies)
      if (folder.includes("@")) mkdirSync(fixture.getPath("go/pkg/mod", folder), { recursive: true });
    const { problems, sums, ...answer } = readAs(fixture.getPath("tree"), start, fixture.path);
    expect(answer).toEqual(expected);
    expect(problems).toEqual([]);
    expect(sums).toBe(0);
  });
});

test("PL-12 vendored packages are found without a module cache", async () => {
  await using fixture = await createFixture({});
  cpSync(join(WORKSPACES, "vendored", "tree"), fixture.getPath("tree"), { recursive: true });
  expect(readAs(fixture.getPath("tree"), ".", fixture.path).dependencies.map(({ folder }) => folder)).toEqual([
    "vendor/example.test/Upper",
    "vendor/example.test/branchy",
    "vendor/example.test/leaf",
  ]);
});

describe.skipIf(!hasGo())("with the real Go", () => {
  test("PL-12 what is recorded is still what Go says, and every folder is found", async () => {
    await using fixture = await createFixture({});
    const bench = openBench(fixture.path);
    for (const [name, start] of Object.entries(CASES)) {
      const answer = bench.ask(name);
      expect(answer, name).toEqual(expectedOf(name));
      const { problems, sums, ...own } = readAs(bench.tree(name), start, fixture.path);
      expect(own, name).toEqual(answer);
      expect([problems, sums], name).toEqual([[], 0]);
    }
  });
});
