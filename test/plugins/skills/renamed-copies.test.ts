import { readFileSync, utimesSync, writeFileSync } from "node:fs";

import { expect, test } from "vitest";

import { originHash } from "../../../src/plugins/skills/skill.ts";
import { installSandbox, namesIn } from "./install-sandbox.ts";
import { skillText } from "../../support/plugin.ts";

const FOLDER = "w/.claude/skills";
const TWO = {
  s: {
    a: { "SKILL.md": skillText("x"), "SKILL.txt": "name: x\n", sub: { "SKILL.md": skillText("x") } },
    b: { "SKILL.md": skillText("x", "", "of b").replaceAll("\n", "\r\n") },
  },
};

async function twoOfOneName() {
  const sandbox = await installSandbox(TWO);
  const both = () => [sandbox.chosen("s/a"), sandbox.chosen("s/b")];
  const nameOf = (folder: string) => `x-${originHash(sandbox.chosen(folder).skill.origin)}`;
  const text = (folder: string, file = "SKILL.md") => readFileSync(sandbox.at(FOLDER, nameOf(folder), file), "utf8");
  return { ...sandbox, both, nameOf, text, [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose]() };
}

test("PL-19 PL-21 the frontmatter of a renamed copy names its folder, and nothing else of it changes", async () => {
  await using sandbox = await twoOfOneName();
  sandbox.install(sandbox.both());
  expect(namesIn(sandbox.at(FOLDER))).toEqual([sandbox.nameOf("s/a"), sandbox.nameOf("s/b")].sort());
  for (const folder of ["s/a", "s/b"]) {
    const source = readFileSync(sandbox.at(folder, "SKILL.md"), "utf8");
    expect(sandbox.text(folder)).toBe(source.replace("name: x", `name: ${sandbox.nameOf(folder)}`));
  }
  expect([sandbox.text("s/a", "SKILL.txt"), sandbox.text("s/a", "sub/SKILL.md")]).toEqual(["name: x\n", skillText("x")]);
});

test("PL-19 a copy under its own name has the author's bytes, also after it was renamed for a while", async () => {
  await using sandbox = await twoOfOneName();
  sandbox.install(sandbox.both());
  sandbox.install([sandbox.chosen("s/b")]);
  expect(namesIn(sandbox.at(FOLDER))).toEqual(["x"]);
  expect(readFileSync(sandbox.at(FOLDER, "x/SKILL.md"))).toEqual(readFileSync(sandbox.at("s/b/SKILL.md")));
});

test("PL-20 PL-22 a renamed copy is up to date while its source is, whatever its stamps say", async () => {
  await using sandbox = await twoOfOneName();
  sandbox.install(sandbox.both());
  const again = () => sandbox.install(sandbox.both()).plan;
  expect(again()).toMatchObject({ create: [], update: [], unmark: [], remove: [], unchanged: [{}, {}] });
  utimesSync(sandbox.at("s/a/SKILL.md"), 1, 1);
  utimesSync(sandbox.at(FOLDER, sandbox.nameOf("s/a"), "SKILL.md"), 1, 1);
  expect(again()).toMatchObject({ create: [], update: [], unmark: [], remove: [], unchanged: [{}, {}] });
  writeFileSync(sandbox.at("s/a/SKILL.md"), skillText("x", "", "another text"));
  expect(again().update).toMatchObject([{ reason: "has changed at its source" }]);
  expect(sandbox.text("s/a")).toBe(skillText(sandbox.nameOf("s/a"), "", "another text").replace(/About .*/, "About x"));
});

test("PL-20 a renamed copy that a person changed is theirs, also where only the name was changed back", async () => {
  await using sandbox = await twoOfOneName();
  sandbox.install(sandbox.both());
  writeFileSync(sandbox.at(FOLDER, sandbox.nameOf("s/a"), "SKILL.md"), skillText("x"));
  expect(sandbox.install([sandbox.chosen("s/b")]).plan.unmark).toMatchObject([{ reason: expect.stringContaining("yours now") }]);
});

test("PL-19 a copy that an earlier version made under this name without renaming it is made again", async () => {
  await using sandbox = await twoOfOneName();
  sandbox.install(sandbox.both());
  const copy = sandbox.at(FOLDER, sandbox.nameOf("s/a"));
  const marker = JSON.parse(readFileSync(`${copy}/.symposium`, "utf8")) as { files: { path: string; sha256: string }[] };
  const [was, is] = ["SKILL.md", "sub/SKILL.md"].map((path) => marker.files.find((file) => file.path === path));
  if (was === undefined || is === undefined) throw new Error("the marker does not list both");
  was.sha256 = is.sha256;
  writeFileSync(`${copy}/SKILL.md`, skillText("x"));
  writeFileSync(`${copy}/.symposium`, JSON.stringify(marker));
  expect(sandbox.install(sandbox.both()).plan).toMatchObject({ update: [{ directory: copy }], unmark: [] });
  expect(sandbox.text("s/a")).toContain(`name: ${sandbox.nameOf("s/a")}\n`);
});

test("PL-19 a mirrored skill keeps its bytes, whatever its frontmatter calls it", async () => {
  await using sandbox = await installSandbox({ w: { ".agents": { skills: { mine: { "SKILL.md": skillText("other") } } } } });
  sandbox.install([sandbox.chosen("w/.agents/skills/mine", { mirrored: "mine" })]);
  expect(readFileSync(sandbox.at(FOLDER, "mine/SKILL.md"), "utf8")).toBe(skillText("other"));
});
