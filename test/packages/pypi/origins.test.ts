import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { dependenciesOf, rootAt } from "./surroundings.ts";

const HASH = "0123456789abcdef".repeat(4);

describe("PL-12 the origin of a dependency", () => {
  test("uv", async () => {
    await using fixture = await createFixture({
      "pyproject.toml": '[project]\ndependencies = ["a", "b", "c", "d"]\n',
      "uv.lock": `version = 1
[[package]]
name = "a"
version = "1"
source = { registry = "https://registry.example/simple" }
sdist = { url = "https://registry.example/a.tar.gz", hash = "sha256:${"f".repeat(64)}" }
wheels = [
    { url = "https://registry.example/a.whl", hash = "sha256:${HASH}", size = 1 },
    { url = "https://registry.example/b.whl", hash = "sha256:${HASH}", size = 1 },
]

[package.optional-dependencies]
name = [
    { name = "x" },
]

[[package]]
name = "b"
version = "2"
source = { git = "https://git.example/b?rev=main#0123" }

[[package]]
name = "c"
version = "3"
source = { url = "https://files.example/c.whl" }

[[package]]
name = "d"
source = { path = "d.whl" }
`,
      "d.whl": "",
    });
    expect(rootAt(fixture.path).dependencies).toEqual([
      {
        ecosystem: "pypi",
        name: "a",
        version: "1",
        origin: { kind: "registry", address: "https://registry.example/simple", checksum: `sha256:${HASH} sha256:${HASH}` },
      },
      { ecosystem: "pypi", name: "b", version: "2", origin: { kind: "git", address: "https://git.example/b?rev=main#0123" } },
      { ecosystem: "pypi", name: "c", version: "3", origin: { kind: "git", address: "https://files.example/c.whl" } },
      { ecosystem: "pypi", name: "d", origin: { kind: "path" } },
    ]);
  });

  test("poetry, pdm, pylock and pipenv with git", async () => {
    const project = '[project]\ndependencies = ["b"]\n';
    await using fixture = await createFixture({
      poetry: {
        "pyproject.toml": project,
        "poetry.lock": `[[package]]\nname = "b"\nversion = "2"\nmarkers = {main = "os_name == \\"nt\\"", dev = "x"}\n\n[package.source]\ntype = "git"\nurl = "https://git.example/b"\nreference = "main"\nresolved_reference = "0123"\n\n[metadata]\n`,
      },
      pdm: {
        "pyproject.toml": project,
        "pdm.lock": `[metadata]\n[[package]]\nname = "b"\nversion = "2"\ngit = "https://git.example/b"\nref = "main"\nrevision = "0123"\n`,
      },
      pylock: {
        "pyproject.toml": project,
        "pylock.toml": `lock-version = "1.0"\n[[packages]]\nname = "b"\nversion = "2"\nvcs = { type = "git", url = "https://git.example/b", commit-id = "0123" }\n`,
      },
      pipenv: {
        Pipfile: '[packages]\nb = { git = "https://git.example/b" }\n',
        "Pipfile.lock": '{"_meta": {}, "default": {"b": {"git": "https://git.example/b", "ref": "0123", "version": "==2"}}}',
      },
    });
    for (const name of ["poetry", "pdm", "pylock", "pipenv"])
      expect(rootAt(fixture.getPath(name)).dependencies, name).toEqual([
        { ecosystem: "pypi", name: "b", version: "2", origin: { kind: "git", address: "https://git.example/b#0123" } },
      ]);
  });

  test("pylock in the long form of pip", async () => {
    await using fixture = await createFixture({
      "requirements.txt": "a\nb\n",
      "pylock.toml": `lock-version = "1.0"
[[packages]]
name = "a"
version = "1"
[[packages.wheels]]
name = "a.whl"
[packages.wheels.hashes]
sha256 = "${HASH}"
[[packages]]
name = "b"
[packages.directory]
path = "libs/b"
`,
      libs: { b: { "pyproject.toml": '[project]\nname = "b"\nversion = "7"\n' } },
    });
    expect(rootAt(fixture.path).dependencies).toMatchObject([
      { name: "a", version: "1", origin: { kind: "registry", checksum: `sha256:${HASH}` } },
      { name: "b", version: "7", origin: { kind: "path", folder: fixture.getPath("libs/b") } },
    ]);
  });
});

test("PL-12 lines of a requirements file", async () => {
  const lines = [
    "# comment",
    `pinned==1.0 --hash=sha256:${HASH} \\`,
    `    --hash=sha256:${HASH}`,
    "ranged>=1,<2 # why",
    "constrained",
    "wild==1.*",
    "by-url @ https://files.example/by_url-2.0-py3-none-any.whl#sha256=00",
    "https://files.example/bare_url-3.0-py3-none-any.whl",
    "git+https://git.example/g.git@main#egg=from-git",
    "git+https://git.example/nameless.git",
    "./libs/a[extra] ; os_name == 'posix'",
    "-e libs/b",
    "elsewhere ; sys_platform == 'win32'",
    "--extra-index-url https://registry.example/simple",
    "-r https://files.example/r.txt",
    "-cconstraints.txt",
    "==nonsense",
  ];
  await using fixture = await createFixture({
    "requirements.txt": lines.join("\r\n"),
    "constraints.txt": "constrained==5\npinned==9\nother==1\n",
    libs: { a: { "pyproject.toml": '[project]\nname = "A"\n' }, b: { "pyproject.toml": '[tool.poetry]\nname = "b"\nversion = "4"\n' } },
  });
  const root = rootAt(fixture.path);
  expect(dependenciesOf(root)).toEqual([
    "a",
    "b 4",
    "bare-url 3.0",
    "by-url 2.0",
    "constrained 5",
    "from-git",
    "pinned 1.0",
    "ranged >=1,<2",
    "wild ==1.*",
  ]);
  expect(root.dependencies.find(({ name }) => name === "pinned")?.origin.checksum).toBe(`sha256:${HASH} sha256:${HASH}`);
  expect(root).toMatchObject({ isUnlocked: true, problems: [] });
});
