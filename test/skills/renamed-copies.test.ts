import { readFileSync, utimesSync, writeFileSync } from "node:fs";

import { expect, test } from "vitest";

import { originHash } from "../../src/skills/origin.ts";
import { installWorld, namesIn } from "./install-world.ts";
import { skillText } from "../support/plugin.ts";

const FOLDER = "w/.claude/skills";
const TWO = {
  s: {
    a: { "SKILL.md": skillText("x"), "SKILL.txt": "name: x\n", sub: { "SKILL.md": skillText("x") } },
    b: { "SKILL.md": skillText("x", "", "of b").replaceAll("\n", "\r\n") },
  },
};

async function twoOfOneName() {
  const world = await installWorld(TWO);
  const both = () => [world.chosen("s/a"), world.chosen("s/b")];
  const nameOf = (folder: string) => `x-${originHash(world.chosen(folder).skill.origin)}`;
  const text = (folder: string, file = "SKILL.md") => readFileSync(world.at(FOLDER, nameOf(folder), file), "utf8");
  return { ...world, both, nameOf, text, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

test("PL-19 PL-21 the frontmatter of a renamed copy names its folder, and nothing else of it changes", async () => {
  await using world = await twoOfOneName();
  world.install(world.both());
  expect(namesIn(world.at(FOLDER))).toEqual([world.nameOf("s/a"), world.nameOf("s/b")].sort());
  for (const folder of ["s/a", "s/b"]) {
    const source = readFileSync(world.at(folder, "SKILL.md"), "utf8");
    expect(world.text(folder)).toBe(source.replace("name: x", `name: ${world.nameOf(folder)}`));
  }
  expect([world.text("s/a", "SKILL.txt"), world.text("s/a", "sub/SKILL.md")]).toEqual(["name: x\n", skillText("x")]);
});

test("PL-19 a copy under its own name has the author's bytes, also after it was renamed for a while", async () => {
  await using world = await twoOfOneName();
  world.install(world.both());
  world.install([world.chosen("s/b")]);
  expect(namesIn(world.at(FOLDER))).toEqual(["x"]);
  expect(readFileSync(world.at(FOLDER, "x/SKILL.md"))).toEqual(readFileSync(world.at("s/b/SKILL.md")));
});

test("PL-20 PL-22 a renamed copy is up to date while its source is, whatever its stamps say", async () => {
  await using world = await twoOfOneName();
  world.install(world.both());
  const again = () => world.install(world.both()).plan;
  expect(again()).toMatchObject({ create: [], update: [], unmark: [], remove: [], unchanged: [{}, {}] });
  utimesSync(world.at("s/a/SKILL.md"), 1, 1);
  utimesSync(world.at(FOLDER, world.nameOf("s/a"), "SKILL.md"), 1, 1);
  expect(again()).toMatchObject({ create: [], update: [], unmark: [], remove: [], unchanged: [{}, {}] });
  writeFileSync(world.at("s/a/SKILL.md"), skillText("x", "", "another text"));
  expect(again().update).toMatchObject([{ reason: "has changed at its source" }]);
  expect(world.text("s/a")).toBe(skillText(world.nameOf("s/a"), "", "another text").replace(/About .*/, "About x"));
});

test("PL-20 a renamed copy that a person changed is theirs, also where only the name was changed back", async () => {
  await using world = await twoOfOneName();
  world.install(world.both());
  writeFileSync(world.at(FOLDER, world.nameOf("s/a"), "SKILL.md"), skillText("x"));
  expect(world.install([world.chosen("s/b")]).plan.unmark).toMatchObject([{ reason: expect.stringContaining("yours now") }]);
});

test("PL-19 a copy that an earlier version made under this name without renaming it is made again", async () => {
  await using world = await twoOfOneName();
  world.install(world.both());
  const copy = world.at(FOLDER, world.nameOf("s/a"));
  const marker = JSON.parse(readFileSync(`${copy}/.symposium`, "utf8")) as { files: { path: string; sha256: string }[] };
  const [was, is] = ["SKILL.md", "sub/SKILL.md"].map((path) => marker.files.find((file) => file.path === path));
  if (was === undefined || is === undefined) throw new Error("the marker does not list both");
  was.sha256 = is.sha256;
  writeFileSync(`${copy}/SKILL.md`, skillText("x"));
  writeFileSync(`${copy}/.symposium`, JSON.stringify(marker));
  expect(world.install(world.both()).plan).toMatchObject({ update: [{ directory: copy }], unmark: [] });
  expect(world.text("s/a")).toContain(`name: ${world.nameOf("s/a")}\n`);
});

test("PL-19 a mirrored skill keeps its bytes, whatever its frontmatter calls it", async () => {
  await using world = await installWorld({ w: { ".agents": { skills: { mine: { "SKILL.md": skillText("other") } } } } });
  world.install([world.chosen("w/.agents/skills/mine", { mirrored: "mine" })]);
  expect(readFileSync(world.at(FOLDER, "mine/SKILL.md"), "utf8")).toBe(skillText("other"));
});
