import { chmodSync, rmSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { DOWN, ENTER } from "../support/at-terminal.ts";
import { type BesideHome, besideHome, GUARD } from "../support/beside.ts";
import { lockOf, pack } from "../support/cargo-workspace.ts";
import { commandHook, hooksText } from "../support/hook-manifest.ts";
import { says } from "../support/plugin.ts";

interface Monorepo {
  /** What the package manager calls the package in `code/api`. */
  readonly name: string;
  readonly root: Readonly<Record<string, string>>;
  readonly member: Readonly<Record<string, string>>;
  /** The member's own file with a mistake in it. */
  readonly broken: readonly [file: string, text: string];
}

const json = (value: object) => JSON.stringify(value);
const pyproject = (name: string, more = "") => `[project]\nname = "${name}"\nversion = "1"\n${more}`;

/** A new ecosystem is tested by being added. */
const MONOREPOS: Readonly<Record<string, Monorepo>> = {
  npm: {
    name: "@acme/gateway",
    root: { "package.json": json({ name: "root", workspaces: ["code/*"] }) },
    member: { "package.json": json({ name: "@acme/gateway", version: "1.0.0" }) },
    broken: ["package.json", "{"],
  },
  Cargo: {
    name: "acme-gateway",
    root: { "Cargo.toml": `[workspace]\nmembers = ["code/api"]\n${pack("root")}`, "Cargo.lock": lockOf(["root", "0.1.0", []]) },
    member: { "Cargo.toml": pack("acme-gateway") },
    broken: ["Cargo.toml", "= broken"],
  },
  uv: {
    name: "acme-gateway",
    root: { "pyproject.toml": pyproject("root", '[tool.uv.workspace]\nmembers = ["code/*"]\n') },
    member: { "pyproject.toml": pyproject("acme-gateway") },
    broken: ["pyproject.toml", "= broken"],
  },
  Go: {
    name: "acme.test/gateway",
    root: { "go.mod": "module acme.test/root\n", "go.work": "go 1.22\nuse (\n\t.\n\t./code/api\n)\n" },
    member: { "go.mod": "module acme.test/gateway\n" },
    broken: ["go.mod", "module (\n"],
  },
};

const HOOK_MANIFEST = hooksText([commandHook("./guard.sh", { name: "guard", blocking: true })]);

const PLUGINS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a SYMPOSIUM.toml": { "SYMPOSIUM.toml": GUARD, "guard.sh": says({ decision: "deny", reason: "Not here." }) },
  "a hook manifest": { "hooks.json": HOOK_MANIFEST, "guard.sh": "#!/bin/sh\ncat >/dev/null; echo 'Not here.' >&2; exit 2\n" },
};

const MATRIX = Object.entries(MONOREPOS).flatMap(([ecosystem, repo]) =>
  Object.entries(PLUGINS).map(([form, files]) => [`${ecosystem}: ${form}`, repo, files] as const),
);

async function repository({ root, member }: Monorepo, plugin: Readonly<Record<string, string>>): Promise<BesideHome> {
  const inMember = { ...member, ...plugin };
  const files = { ...root, ...Object.fromEntries(Object.entries(inMember).map(([path, text]) => [`code/api/${path}`, text])) };
  const home = await besideHome({ name: "", project: { ...files, "SYMPOSIUM.toml": "" }, library: {} });
  chmodSync(home.at("home/work/code/api/guard.sh"), 0o755);
  return home;
}

interface Status {
  readonly answer: { readonly plugins: readonly { readonly name: string; readonly source?: string }[] };
}

async function namesIn(home: BesideHome, cwd = home.project): Promise<readonly string[]> {
  const { stdout } = await home.use(["status", "--json"], [], { cwd });
  return (JSON.parse(stdout) as Status).answer.plugins.map(({ name }) => name);
}

