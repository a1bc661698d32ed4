import fs, { chmodSync, renameSync, symlinkSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";

import { createFixture, type FileTree } from "fs-fixture";
import { expect, test } from "vitest";

import { problemText } from "../../src/files/problem.ts";
import { isFresh } from "../../src/host/stamp.ts";
import { listFolder } from "../../src/plugins/sources/folder.ts";

const PLUGIN = { "SYMPOSIUM.toml": "" };
const SKILL = { "SKILL.md": "" };
const MANIFEST_TEXT = 'name = "x"\ncrates = []\n';

async function listed(tree: FileTree, prepare: (root: string) => void = () => {}, tidy: (root: string) => void = () => {}) {
  await using fixture = await createFixture(tree);
  prepare(fixture.path);
  const { plugins, skills, problems } = listFolder(fixture.path);
  tidy(fixture.path);
  const short = (path: string) =>
    path
      .replace(fixture.path, "")
      .replace(/^[\\/]/, "")
      .replaceAll("\\", "/");
  return { plugins: plugins.map(short), skills: skills.map(short), problems: problems.map((problem) => short(problemText(problem))) };
}

test("H24 M6 plugins and standalone skills are found, other folders are not entries", async () => {
  expect(
    await listed({
      "my-plugin": PLUGIN,
      "serde-skill": SKILL,
      nested: { deep: { "tokio-skill": SKILL } },
      stray: { "x.txt": "" },
      "file.txt": "",
    }),
  ).toEqual({ plugins: ["my-plugin"], skills: ["nested/deep/tokio-skill", "serde-skill"], problems: [] });
});

test("H25 H26 an empty folder and a missing one hold nothing, without complaint", async () => {
  expect(await listed({})).toEqual({ plugins: [], skills: [], problems: [] });
  expect(listFolder("/nowhere/at/all")).toMatchObject({ plugins: [], skills: [], problems: [], root: ["/nowhere/at/all", "-"] });
});

test("H27 H28 M3 a root that is itself an entry is an error", async () => {
  expect((await listed({ ...SKILL, other: PLUGIN })).problems).toEqual([expect.stringContaining("plugin source root contains SKILL.md")]);
  expect(await listed({ ...PLUGIN, other: PLUGIN })).toMatchObject({
    plugins: [],
    problems: [expect.stringContaining("contains SYMPOSIUM.toml")],
  });
});

test("H29 H30 a manifest wins over a skill and over other TOML files", async () => {
  expect(await listed({ mixed: { ...PLUGIN, ...SKILL, "other.toml": "" } })).toEqual({ plugins: ["mixed"], skills: [], problems: [] });
  expect(await listed({ rtk: { "rtk.toml": "", "other.toml": MANIFEST_TEXT } })).toEqual({ plugins: [], skills: [], problems: [] });
});

test("a file in a folder of its own name is its manifest when it is written like one", async () => {
  const plugins = {
    rtk: { "rtk.toml": MANIFEST_TEXT },
    loud: { "Symposium.toml": MANIFEST_TEXT },
    clippy: { "clippy.toml": 'name = "x"\n' },
  };
  expect((await listed(plugins)).plugins).toEqual(["loud", "rtk"]);
  expect(await listed({ both: { "both.toml": MANIFEST_TEXT, ...SKILL } })).toMatchObject({ plugins: [], skills: ["both"] });
});

test("a policy at the top of a source is not a plugin", async () => {
  const policy = '[discovery.allow]\ncrates = { widget = "*" }\n';
  expect(await listed({ "SYMPOSIUM.toml": policy, a: PLUGIN })).toEqual({
    plugins: ["a"],
    skills: [],
    problems: [expect.stringContaining("Symposium ignores `discovery`")],
  });
});

test("H31 nothing below an entry is an entry", async () => {
  expect(await listed({ a: { ...PLUGIN, skills: { x: SKILL }, b: PLUGIN }, s: { ...SKILL, inner: PLUGIN } })).toEqual({
    plugins: ["a"],
    skills: ["s"],
    problems: [],
  });
});

test("RT-11 M2 within a source plugins come in order of path", async () => {
  const { plugins } = await listed({ b: PLUGIN, "a-z": PLUGIN, a: { z: PLUGIN, B: PLUGIN }, Z: PLUGIN });
  expect(plugins).toEqual(["Z", "a/B", "a/z", "a-z", "b"]);
});

test("linked folders are followed, each real folder once, and circles end", async () => {
  const { plugins } = await listed({ real: { one: PLUGIN }, outside: { two: PLUGIN } }, (root) => {
    symlinkSync(root, join(root, "real", "circle"));
    symlinkSync(join(root, "outside"), join(root, "a-link"));
    symlinkSync(join(root, "gone"), join(root, "dangling"));
    symlinkSync("self", join(root, "self"));
  });
  expect(plugins).toEqual(["a-link/two", "real/one"]);
});

test("a repository's data and other people's packages are skipped", async () => {
  expect((await listed({ ".git": { x: PLUGIN }, node_modules: { x: PLUGIN }, ".hidden": { x: PLUGIN } })).plugins).toEqual([".hidden/x"]);
});

test("a folder called SYMPOSIUM.toml is not a manifest", async () => {
  expect((await listed({ a: { "SYMPOSIUM.toml": { b: PLUGIN } } })).plugins).toEqual(["a/SYMPOSIUM.toml/b"]);
});

test("a file in place of the folder is reported", async () => {
  await using fixture = await createFixture({ file: "" });
  expect(listFolder(fixture.getPath("file")).problems).toMatchObject([{ message: "is not a folder" }]);
});

test("the depth is bounded, and what is left out is told once", async () => {
  let tree: FileTree = PLUGIN;
  for (let depth = 0; depth < 40; depth++) tree = { d: tree, e: {} };
  const { plugins, problems } = await listed({ ...tree, fine: PLUGIN });
  expect(plugins).toEqual(["fine"]);
  expect(problems).toEqual([expect.stringContaining("has more folders than Symposium searches")]);
});

test.skipIf(process.getuid?.() === 0 || process.platform === "win32")("a folder without permission costs that folder", async () => {
  const mode = (bits: number) => (root: string) => chmodSync(join(root, "closed"), bits);
  const { plugins, problems } = await listed({ closed: { x: PLUGIN }, open: PLUGIN }, mode(0), mode(0o700));
  expect(plugins).toEqual(["open"]);
  expect(problems).toEqual([expect.stringContaining("cannot be read (EACCES)")]);
});

test("RT-28 whatever would change the list is watched", async () => {
  await using fixture = await createFixture({ group: { a: PLUGIN }, skill: SKILL });
  const fresh = () => {
    const { root, watched } = listFolder(fixture.path);
    return () => [root!, ...watched].every(isFresh);
  };
  for (const change of [
    () => fixture.mkdir("new"),
    () => fixture.mkdir("group/new"),
    () => fixture.writeFile("skill/SYMPOSIUM.toml", ""),
    () => fixture.rm("group"),
  ]) {
    const isStillFresh = fresh();
    expect(isStillFresh()).toBe(true);
    await change();
    expect(isStillFresh()).toBe(false);
  }
});

test.each([[""], ["guard"]])(
  "RT-37 a folder that is away for the moment in which it is listed does not count as listed: plugins/%s",
  async (away) => {
    await using fixture = await createFixture({ plugins: { guard: PLUGIN } });
    const folder = join(fixture.path, "plugins", away);
    const { root, watched } = whileAway(folder, () => listFolder(join(fixture.path, "plugins")));
    expect([root!, ...watched].every(isFresh)).toBe(false);
  },
);

function whileAway<T>(folder: string, act: () => T): T {
  const { readdirSync } = fs;
  fs.readdirSync = ((path: string, ...rest: []) => {
    if (path !== folder) return readdirSync(path, ...rest);
    renameSync(folder, `${folder}~`);
    try {
      return readdirSync(path, ...rest);
    } finally {
      renameSync(`${folder}~`, folder);
    }
  }) as typeof readdirSync;
  syncBuiltinESMExports();
  try {
    return act();
  } finally {
    fs.readdirSync = readdirSync;
    syncBuiltinESMExports();
  }
}

test.skipIf(process.platform === "win32")("PL-32 nothing below a root that is a link out of the bounds is listed", async () => {
  await using fixture = await createFixture({ checkout: {}, elsewhere: { a: PLUGIN, b: { c: PLUGIN } } });
  symlinkSync(fixture.getPath("elsewhere"), fixture.getPath("checkout/sub"));
  const { plugins, problems } = listFolder(fixture.getPath("checkout/sub"), fixture.getPath("checkout"));
  expect(plugins).toEqual([]);
  expect(problems.map(({ message }) => message.slice(0, 23))).toEqual(["leads out of its source", "leads out of its source"]);
});
