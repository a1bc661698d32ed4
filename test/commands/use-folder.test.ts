import { chmodSync, chownSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { FileTree } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { DOWN, ENTER } from "../support/at-terminal.ts";
import { BESIDE, type BesideHome, besideHome, UNNAMED } from "../support/beside.ts";

const YES = [DOWN, ENTER];

const SKILL = "home/work/.claude/skills/spin/SKILL.md";

async function used(home: BesideHome): Promise<void> {
  const { exitCode, unasked, stderr } = await home.use(["use", "../lib"], [["run this?", YES]]);
  expect({ exitCode, unasked, stderr }).toMatchObject({ exitCode: 0, unasked: [] });
}

describe.each(Object.entries({ ...BESIDE, ...UNNAMED }))("PL-32 a dependency beside the project: %s", (form, beside) => {
  test("is named as a candidate and not read; after `use <folder>` its skill is there, and its hook after the yes", async () => {
    await using home = await besideHome(beside);
    const before = await home.use(["status"]);
    const called = form in UNNAMED ? "a dependency" : `dependency ${beside.name}`;
    expect(before.stdout).toContain(`${called} is in ${home.at("home/lib")}, beside the project, and is not read`);
    expect(before.stdout).not.toContain("spin");
    await home.use(["sync"]);
    expect([home.has(SKILL), await home.answer()]).toEqual([false, ""]);

    await used(home);
    expect(home.has(SKILL)).toBe(true);
    expect(await home.answer()).toMatch(/^deny: .*Not here\./s);
    writeFileSync(home.at("home/lib/guard.sh"), "exit 0\n");
    expect(await home.answer()).toMatch(/^deny: .*changed since you accepted it/s);

    expect((await home.use(["use", "../lib", "--remove", "--yes"])).exitCode).toBe(0);
    expect([home.has(SKILL), await home.answer()]).toEqual([false, ""]);
  });

  test("package-info says which folder to name, and reads it afterwards", async () => {
    await using home = await besideHome(beside);
    const ecosystem = Object.keys(beside.project).some((file) => file === "Cargo.toml") ? "cargo" : undefined;
    if (!(form in UNNAMED)) {
      const before = await home.use(["package-info", beside.name]);
      expect(before.stderr).toContain(`is in ${home.at("home/lib")}, beside the project, and is not read before you name that folder`);
      expect(before.stderr).toContain(`symposium use ${home.at("home/lib")}`);
    }
    if (ecosystem === "cargo") expect((await home.use(["crate-info", "widget"])).stderr).not.toContain("cargo fetch");
    await home.use(["use", "../lib"], [["run this?", [ENTER]]]);
    expect((await home.use(["package-info", beside.name])).stdout).toContain(home.at("home/lib"));
  });
});

test("PL-32 a link that npm, pnpm or Yarn made counts as a folder beside the project", async () => {
  const { library } = BESIDE["npm file:"]!;
  const manifest = JSON.stringify({ name: "app", version: "1.0.0", dependencies: { widget: "^1.0.0" } });
  await using home = await besideHome({ name: "widget", project: { "package.json": manifest }, library });
  mkdirSync(home.at("home/work/node_modules"));
  symlinkSync(home.at("home/lib"), home.at("home/work/node_modules/widget"));
  expect((await home.use(["status"])).stdout).toContain(`dependency widget is in ${home.at("home/lib")}, beside the project`);
  expect(await home.answer()).toBe("");
  await used(home);
  expect(await home.answer()).toMatch(/^deny: .*Not here\./s);
});

const SITE = "work/.venv/lib/python3.11/site-packages";
const IN_VENV = {
  "work/.venv/pyvenv.cfg": "version = 3.11.7\n",
  [`${SITE}/widget-1.2.3.dist-info/METADATA`]: "Name: widget\nVersion: 1.2.3\n",
};
const COPY = {
  [`${SITE}/widget-1.2.3.dist-info/RECORD`]: "widget/__init__.py,,\nwidget/SYMPOSIUM.toml,,\n",
  [`${SITE}/widget/__init__.py`]: "",
};

describe("PL-32 a folder beside the project is named although a package manager installed", () => {
  test.each<readonly [string, string, (lib: string) => FileTree]>([
    [
      "a reference to it",
      "uv lock, editable",
      (lib) => ({
        ...IN_VENV,
        [`${SITE}/widget.pth`]: lib,
        [`${SITE}/widget-1.2.3.dist-info/direct_url.json`]: JSON.stringify({ url: `file://${lib}`, dir_info: { editable: true } }),
      }),
    ],
    ["a copy of its code", "uv lock", () => ({ ...IN_VENV, ...COPY })],
    ["a copy of its code", "npm file:", () => ({ "work/node_modules/widget/package.json": '{"name":"widget","version":"1.2.3"}' })],
  ])("%s: %s", async (_, form, installed) => {
    await using home = await besideHome(BESIDE[form]);
    for (const [path, text] of Object.entries(installed(home.at("home/lib")))) home.write(`home/${path}`, String(text));
    expect((await home.use(["status"])).stdout).toContain(`symposium use ${home.at("home/lib")}`);
    await used(home);
    expect(home.has(SKILL)).toBe(true);
    expect(await home.answer()).toMatch(/^deny: .*Not here\./s);
  });

  test("but not beside a copy that has the plugin itself, which counts as any package", async () => {
    await using home = await besideHome(BESIDE["uv lock"], { ...IN_VENV, ...COPY, [`${SITE}/widget/SYMPOSIUM.toml`]: "" });
    const { stdout } = await home.use(["status"]);
    expect(stdout).toContain("found via dependency widget 1.2.3, awaiting consent");
    expect(stdout).not.toContain("beside the project");
  });
});

describe("PL-32 `use <folder>` is", () => {
  test.each([
    ["without a terminal", {}, false, /needs an answer at a terminal/],
    ["for an agent", { CLAUDECODE: "1" }, true, /only you can decide what runs, and an agent started this/],
  ])("refused %s", async (_, env, isTerminal, why) => {
    await using home = await besideHome();
    const ran = isTerminal ? await home.use(["use", "../lib"], [], { env }) : await home.run(["use", "../lib"], { cwd: home.project });
    expect(ran).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(why) });
    expect(home.has("home/.symposium/consent.json")).toBe(false);
  });

  test.each<[title: string, folder: string, why: RegExp, change?: (home: BesideHome) => void]>([
    ["a folder that no dependency is in", "../other", /no dependency of .*work is in .*other/],
    ["a folder that does not exist", "../none", /none does not exist/],
    ["the home folder", "..", /contains your home folder/],
    ["a path on another machine", "\\\\server\\share", /is on another machine/],
    ["another such path", "//server/share", /is on another machine/],
    [
      "a folder that every user can write to",
      "../lib",
      /every user of this machine can write to it/,
      (home) => chmodSync(home.at("home/lib"), 0o777),
    ],
  ])("refused for %s", async (_, folder, why, change) => {
    await using home = await besideHome(undefined, { "other/x": "" });
    change?.(home);
    expect(await home.use(["use", folder])).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(why) });
    expect(home.has("home/.symposium/consent.json")).toBe(false);
  });

  test("for one workspace: a clone that names the same folder gets nothing", async () => {
    const { project } = BESIDE["npm file:"]!;
    await using home = await besideHome(undefined, { "evil/.git/HEAD": "ref: x\n", "evil/package.json": project["package.json"]! });
    await used(home);
    expect(await home.answer({ cwd: home.at("home/evil") })).toBe("");
    expect((await home.use(["status"], [], { cwd: home.at("home/evil") })).stdout).toContain("and is not read before you name that folder");
    expect((await home.use(["use", "../lib", "--global"])).stderr).toContain("a folder is used in one workspace");
  });

  test("needed whatever the config says about the name", async () => {
    await using home = await besideHome();
    writeFileSync(
      home.at("home/.symposium/config.toml"),
      `${readFileSync(home.at("home/.symposium/config.toml"), "utf8")}[plugins]\nuse = ["widget"]\nauto-enable = ["*"]\n`,
    );
    const synced = await home.use(["sync"]);
    expect(synced.stderr).toContain("is not read before you name that folder");
    expect(home.has(SKILL)).toBe(false);
    expect((await home.use(["use", "widget"])).stdout + (await home.use(["use", "widget"])).stderr).toContain("used everywhere already");
  });

  test("what a name asks for", async () => {
    await using home = await besideHome();
    expect(await home.use(["use", "widget"])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`symposium use ${home.at("home/lib")}`),
    });
  });
});

