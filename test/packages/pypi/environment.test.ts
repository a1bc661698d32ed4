import { createHash } from "node:crypto";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import type { Stamped } from "../../../src/host/reading-budget.ts";
import { areFresh } from "../../../src/host/stamp.ts";
import { type EnvironmentSurroundings, projectEnvironment } from "../../../src/packages/pypi/environment.ts";
import { makeEnvironment, SITE, write } from "./environments.ts";

async function stage() {
  const fixture = await createFixture({ home: {}, repository: { app: { "pyproject.toml": "" } } });
  const at = (path: string) => fixture.getPath(path);
  const root = at("repository/app");
  const find = (env: Record<string, string> = {}, more: Partial<EnvironmentSurroundings> = {}) =>
    projectEnvironment(root, { env, home: at("home"), os: "linux", repository: at("repository"), ...more });
  return { at, root, find, [Symbol.asyncDispose]: () => fixture.rm() };
}

const digest = (path: string) => createHash("sha256").update(path).digest("base64url").slice(0, 8);

describe("PL-12 a project's environment", () => {
  test("is `.venv`, with its packages and the version of Python", async () => {
    await using there = await stage();
    expect(there.find()).toBeUndefined();
    const folder = makeEnvironment(join(there.root, ".venv"));
    expect(there.find()).toEqual({ folder, sitePackages: [join(folder, SITE)], pythonVersion: "3.12.4" });
  });

  test.each([["venv"], ["env"], ["../.venv"], [".venv"]])("is in %s, in the root or above it in the repository", async (path) => {
    await using there = await stage();
    const folder = makeEnvironment(join(there.root, path));
    expect(there.find({ VIRTUAL_ENV: makeEnvironment(there.at("home/other")) })?.folder).toBe(folder);
  });

  test("is not above the repository", async () => {
    await using there = await stage();
    makeEnvironment(there.at(".venv"));
    expect(there.find()).toBeUndefined();
    expect(there.find({}, { repository: null })).toBeUndefined();
  });

  test("is the folder that a file `.venv` or a link names", async () => {
    await using there = await stage();
    const folder = makeEnvironment(there.at("home/envs/app"));
    write(there.root, { ".venv": `${folder}\n` });
    expect(there.find()?.folder).toBe(folder);
    symlinkSync(folder, join(there.root, "../.venv"));
    write(there.root, { ".venv": "nowhere\n" });
    expect(there.find()?.folder).toBe(folder);
  });

  test("is uv's by its variable, relative to the root", async () => {
    await using there = await stage();
    makeEnvironment(join(there.root, ".venv"));
    const folder = makeEnvironment(there.at("repository/uv-env"));
    expect(there.find({ UV_PROJECT_ENVIRONMENT: "../uv-env" })?.folder).toBe(folder);
    expect(there.find({ UV_PROJECT_ENVIRONMENT: "missing" })?.folder).toBe(join(there.root, ".venv"));
  });

  test("is pdm's by the interpreter in `.pdm-python`", async () => {
    await using there = await stage();
    const folder = makeEnvironment(there.at("home/pdm/venvs/app"));
    write(there.root, { ".pdm-python": `${folder}/bin/python` });
    expect(there.find()?.folder).toBe(folder);
    write(there.root, { ".pdm-python": "/usr/bin/python3" });
    expect(there.find()).toBeUndefined();
  });

  test("is poetry's by the digest in its name: the chosen one, else the newest", async () => {
    await using there = await stage();
    write(there.root, { "poetry.lock": "" });
    const top = there.at("home/.cache/pypoetry/virtualenvs");
    const named = (version: string) => `app-${digest(there.root)}-py${version}`;
    makeEnvironment(join(top, `app-${digest("/another")}-py3.13`));
    expect(there.find()).toBeUndefined();
    makeEnvironment(join(top, named("3.9")));
    makeEnvironment(join(top, named("3.12")));
    expect(there.find()?.folder).toBe(join(top, named("3.12")));
    write(top, { "envs.toml": `[other]\nminor = "3.12"\n[app-${digest(there.root)}]\nminor = "3.9"\npatch = "3.9.18"\n` });
    expect(there.find()?.folder).toBe(join(top, named("3.9")));
    const elsewhere = makeEnvironment(there.at(`home/elsewhere/${named("3.12")}`));
    expect(there.find({ POETRY_VIRTUALENVS_PATH: there.at("home/elsewhere") })?.folder).toBe(elsewhere);
    write(there.at("home/.config/pypoetry"), { "config.toml": `[installer]\npath = "no"\n\n[virtualenvs]\npath = "~/elsewhere"\n` });
    expect(there.find()?.folder).toBe(elsewhere);
  });

  test("is pipenv's by the digest of the path of the Pipfile", async () => {
    await using there = await stage();
    const named = `app-${digest(join(there.root, "Pipfile"))}`;
    const folder = makeEnvironment(there.at(`home/.local/share/virtualenvs/${named}`));
    expect(there.find()).toBeUndefined();
    write(there.root, { Pipfile: "" });
    expect(there.find()?.folder).toBe(folder);
    expect(there.find({ WORKON_HOME: there.at("home/none") })).toBeUndefined();
  });

  test("is the activated one for a root without its own, not that of another project or conda's base", async () => {
    await using there = await stage();
    const folder = makeEnvironment(there.at("home/envs/any"));
    expect(there.find({ VIRTUAL_ENV: folder })?.folder).toBe(folder);
    const other = makeEnvironment(there.at("home/other/.venv"));
    write(there.at("home/other"), { "pyproject.toml": "" });
    expect(there.find({ VIRTUAL_ENV: other })).toBeUndefined();
    const conda = there.at("home/conda/envs/app");
    write(conda, { "conda-meta/python-3.11.9-h123_0_cpython.json": "{}" });
    mkdirSync(join(conda, "lib/python3.11/site-packages"), { recursive: true });
    expect(there.find({ CONDA_PREFIX: conda })).toMatchObject({ folder: conda, pythonVersion: "3.11.9" });
    const base = there.at("home/conda");
    write(base, { "conda-meta/history": "", "condabin/conda": "" });
    expect(there.find({ CONDA_PREFIX: base })).toBeUndefined();
  });

  test("on Windows has its packages in `Lib`", async () => {
    await using there = await stage();
    const folder = there.at("repository/app/.venv");
    write(folder, { "pyvenv.cfg": "version_info = 3.13.0.final.0\r\n", "Lib/site-packages/x.py": "" });
    const sitePackages = [join(folder, "Lib", "site-packages")];
    expect(there.find({}, { os: "windows" })).toEqual({ folder, sitePackages, pythonVersion: "3.13.0" });
  });

  test("notices where another one appears", async () => {
    await using there = await stage();
    write(there.root, { "poetry.lock": "" });
    // Each one comes before the one that was found last.
    for (const path of [`home/.cache/pypoetry/virtualenvs/a-${digest(there.root)}-py3.12`, "repository/venv", "repository/app/.venv"]) {
      const watched: Stamped[] = [];
      const where = { env: {}, home: there.at("home"), os: "linux" as const, repository: there.at("repository") };
      projectEnvironment(there.root, where, watched);
      expect(areFresh(watched)).toBe(true);
      makeEnvironment(there.at(path));
      expect(areFresh(watched), path).toBe(false);
    }
  });
});

