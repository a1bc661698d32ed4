import { readFileSync } from "node:fs";
import { join, relative } from "node:path";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { sampled } from "../../support/thoroughness.ts";
import { readRoot } from "../../../src/packages/npm/read-root.ts";
import type { Expected } from "./ask-managers.ts";
import { CASES, installed, isAvailable, placeTree, sorted, WORKSPACES } from "./real-managers.ts";

function expectedOf(name: string): readonly Expected[] {
  return JSON.parse(readFileSync(join(WORKSPACES, name, "expected.json"), "utf8")) as Expected[];
}

function read(tree: string) {
  const root = readRoot(tree, { env: {}, home: join(tree, ".."), os: "linux", repository: tree, madeLock: () => "" });
  if (root === undefined) throw new Error("no root");
  return root;
}

/** The same in the words of `expected.json`. */
function readAs(tree: string): Expected[] {
  const { dependencies } = read(tree);
  return sorted(
    dependencies.map(({ name, version = "", origin: { folder } }) => ({
      name,
      version,
      folder: folder === undefined ? "" : relative(tree, folder).replaceAll("\\", "/"),
    })),
  );
}

const withoutFolders = (list: readonly Expected[]) => list.map(({ name, version }) => `${name} ${version}`);

describe("as recorded", () => {
  test.each(CASES)("PL-12 %s: the direct dependencies are what the package manager says", async (name) => {
    await using fixture = await createFixture({});
    const tree = placeTree(name, fixture.path.replace(/\/$/, ""));
    const root = read(tree);
    expect(root.problems).toEqual([]);
    expect(root).toMatchObject({ folder: tree, isUnlocked: false });
    // Two formats have no version for an archive; it is known once it is installed.
    const unknown = readAs(tree).flatMap(({ name: one, version }) => (version === "" ? [one] : []));
    expect(unknown).toEqual(name === "bun-local" || name === "npm-1-local" ? ["archive"] : []);
    const known = expectedOf(name).map((one) => (unknown.includes(one.name) ? { ...one, version: "" } : one));
    expect(withoutFolders(readAs(tree))).toEqual(withoutFolders(known));
    const unproved = root.dependencies.filter(({ origin }) => origin.kind === "registry" && origin.checksum === undefined);
    expect(unproved).toEqual([]);
  });
});

describe("with the real package managers", () => {
  const [available, missing] = [CASES.filter(isAvailable), CASES.filter((name) => !isAvailable(name))];

  test.skipIf(missing.length > 0)(`no manager is missing on PATH: ${missing.join(", ")}`, () => {});

  test.each(sampled(available, (name) => name.slice(0, 4)))(
    "PL-12 %s: what is recorded is still true, and every folder is found",
    { timeout: 120_000 },
    async (name) => {
      await using fixture = await createFixture({});
      const { tree, expected } = await installed(name, fixture.path.replace(/\/$/, ""));
      expect(expected).toEqual(expectedOf(name));
      const own = readAs(tree);
      expect(withoutFolders(own)).toEqual(withoutFolders(expected));
      expect(own.filter((one, at) => expected[at]?.folder !== "" && one.folder !== expected[at]?.folder)).toEqual([]);
      expect(read(tree).problems).toEqual([]);
    },
  );
});