describe.each(["Go use", "requirements -e ../lib"].map((form) => [form, UNNAMED[form]!] as const))(
  "PL-32 a folder that alone has the package's name: %s",
  (_, beside) => {
    const [file = ""] = Object.keys(beside.library);

    test.each([
      ["no file of the package", undefined],
      ["a broken one", "= (\n"],
      ["a name that no package can have", beside.library[file]!.replace("widget", "../widget")],
    ])("is not used with %s", async (__, text) => {
      await using home = await besideHome(beside);
      if (text === undefined) rmSync(home.at("home/lib", file));
      else writeFileSync(home.at("home/lib", file), text);
      const { exitCode, stderr } = await home.use(["use", "../lib"]);
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("no file there has the package's name") });
      expect(home.has("home/.symposium/consent.json")).toBe(false);
    });

    test("keeps the name that it had, so that its guard denies whatever is written there", async () => {
      await using home = await besideHome(beside);
      await used(home);
      for (const text of ["= (\n", beside.library[file]!.replace("widget", "gadget")]) {
        writeFileSync(home.at("home/lib", file), text);
        expect(await home.answer()).toMatch(/^deny: /);
        await home.run(["sync"], { cwd: home.project });
        expect(await home.answer()).toMatch(/^deny: /);
      }
      expect((await home.use(["status"])).stdout).toContain("widget");
    });
  },
);

