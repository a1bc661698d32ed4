import { mkdirSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { json, listed, packageLock, rootOf } from "./surroundings.ts";

describe("where packages are installed", () => {
  const LOCK = packageLock({ leaf: "1.0.0", "@s/x": "1.0.0" });

  async function installed(links: Readonly<Record<string, string>>, isLocked = true) {
    const fixture = await createFixture({
      "repo/package.json": json({ dependencies: { leaf: "1.0.0", "@s/x": "1.0.0" } }),
      ...(isLocked ? { "repo/package-lock.json": LOCK } : {}),
      "repo/store/leaf/package.json": json({ name: "leaf", version: "1.0.0" }),
      "outside/leaf/package.json": json({ name: "leaf", version: "1.0.0" }),
      [`store/v10/links/leaf/1.0.0/${"ab".repeat(32)}/node_modules/leaf/package.json`]: json({ name: "leaf", version: "1.0.0" }),
    });
    for (const [place, target] of Object.entries(links)) {
      mkdirSync(dirname(fixture.getPath(place)), { recursive: true });
      symlinkSync(fixture.getPath(target), fixture.getPath(place));
    }
    const root = rootOf(fixture.getPath("repo"));
    return { fixture, root, folder: root.dependencies[0]?.origin.folder, [Symbol.asyncDispose]: () => fixture.rm() };
  }

  test("PL-12 a link counts for where it leads", async () => {
    await using there = await installed({ "repo/node_modules/leaf": "repo/store/leaf" });
    expect(there.folder).toBe(there.fixture.getPath("repo/store/leaf"));
    expect(there.root.problems).toEqual([]);
  });

  test.each([true, false])("PL-12 pnpm's store outside counts, with a lock file: %s", async (isLocked) => {
    const place = `store/v10/links/leaf/1.0.0/${"ab".repeat(32)}/node_modules/leaf`;
    await using there = await installed({ "repo/node_modules/leaf": place }, isLocked);
    expect(listed(there.root)).toContain("leaf 1.0.0");
    expect(there.folder).toBe(there.fixture.getPath(place));
    expect(there.root.problems).toEqual([]);
  });

  test("PL-4 an installed package with a damaged manifest costs its version alone", async () => {
    await using fixture = await createFixture({
      "package.json": json({ dependencies: { leaf: "^1.0.0" } }),
      "node_modules/leaf/package.json": '{ "name": "leaf", "vers',
    });
    expect(listed(rootOf(fixture.path))).toEqual(["leaf (^1.0.0)"]);
    expect(rootOf(fixture.path).problems).toEqual([]);
  });

  test.each([
    ["a package", { "repo/node_modules/leaf": "outside/leaf" }],
    ["a scope", { "repo/node_modules/@s": "outside" }],
    ["node_modules", { "repo/node_modules": "outside" }],
  ])("PL-32 %s that leads out does not", async (what, links) => {
    await using there = await installed(links as Record<string, string>);
    expect(there.root.dependencies.flatMap(({ origin }) => origin.folder ?? [])).toEqual([]);
    expect(there.root.dependencies).toHaveLength(2);
    const beside = there.root.dependencies.flatMap(({ origin }) => origin.beside ?? []);
    expect(beside).toEqual(what === "a package" ? [expect.stringMatching(/outside\/leaf$/)] : []);
    if (what === "a scope") expect(there.root.problems).toMatchObject([{ message: expect.stringContaining("outside") }]);
  });
});
