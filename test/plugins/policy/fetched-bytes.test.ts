/** A policy that names a package means the bytes that were fetched under that name, in every ecosystem. */

import { appendFileSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import type { FileTree } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { readConfig } from "../../../src/files/config.ts";
import { loadPlugins } from "../../../src/plugins/active-plugins.ts";
import { workspaceAround } from "../../../src/plugins/workspace-around.ts";
import { createHome, type Home } from "../../support/home.ts";
import { hook } from "../../support/plugin.ts";

const PLUGIN = { "SYMPOSIUM.toml": `name = "rules"\n${hook("deny")}`, "deny.sh": "#!/bin/sh\n" };

interface Case {
  readonly id: string;
  /** Files of the project, the package among them. */
  readonly project: FileTree;
  /** The package's folder. */
  readonly folder: string;
  /** Where what the user's configuration fetches lies, from the home. */
  readonly copy: string;
  /** Files that mark it. */
  readonly beside?: Readonly<Record<string, string>>;
  /** A variable that could lead the cache into the clone, and where it would then be. */
  readonly led?: readonly [variable: string, folder: string, copy: string];
}

const DIGITS = "0123456789abcdef";
const dist = (folder: string) => ({
  [`${folder}/rules-1.0.0.dist-info/METADATA`]: "Metadata-Version: 2.1\nName: rules\nVersion: 1.0.0\n",
  [`${folder}/rules-1.0.0.dist-info/RECORD`]: "rules/SYMPOSIUM.toml,,\nrules/deny.sh,,\nrules/__init__.py,,\n",
});

const CASES: Readonly<Record<string, Case>> = {
  cargo: {
    id: "cargo:rules",
    project: {
      "Cargo.toml":
        '[package]\nname = "app"\nversion = "0.1.0"\n[dependencies]\nrules = { path = "rules" }\n[workspace]\nexclude = ["rules"]\n',
      "Cargo.lock":
        'version = 4\n[[package]]\nname = "app"\nversion = "0.1.0"\ndependencies = ["rules"]\n[[package]]\nname = "rules"\nversion = "1.0.0"\n',
      rules: { "Cargo.toml": '[package]\nname = "rules"\nversion = "1.0.0"\n', ...PLUGIN },
    },
    folder: "rules",
    copy: ".cargo/registry/src/index.crates.io-1949cf8c6b5b557f/rules-1.0.0",
    beside: { ".cargo/registry/src/index.crates.io-1949cf8c6b5b557f/rules-1.0.0/.cargo-ok": "" },
    led: ["CARGO_HOME", "cargo", "registry/src/index.crates.io-1949cf8c6b5b557f/rules-1.0.0"],
  },
  npm: {
    id: "npm:@my-org/rules",
    project: {
      "package.json": JSON.stringify({ name: "app", version: "1.0.0", dependencies: { "@my-org/rules": "^1.0.0" } }),
      "package-lock.json": JSON.stringify({
        name: "app",
        lockfileVersion: 3,
        packages: {
          "": { name: "app", version: "1.0.0", dependencies: { "@my-org/rules": "^1.0.0" } },
          "node_modules/@my-org/rules": { version: "1.0.0", resolved: "https://registry.example/rules.tgz" },
        },
      }),
      "node_modules/@my-org/rules": { "package.json": '{ "name": "@my-org/rules", "version": "1.0.0" }', ...PLUGIN },
    },
    folder: "node_modules/@my-org/rules",
    copy: `cache/packages/npm/@my-org/rules/1.0.0-${DIGITS}`,
    beside: { [`cache/packages/npm/@my-org/rules/1.0.0-${DIGITS}.from-registry`]: "" },
  },
  go: {
    id: "go:example.test/rules",
    project: {
      "go.mod": "module example.test/app\n\ngo 1.24\n\nrequire example.test/rules v1.0.0\n\nreplace example.test/rules => ./rules\n",
      rules: { "go.mod": "module example.test/rules\n\ngo 1.24\n", ...PLUGIN },
    },
    folder: "rules",
    copy: "go/pkg/mod/example.test/rules@v1.0.0",
    led: ["GOMODCACHE", "mod", "example.test/rules@v1.0.0"],
  },
  pypi: {
    id: "pypi:rules",
    project: {
      "pyproject.toml": '[project]\nname = "app"\nversion = "1.0.0"\ndependencies = ["rules"]\n',
      "uv.lock":
        'version = 1\nrequires-python = ">=3.11"\n\n[[package]]\nname = "app"\nversion = "1.0.0"\nsource = { virtual = "." }\ndependencies = [\n    { name = "rules" },\n]\n\n[[package]]\nname = "rules"\nversion = "1.0.0"\nsource = { registry = "https://pypi.org/simple" }\n',
      ".venv/pyvenv.cfg": "home = /usr/bin\nversion = 3.12.1\n",
      ...dist(".venv/lib/python3.12/site-packages"),
      ".venv/lib/python3.12/site-packages/rules": { "__init__.py": "", ...PLUGIN },
    },
    folder: ".venv/lib/python3.12/site-packages/rules",
    copy: `cache/packages/pypi/rules/1.0.0-${DIGITS}/rules`,
    beside: dist(`cache/packages/pypi/rules/1.0.0-${DIGITS}`),
  },
};

async function homeOf({ project, id }: Case, sources: readonly string[]): Promise<Home> {
  const use = id.slice(id.indexOf(":") + 1);
  const config = `[defaults]\nsymposium-recommendations = false\n[plugins]\nuse = ["${use}"]\n[policy]\nsources = ${JSON.stringify(sources)}\n`;
  return createHome({}, { "config.toml": config, work: { ".git": { HEAD: "ref: refs/heads/main\n" }, ...project } });
}

function put(home: Home, path: string, text: string): void {
  mkdirSync(dirname(home.getPath(path)), { recursive: true });
  writeFileSync(home.getPath(path), text);
}

function fetched(home: Home, { folder, copy, beside = {} }: Case, into = copy): void {
  mkdirSync(dirname(home.getPath(into)), { recursive: true });
  cpSync(home.getPath("work", folder), home.getPath(into), { recursive: true });
  if (into === copy) for (const [path, text] of Object.entries(beside)) put(home, path, text);
}

/** What the policy says, and which copies `sync` would fetch to compare with. */
function denied(home: Home, env: Readonly<Record<string, string>> = {}) {
  const { context, places } = home.services();
  const there = { ...context, env: { ...context.env, ...env } };
  const read = readConfig(places.config);
  if (!read.ok) throw new Error("no config");
  const workspace = workspaceAround(home.getPath("work"), { context: there, places });
  const { plugins, policy } = loadPlugins({ config: read.config, places, workspace, context: there });
  const plugin = plugins.find(({ origin }) => origin.kind === "package");
  if (plugin === undefined) throw new Error("no plugin of the package");
  return { reason: plugin.denied, wanted: policy.wantedCopies.map(({ ecosystem, name, version }) => `${ecosystem}:${name} ${version}`) };
}

describe.each(Object.entries(CASES))("IX-17 a package of %s in a clone", (_, one) => {
  const named = [`${one.id.split(":")[0]}:*`];

  test("that calls itself by an allowed name counts as the workspace's", async () => {
    await using home = await homeOf(one, [one.id]);
    const { reason, wanted } = denied(home);
    expect(reason).toContain(`nothing proves that its bytes are those of ${one.id}`);
    expect(wanted).toEqual([expect.stringMatching(new RegExp(`^${one.id} v?1\\.0\\.0$`))]);
  });

  test("with the bytes that were fetched under its name counts by it", async () => {
    await using home = await homeOf(one, named);
    fetched(home, one);
    expect(denied(home)).toEqual({ reason: undefined, wanted: [] });
  });

  test.each<[string, (at: (path: string) => string) => void]>([
    ["another byte", (at) => appendFileSync(at("deny.sh"), "#")],
    ["a file more", (at) => writeFileSync(at("more.sh"), "")],
    ["a file less", (at) => rmSync(at("deny.sh"))],
    ["a link", (at) => (rmSync(at("deny.sh")), symlinkSync("SYMPOSIUM.toml", at("deny.sh")))],
  ])("with %s does not", async (_change, change) => {
    await using home = await homeOf(one, named);
    fetched(home, one);
    change((path) => home.getPath("work", one.folder, path));
    expect(denied(home).reason).toContain("nothing proves");
  });

  test("is the workspace's where a policy allows that", async () => {
    await using home = await homeOf(one, ["workspace"]);
    expect(denied(home)).toEqual({ reason: undefined, wanted: [] });
    fetched(home, one);
    expect(denied(home).reason).toContain("`sources`");
  });

  test("cannot bring the copy along", async () => {
    await using home = await homeOf(one, named);
    if (one.led === undefined) return;
    const [variable, folder, copy] = one.led;
    fetched(home, one, `work/${folder}/${copy}`);
    expect(denied(home, { [variable]: home.getPath("work", folder) }).reason).toContain("nothing proves");
  });
});

test("IX-17 a copy from a zip file of the repository proves nothing", async () => {
  const one = CASES["npm"]!;
  await using home = await homeOf(one, ["npm:*"]);
  const { beside: _, ...unmarked } = one;
  fetched(home, unmarked);
  expect(denied(home).reason).toContain("nothing proves");
});

test("IX-17 a registry that only the repository names proves nothing", async () => {
  const one = CASES["cargo"]!;
  await using home = await homeOf(one, ["cargo:*"]);
  for (const registry of ["evil.example-1949cf8c6b5b557f", "github.com-1949cf8c6b5b557f"]) {
    fetched(home, one, `.cargo/registry/src/${registry}/rules-1.0.0`);
    expect(denied(home).reason).toContain("nothing proves");
  }
  put(home, ".cargo/config.toml", '[registries.company]\nindex = "sparse+https://crates.company.example/index/"\n');
  fetched(home, one, ".cargo/registry/src/crates.company.example-1949cf8c6b5b557f/rules-1.0.0");
  expect(denied(home).reason).toBeUndefined();
});