describe.each(["npm file:", "Go use", "requirements -e ../lib"])(
  "PL-32 PL-17 a named folder (%s) is not read, and its consented guard denies, while",
  (form) => {
    test.each<readonly [string, (home: BesideHome) => void]>([
      ["another folder is in its place", (home) => swap(home, () => mkdirSync(home.at("home/lib")))],
      ["a link is in its place", (home) => swap(home, () => symlinkSync(home.at("home/private"), home.at("home/lib")))],
      ["a link to the folder itself is in its place", (home) => swap(home, () => symlinkSync(home.at("home/moved"), home.at("home/lib")))],
      ["it is missing", (home) => rmSync(home.at("home/lib"), { recursive: true })],
      ["a file is in its place", (home) => swap(home, () => writeFileSync(home.at("home/lib"), ""))],
      ["every user can write to it", (home) => chmodSync(home.at("home/lib"), 0o777)],
      ...(process.geteuid?.() === 0
        ? [["it belongs to another user", (home: BesideHome) => chownSync(home.at("home/lib"), 4242, 4242)] as const]
        : []),
    ])("%s", async (_, change) => {
      const beside = { ...BESIDE, ...UNNAMED }[form]!;
      const secret = {
        ...Object.fromEntries(Object.entries(beside.library).map(([path, text]) => [`private/${path}`, text])),
        "private/skills/stolen/SKILL.md": "---\nname: stolen\ndescription: x\n---\n",
      };
      await using home = await besideHome(beside, secret);
      await used(home);
      change(home);
      const refused = await home.answer();
      expect(refused).toMatch(/^deny: /);
      expect(refused).not.toContain("Not here.");
      await home.use(["sync"]);
      expect(home.has("home/work/.claude/skills/stolen/SKILL.md")).toBe(false);
      expect(await home.answer()).toMatch(/^deny: /);
    });

    test.runIf(form === "npm file:")("a broken manifest of the project keeps no folder open that the user has closed", async () => {
      await using home = await besideHome();
      await used(home);
      await home.answer();
      const manifest = join(home.project, "package.json");
      const text = readFileSync(manifest, "utf8");
      writeFileSync(manifest, text.slice(0, -1));
      expect((await home.use(["use", "../lib", "--remove", "--yes"])).exitCode).toBeLessThan(2);
      expect(await home.answer()).not.toContain("Not here.");
    });
  },
);

function swap(home: BesideHome, replace: () => void): void {
  renameSync(home.at("home/lib"), home.at("home/moved"));
  replace();
}
