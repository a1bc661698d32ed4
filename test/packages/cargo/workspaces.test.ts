import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { packageFolder } from "../../../src/packages/cargo/package-folder.ts";
import { readCargoRoot } from "../../../src/packages/cargo/read-root.ts";
import type { RootSurroundings } from "../../../src/packages/ecosystem.ts";
import { CASES, type Expected, hasCargo, placeOf, sorted, vendoredFiles, withRealCargo, WORKSPACES, write } from "./real-cargo.ts";

interface Answer {
  readonly root: string;
  readonly members: readonly Expected[];
  readonly dependencies: readonly Expected[];
}

/** The same in the words of `expected.json`. */
function readAs(tree: string, start: string, cargoHome: string): Answer & { readonly problems: readonly unknown[] } {
  const where: RootSurroundings = {
    env: { CARGO_HOME: cargoHome },
    home: join(cargoHome, ".."),
    os: "linux",
    repository: tree,
    madeLock: () => join(cargoHome, "none"),
  };
  const root = readCargoRoot(join(tree, start), where);
  if (root === undefined) throw new Error("no root");
  const members = root.members.map(({ name, version = "", folder }) => ({ name, version, folder: placeOf(folder, tree, cargoHome) }));
  const dependencies = root.dependencies.map((dependency) => {
    const folder = packageFolder(dependency, where);
    return {
      name: dependency.name,
      version: dependency.version ?? "",
      folder: folder === undefined ? "" : placeOf(folder, tree, cargoHome),
    };
  });
  return {
    root: placeOf(root.folder, tree, cargoHome),
    members: sorted(members),
    dependencies: sorted(dependencies),
    problems: root.problems,
  };
}

function expectedOf(name: string): Answer {
  return JSON.parse(readFileSync(join(WORKSPACES, name, "expected.json"), "utf8")) as Answer;
}

describe("as recorded", () => {
  test.each(Object.entries(CASES))("PL-11 %s: root, members and dependencies are what Cargo says", async (name, start) => {
    await using fixture = await createFixture({ home: {} });
    const tree = fixture.getPath("tree");
    cpSync(join(WORKSPACES, name, "tree"), tree, { recursive: true });
    if (name === "vendored") for (const [path, text] of vendoredFiles()) write(fixture.getPath(`tree/third-party/${path}`), text);
    const expected = expectedOf(name);
    // What Cargo would have unpacked is put where it does.
    for (const { folder, ...pack } of expected.dependencies) {
      const place = folder.replace(/^registry\/src/, "registry/src/index.crates.io-0123456789abcdef");
      if (folder.startsWith("registry/")) write(fixture.getPath(`home/${place}/Cargo.toml`), manifestOf(pack));
    }
    const { problems, ...answer } = readAs(tree, start, fixture.getPath("home"));
    const withoutGit = (list: readonly Expected[]) => list.map((one) => (one.folder.startsWith("git/") ? { ...one, folder: "" } : one));
    expect(answer).toEqual({ ...expected, dependencies: withoutGit(expected.dependencies) });
    expect(problems).toEqual([]);
  });
});

function manifestOf({ name, version }: { readonly name: string; readonly version: string }): string {
  return `[package]\nname = "${name}"\nversion = "${version}"\n`;
}

describe.skipIf(!hasCargo())("with the real Cargo", () => {
  test("PL-11 B22 J56 what is recorded is still what Cargo says, and every folder is found", async () => {
    await using fixture = await createFixture({});
    await withRealCargo(fixture.path, async ({ tree, cargoHome, ask }) => {
      for (const [name, start] of Object.entries(CASES)) {
        const answer = await ask(name);
        expect(answer, name).toEqual(expectedOf(name));
        const { problems, ...own } = readAs(tree(name), start, cargoHome);
        expect(own, name).toEqual(answer);
        expect(problems, name).toEqual([]);
      }
    });
  });
});