describe.each(MATRIX)("PL-26 a member's plugin is called by its package: %s", (_, repo, plugin) => {
  test("from the root and from the member, where the root keeps its folder's name", async () => {
    await using home = await repository(repo, plugin);
    expect(await namesIn(home)).toEqual(["work", repo.name]);
    expect(await namesIn(home, home.at("home/work/code/api"))).toEqual(["work", repo.name]);
  });

  test("for `plugin validate` and `export` of its folder", async () => {
    await using home = await repository(repo, plugin);
    const member = home.at("home/work/code/api");
    for (const [path, cwd] of [
      ["./code/api", home.project],
      [".", member],
      [member, home.at("home")],
    ] as const) {
      const checked = await home.use(["plugin", "validate", path, "--no-check-crates", "--json"], [], { cwd });
      const { items } = (JSON.parse(checked.stdout) as { answer: { items: readonly { name: string }[] } }).answer;
      expect(
        items.map(({ name }) => name),
        path,
      ).toContain(repo.name);
      const exported = async (word: string, from: string) => {
        rmSync(home.at("out"), { recursive: true, force: true });
        const { exitCode, stderr } = await home.use(["export", word, "--to", home.at("out")], [], { cwd: from });
        expect(exitCode, stderr).toBe(0);
        return (JSON.parse(home.read("out/plugin.json")) as { name: string }).name;
      };
      expect(await exported(path, cwd), path).toBe(await exported(repo.name, home.project));
    }
  });

  test("in the question, the record of consent and the denial, also while the package's file is broken", async () => {
    await using home = await repository(repo, plugin);
    const { exitCode, unasked } = await home.use(["trust", "accept", repo.name], [["run this?", [DOWN, ENTER]]]);
    expect({ exitCode, unasked }).toEqual({ exitCode: 0, unasked: [] });
    expect((await home.use(["trust", "list"])).stdout).toContain(`accepted  ${repo.name}`);
    expect((await home.use(["plugin", "show", repo.name])).stdout).toContain("code/api");
    expect(await home.answer()).toContain("Not here.");
    const [file, text] = repo.broken;
    writeFileSync(home.at(`home/work/code/api/${file}`), text);
    expect(await home.answer()).toMatch(/^deny: /);
    writeFileSync(home.at(`home/work/code/api/${file}`), repo.member[file]!);
    rmSync(home.at("home/work/code/api/guard.sh"));
    const denied = await home.answer();
    expect(denied).toMatch(/^deny: /);
    expect(denied).toContain(repo.name);
  });
});

describe("PL-26 the name of a member's plugin", () => {
  const plugin = PLUGINS["a SYMPOSIUM.toml"]!;
  const npm = MONOREPOS["npm"]!;

  test("is the manifest's own, where it has one", async () => {
    await using home = await repository(npm, { ...plugin, "SYMPOSIUM.toml": `name = "mine"\n${GUARD}` });
    expect(await namesIn(home)).toEqual(["work", "mine"]);
  });

  test("is the folder's, where the package has none that its ecosystem takes", async () => {
    await using home = await repository({ ...npm, member: { "package.json": json({ name: "\u001B[31m../x" }) } }, plugin);
    expect(await namesIn(home)).toEqual(["work", "api"]);
  });

  test("does not depend on where one looks from, in a folder of two ecosystems", async () => {
    const cargo = MONOREPOS["Cargo"]!;
    const both = { ...npm, root: { ...npm.root, ...cargo.root }, member: { ...npm.member, ...cargo.member } };
    await using home = await repository(both, plugin);
    const names = await namesIn(home);
    expect(names).toEqual(["work", "acme-gateway"]);
    expect(await namesIn(home, home.at("home/work/code/api"))).toEqual(names);
    rmSync(home.at("home/work/Cargo.toml"));
    // The package at the root's reach counts before one that only its own folder knows of.
    expect(await namesIn(home, home.at("home/work/code/api"))).toEqual(await namesIn(home));
  });
});