describe("PL-32 a repository names a folder that is not an environment", () => {
  test.each([[".venv"], ["VIRTUAL_ENV"], ["UV_PROJECT_ENVIRONMENT"], ["CONDA_PREFIX"], [".pdm-python"]])("%s", async (by) => {
    await using there = await stage();
    const secret = there.at("home/secret");
    write(secret, { [`${SITE}/widget-1.0.dist-info/RECORD`]: "", "pyvenv.cfg.txt": "" });
    write(there.root, by === ".venv" ? { ".venv": secret } : by === ".pdm-python" ? { ".pdm-python": `${secret}/bin/python` } : {});
    expect(there.find({ [by]: secret })).toBeUndefined();
  });

  test("links out of an environment do not count", async () => {
    await using there = await stage();
    const outside = makeEnvironment(there.at("home/outside"));
    const folder = join(there.root, ".venv");
    write(folder, { "pyvenv.cfg": "" });
    symlinkSync(join(outside, "lib"), join(folder, "lib"));
    expect(there.find()).toEqual({ folder, sitePackages: [], pythonVersion: "3.12" });
    const marked = join(there.root, "../.venv");
    mkdirSync(marked);
    symlinkSync(join(outside, "pyvenv.cfg"), join(marked, "pyvenv.cfg"));
    expect(projectEnvironment(there.at("repository"), { env: {}, home: there.at("home"), os: "linux" })).toBeUndefined();
  });

  test("pipes and circles of links end", async () => {
    await using there = await stage();
    execFileSync("mkfifo", [join(there.root, ".venv"), join(there.root, ".pdm-python")]);
    mkdirSync(join(there.root, "venv"));
    execFileSync("mkfifo", [join(there.root, "venv/pyvenv.cfg")]);
    symlinkSync("env", join(there.root, "env"));
    expect(there.find()).toBeUndefined();
  });
});

const hasPython = spawnSync("python3", ["-c", "import venv"]).status === 0;

test.skipIf(!hasPython)("PL-12 an environment of the real `venv` is found", async () => {
  await using there = await stage();
  execFileSync("python3", ["-m", "venv", "--without-pip", join(there.root, ".venv")]);
  const [site, version] = execFileSync(
    join(there.root, ".venv/bin/python"),
    ["-c", "import sysconfig, platform; print(sysconfig.get_path('purelib')); print(platform.python_version())"],
    { encoding: "utf8" },
  ).split("\n");
  expect(there.find()).toEqual({ folder: join(there.root, ".venv"), sitePackages: [site], pythonVersion: version });
  expect(basename(site ?? "")).toBe("site-packages");
});
