import { chmodSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { createFixture, type FileTree } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { makeLocks } from "../../../src/packages/cargo/made-lock.ts";
import type { RootSurroundings, WorkspaceRoot } from "../../../src/packages/ecosystem.ts";
import { write } from "./real-cargo.ts";
import { rootOf, surroundingsIn } from "./surroundings.ts";
import { lockOf, pack } from "../../support/cargo-workspace.ts";

const SECRET = "secret-package";

/** A repository `clone` beside a package that is none of its business. */
async function repository(tree: FileTree, links: Readonly<Record<string, string>> = {}) {
  const fixture = await createFixture({ outside: { "Cargo.toml": pack(SECRET) }, clone: tree });
  const clone = fixture.getPath("clone");
  for (const [place, target] of Object.entries(links)) {
    mkdirSync(join(clone, place, ".."), { recursive: true });
    symlinkSync(target.replace("OUTSIDE", fixture.getPath("outside")), join(clone, place));
  }
  const where: RootSurroundings = { ...surroundingsIn(fixture.path), repository: clone };
  return { fixture, clone, where, read: (folder = clone) => rootOf(folder, where), [Symbol.asyncDispose]: () => fixture.rm() };
}

function foldersOf({ members, dependencies }: WorkspaceRoot): string[] {
  return [...members.map(({ folder }) => folder), ...dependencies.flatMap(({ origin }) => origin.folder ?? [])];
}

describe("PL-32 nothing outside the repository is read", () => {
  test.each<[title: string, tree: Record<string, string>, links?: Record<string, string>]>([
    ["a member", { "Cargo.toml": '[workspace]\nmembers = ["../outside"]\n' }],
    ["a pattern for members", { "Cargo.toml": '[workspace]\nmembers = ["../*", "../**"]\n' }],
    ["a pattern from the top of the disk", { "Cargo.toml": '[workspace]\nmembers = ["/**", "/*/*"]\n' }],
    ["a member that is a link", { "Cargo.toml": '[workspace]\nmembers = ["parts/*"]\n' }, { "parts/x": "OUTSIDE" }],
    ["a folder of members that is a link", { "Cargo.toml": '[workspace]\nmembers = ["parts/*"]\n' }, { parts: "OUTSIDE/.." }],
    [
      "a manifest that is a link",
      { "Cargo.toml": '[workspace]\nmembers = ["x"]\n', "x/src/lib.rs": "" },
      { "x/Cargo.toml": "OUTSIDE/Cargo.toml" },
    ],
    ["a dependency's path", { "Cargo.toml": pack("a", '[dependencies]\nb = { path = "../outside" }\n') }],
    ["a dependency's path through a link", { "Cargo.toml": pack("a", '[dependencies]\nb = { path = "b" }\n') }, { b: "OUTSIDE" }],
    [
      "a path in the workspace's table",
      { "Cargo.toml": `${pack("a")}[dependencies]\nb.workspace = true\n[workspace.dependencies]\nb = { path = "../outside" }\n` },
    ],
    [
      "a patch",
      {
        "Cargo.toml": pack("a", '[dependencies]\nb = "1"\n[patch.crates-io]\nb = { path = "../outside" }\n'),
        "Cargo.lock": lockOf(["a", "0.1.0", ["b"]], ["b", "1.0.0", []]),
      },
    ],
    ["override paths", { "Cargo.toml": pack("a", `[dependencies]\n${SECRET} = "1"\n`), ".cargo/config.toml": 'paths = ["../outside"]\n' }],
    ["a root", { "Cargo.toml": pack("a", 'workspace = "../outside"\n') }],
  ])("%s", async (_, tree, links) => {
    await using there = await repository(tree, links);
    const root = there.read();
    expect(root.folder).toBe(there.clone);
    expect(foldersOf(root).filter((folder) => !folder.startsWith(there.clone))).toEqual([]);
    expect(root.members.map(({ name }) => name)).not.toContain(SECRET);
    // A path that says so is a folder beside the repository: it is named, and nothing more.
    const beside = tree["Cargo.toml"]?.includes('path = "../outside"') === true ? [there.fixture.getPath("outside")] : [];
    expect(root.dependencies.flatMap(({ origin }) => origin.beside ?? [])).toEqual(beside);
    const most = tree["Cargo.toml"]?.includes('", "') === true ? 2 : 1;
    expect(root.problems.filter(({ message }) => message.includes("outside"))).toHaveLength(beside.length > 0 ? 0 : most);
    expect(root.watched.map(([path]) => path).filter((path) => path.startsWith(there.fixture.getPath("outside")))).toEqual([]);
  });

  test("without a repository the root is the limit, and a package's own word for it may only be a folder above", async () => {
    await using fixture = await createFixture({
      elsewhere: { "Cargo.toml": '[workspace]\nmembers = ["../app"]\n' },
      app: { "Cargo.toml": pack("app", 'workspace = "../elsewhere"\n[dependencies]\nb = { path = "../b" }\n') },
      b: { "Cargo.toml": pack("b") },
    });
    const root = rootOf(fixture.getPath("app"), surroundingsIn(fixture.path));
    expect(root.folder).toBe(fixture.getPath("app"));
    expect(root.dependencies).toEqual([{ ecosystem: "cargo", name: "b", origin: { kind: "path", beside: fixture.getPath("b") } }]);
  });

  test("what the user's own configuration names counts, wherever it is", async () => {
    await using there = await repository({ "Cargo.toml": pack("a", `[dependencies]\n${SECRET} = "1"\n`) });
    write(there.fixture.getPath("cargo-home/config.toml"), `paths = ["${there.fixture.getPath("outside")}"]\n`);
    expect(foldersOf(there.read())).toContain(there.fixture.getPath("outside"));
  });

  test("of many paths a few are reported", async () => {
    const lines = Array.from({ length: 300 }, (_, at) => `d${at} = { path = "b" }\n`).join("");
    await using there = await repository({ "Cargo.toml": pack("a", `[dependencies]\n${lines}`) }, { b: "OUTSIDE" });
    const { problems, dependencies } = there.read();
    expect(problems).toHaveLength(5);
    expect(problems.at(-1)?.message).toContain("and 295 more like it");
    expect(dependencies).toHaveLength(300);
  });
});

describe("PL-32 Cargo is started offline and without the repository", () => {
  const NOTES = '#!/bin/sh\n{ echo "$PWD $*"; env; } > "$HOME/noted"\necho "error: not today" >&2\nexit 1\n';

  async function asked(env: Record<string, string>, tree: FileTree = {}) {
    const there = await repository({ "Cargo.toml": pack("a", '[dependencies]\nserde = "1"\n'), ...tree });
    write(there.fixture.getPath("bin/cargo"), NOTES);
    chmodSync(there.fixture.getPath("bin/cargo"), 0o755);
    const own = { HOME: there.fixture.path, PATH: `${there.clone}/bin:bin:${there.fixture.getPath("bin")}:/usr/bin:/bin` };
    const where = {
      ...there.where,
      env: { ...own, ...Object.fromEntries(Object.entries(env).map(([k, v]) => [k, v.replace("CLONE", there.clone)])) },
    };
    const problems = await makeLocks([there.read()], where);
    return { there, problems, noted: () => readFileSync(there.fixture.getPath("noted"), "utf8") };
  }

  test("in a copy, with a handful of variables", async () => {
    const { there, noted, problems } = await asked({
      CARGO_REGISTRIES_CORP_INDEX: "sparse+http://127.0.0.1:9/",
      RUSTC: "/x",
      RUSTUP_TOOLCHAIN: "CLONE/tool",
      CARGO_HOME: "CLONE/home",
      HTTPS_PROXY: "http://127.0.0.1:9",
      GIT_SSH_COMMAND: "/x",
      SECRET: "s3cret",
    });
    await using _ = there;
    const [call = "", ...env] = noted().split("\n");
    expect(call).toMatch(/\.making\.[^ ]* generate-lockfile --offline$/);
    expect(call.startsWith(there.clone)).toBe(false);
    expect(env).toContain("CARGO_NET_OFFLINE=true");
    expect(env).toContain("CARGO_NET_GIT_FETCH_WITH_CLI=false");
    expect(env).toContain("RUSTUP_AUTO_INSTALL=0");
    const names = env.map((line) => line.split("=")[0]);
    for (const name of [
      "CARGO_REGISTRIES_CORP_INDEX",
      "RUSTC",
      "RUSTUP_TOOLCHAIN",
      "CARGO_HOME",
      "HTTPS_PROXY",
      "GIT_SSH_COMMAND",
      "SECRET",
    ])
      expect(names).not.toContain(name);
    expect(env.find((line) => line.startsWith("PATH="))).not.toContain(there.clone);
    expect(problems).toMatchObject([{ severity: "warning", hint: "run `cargo generate-lockfile` there" }]);
  });

  test("a program of that name in the repository is not the one", async () => {
    const { there, problems } = await asked({ PATH: "CLONE/bin:/nowhere" }, { bin: { cargo: NOTES } });
    await using _ = there;
    expect(problems[0]?.message).toContain("cargo was not found");
  });

  test("nothing is copied but what decides about versions: no pattern, no target, no path that leads out", async () => {
    await using there = await repository({
      "Cargo.toml": '[workspace]\nmembers = ["x", "y*"]\ndefault-members = ["/proc/**"]\n[profile.dev]\nopt-level = 1\n',
      "x/Cargo.toml": `${pack("x", 'build = "/bin/sh"\nreadme = "/etc/passwd"\n')}[lib]\npath = "/etc/hosts"\n[dependencies]\nserde = "1"\ny = { path = "../y" }\n`,
      "y/Cargo.toml": pack("y"),
    });
    write(there.fixture.getPath("bin/cargo"), '#!/bin/sh\ncat Cargo.toml x/Cargo.toml > "$HOME/noted"\nexit 1\n');
    chmodSync(there.fixture.getPath("bin/cargo"), 0o755);
    const where = { ...there.where, env: { HOME: there.fixture.path, PATH: `${there.fixture.getPath("bin")}:/usr/bin:/bin` } };
    await makeLocks([there.read()], where);
    const copied = readFileSync(there.fixture.getPath("noted"), "utf8");
    expect(copied).toMatch(/members = \[ "x", "y" \]/);
    expect(copied).toContain('path = "../y"');
    expect(copied).not.toMatch(/proc|\/etc|\/bin\/sh|opt-level|\*/);
  });
});

describe("PL-32 without a lock file what the manifest asks for stands for the version", () => {
  test("it is reported with the dependency, and two of them are two", async () => {
    await using there = await repository({
      "Cargo.toml": '[workspace]\nmembers = ["a", "b"]\n',
      "a/Cargo.toml": pack("a", '[dependencies]\nserde = "1"\n'),
      "b/Cargo.toml": pack("b", '[dependencies]\nserde = { version = "2", default-features = false }\n'),
    });
    expect(there.read().dependencies.map(({ name, version, requirement }) => [name, version, requirement])).toEqual([
      ["serde", undefined, "1"],
      ["serde", undefined, "2"],
    ]);
  });
});
