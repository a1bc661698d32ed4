/** A broken manifest of a workspace, as in the middle of an edit: what applied there stays, and the user's own plugins never wait for its end. */

import { mkdirSync, writeFileSync } from "node:fs";

import { expect, test } from "vitest";

import { chooseLines, findIndex, isIndexFresh, type OpenIndex, parseIndex } from "../../src/index/read-index.ts";
import { rebuildIndex } from "../../src/index/rebuild.ts";
import { ECOSYSTEMS } from "../../src/packages/list.ts";
import { ourDirectory } from "./our-directory.ts";
import { hook, manifest } from "../support/plugin.ts";

type Ours = Awaited<ReturnType<typeof ourDirectory>>;

const PROJECTS: Readonly<Record<string, readonly [file: string, good: string, needed: string, broken: string]>> = {
  cargo: ["Cargo.toml", '[package]\nname = "p"\nversion = "1.0.0"\n[dependencies]\nneeded = "1"\n', "needed", "[package\n"],
  npm: ["package.json", '{"name":"p","dependencies":{"needed":"1"}}', "npm:needed", '{"name":'],
  pypi: ["pyproject.toml", '[project]\nname = "p"\nversion = "1"\ndependencies = ["needed"]\n', "pypi:needed", "[project\n"],
  go: [
    "go.mod",
    "module example.com/p\n\ngo 1.22\n\nrequire example.com/needed v1.0.0\n",
    "go:example.com/needed",
    "module example.com/p\nrequire (\n",
  ],
};

async function running({ context, places }: Ours, folder: string): Promise<readonly [OpenIndex, readonly string[]]> {
  const made = await rebuildIndex({ context, places, folder, program: "1" });
  if (!made.ok) throw new Error(made.problem);
  const index = parseIndex(made.text)!;
  return [index, Object.keys(index.header.sections).flatMap((section) => chooseLines(index, section, "all").meant.map(({ id }) => id))];
}

function addGuard(ours: Ours): void {
  mkdirSync(ours.path("plugins/new"), { recursive: true });
  const files = manifest("new", hook("h", "PreToolUse", 'on-failure = "closed"'));
  for (const [name, text] of Object.entries(files)) writeFileSync(ours.path(`plugins/new/${name}`), text as string);
}

test("every ecosystem is here", () => {
  expect(Object.keys(PROJECTS).sort()).toEqual(ECOSYSTEMS.map(({ name }) => name).sort());
});

test.each(Object.entries(PROJECTS))(
  "RT-37 %s: a new guard counts at once, and what was active stays",
  async (_, [file, good, needed, broken]) => {
    const plugins = {
      open: manifest("open", hook("h", "PreToolUse", `depends-on = ["${needed}"]`)),
      other: manifest("other", hook("h", "PreToolUse", `depends-on = ["${needed}-not"]`)),
    };
    await using ours = await ourDirectory({ plugins });
    const folder = ours.path("project");
    mkdirSync(`${folder}/.git`, { recursive: true });
    writeFileSync(`${folder}/${file}`, good);
    expect((await running(ours, folder))[1]).toEqual(["open/h"]);
    writeFileSync(`${folder}/${file}`, broken);
    addGuard(ours);
    const [index, ids] = await running(ours, folder);
    expect(ids).toEqual(["new/h", "open/h"]);
    expect(index.header.kept?.join()).toContain(file);
    // The next call looks again.
    expect(isIndexFresh(findIndex(ours.places, folder)!, "1", false)).toBe(false);
    writeFileSync(`${folder}/${file}`, good.replace("needed", "needed-not"));
    const [fixed, after] = await running(ours, folder);
    expect([after, fixed.header.kept]).toEqual([["new/h", "other/h"], undefined]);
  },
);

test.each(Object.entries(PROJECTS))("RT-37 %s: a new guard counts where the manifest was never readable", async (_, [file, , , broken]) => {
  await using ours = await ourDirectory({ plugins: {} });
  const folder = ours.path("project");
  mkdirSync(`${folder}/.git`, { recursive: true });
  writeFileSync(`${folder}/${file}`, broken);
  expect((await running(ours, folder))[1]).toEqual([]);
  addGuard(ours);
  expect((await running(ours, folder))[1]).toEqual(["new/h"]);
});
