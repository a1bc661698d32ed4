import type { FileTree } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { readConfig } from "../../src/files/config.ts";
import { problemText } from "../../src/files/problem.ts";
import { isFresh } from "../../src/host/stamp.ts";
import { loadPlugins } from "../../src/plugins/active-plugins.ts";
import { ourDirectory } from "./our-directory.ts";
import { hook, manifest } from "../support/plugin.ts";

/** `workspace` is a folder that has no dependencies. */
async function loaded(tree: FileTree, workspace: string | null = null) {
  await using ours = await ourDirectory(tree);
  const read = readConfig(ours.places.config);
  if (!read.ok) throw new Error(problemText(read.problem));
  const result = loadPlugins({ config: read.config, places: ours.places, workspace: around(workspace), context: ours.context });
  return {
    ...result,
    names: result.plugins.map(({ source, plugin }) => `${source}/${plugin.name}`),
    reasons: Object.fromEntries(result.plugins.map(({ plugin, inactive }) => [plugin.name, inactive])),
    told: result.problems.map((problem) => problemText(problem).replaceAll(ours.path(), "").replaceAll("//", "/")),
  };
}

function around(folder: string | null) {
  const nothing = { repository: null, roots: [], members: [], dependencies: [], checked: [], watched: [], problems: [] };
  return folder === null ? null : { folder, ...nothing };
}

const SOURCES = '[[plugin-source]]\nname = "second"\npath = "z"\n[[registry]]\nname = "third"\npath = "./a/b"\n';

describe("RT-11 order and identity", () => {
  test("recommendations, user plugins, then configured sources in file order, by path within each", async () => {
    const { names, sources } = await loaded({
      "config.toml": SOURCES,
      plugins: { two: manifest("u2"), one: manifest("u1") },
      a: { b: { x: manifest("t1") } },
      z: { x: manifest("s1") },
    });
    expect(names).toEqual(["user-plugins/u1", "user-plugins/u2", "second/s1", "third/t1"]);
    expect(sources.map(({ name }) => name)).toEqual(["symposium-recommendations", "user-plugins", "second", "third"]);
  });

  test("two plugins of one name both load and are reported", async () => {
    const { names, told } = await loaded({
      "config.toml": SOURCES,
      plugins: { a: manifest("same") },
      z: { b: manifest("same") },
      a: { b: {} },
    });
    expect(names).toEqual(["user-plugins/same", "second/same"]);
    expect(told).toEqual(["/z/b/SYMPOSIUM.toml: another plugin is also named `same`: /plugins/a/SYMPOSIUM.toml"]);
  });
});

describe("sources", () => {
  test("relative paths start at the folder of the config file, and a missing one is reported", async () => {
    const { told } = await loaded({ "config.toml": SOURCES, z: {} });
    expect(told).toEqual(["/a/b: source `third`: the folder does not exist"]);
  });

  test("git sources are listed with what they lack, without the network and without a problem", async () => {
    const { sources, told } = await loaded({ "config.toml": '[[plugin-source]]\nname = "org"\ngit = "https://example.org/x"\n' });
    expect(sources.filter(({ unavailable }) => unavailable !== undefined).map(({ name, origin }) => [name, origin])).toEqual([
      ["symposium-recommendations", "https://github.com/symposium-dev/recommendations"],
      ["org", "https://example.org/x"],
    ]);
    expect(told).toEqual([]);
  });

  test("both built-in sources can be switched off", async () => {
    const { sources, names } = await loaded({
      "config.toml": "[defaults]\nsymposium-recommendations = false\nuser-plugins = false\n",
      plugins: { a: manifest("a") },
    });
    expect(sources).toEqual([]);
    expect(names).toEqual([]);
  });
});

describe("which plugins act", () => {
  test("F31 a gate that is closed is reported with the reason", async () => {
    const { reasons, told } = await loaded({
      plugins: {
        a: manifest("star", "", 'depends-on = "*"'),
        b: manifest("crate", hook("h", "Stop"), 'crates = ["serde>=1", "tokio"]'),
        c: manifest("predicate", "", 'predicates = ["env(CI)", "not(env(X))"]'),
      },
    });
    expect(reasons).toEqual({
      star: undefined,
      crate: "needs serde>=1 or tokio, but this folder is not in a workspace",
      predicate: "env CI is not set",
    });
    expect(told).toEqual([]);
  });

  test("PL-6 without any gate a plugin is dormant with a message, until it is used", async () => {
    const gateless = { plugins: { a: manifest("sleepy_one", hook("h", "Stop"), "") } };
    const asleep = await loaded(gateless);
    expect(asleep.reasons).toEqual({ sleepy_one: "is dormant: it has no gate that says where it applies" });
    expect(asleep.told).toEqual([
      "/plugins/a/SYMPOSIUM.toml:1:1: plugin `sleepy_one` is dormant: it has no gate that says where it applies",
    ]);
    const awake = await loaded({ ...gateless, "config.toml": '[plugins]\nuse = ["sleepy-one"]\n' });
    expect([awake.reasons, awake.told]).toEqual([{ sleepy_one: undefined }, []]);
  });

  test("a gate at any level wakes a plugin", async () => {
    const skills = '[[skills]]\ncrates = ["serde"]\nsource.path = "skills"\n';
    expect((await loaded({ plugins: { a: manifest("p", skills + hook("h", "Stop"), "") } })).reasons).toEqual({ p: undefined });
  });

  test("`use` for one workspace counts there only, and opens no gate", async () => {
    const tree = {
      "config.toml": '[plugins]\nuse = [{ name = "a", workspace = "/projects/space" }, "gated"]\n',
      plugins: { a: manifest("a", "", ""), g: manifest("gated", "", 'crates = "serde"') },
    };
    expect((await loaded(tree, "/projects/space")).reasons["a"]).toBeUndefined();
    expect((await loaded(tree, "/projects/other")).reasons["a"]).toContain("dormant");
    expect((await loaded(tree, null)).reasons).toMatchObject({
      a: expect.stringContaining("dormant"),
      gated: expect.stringContaining("needs serde"),
    });
  });

  test("`disable` beats everything", async () => {
    const tree = { "config.toml": '[plugins]\nuse = ["a"]\ndisable = ["a"]\n', plugins: { a: manifest("a") } };
    expect((await loaded(tree)).reasons).toEqual({ a: "is disabled in the config file" });
  });
});

describe("PL-5 one bad plugin costs that plugin", () => {
  test("whatever its manifest is", async () => {
    const { names, told } = await loaded({
      plugins: {
        a: { "SYMPOSIUM.toml": "name = " },
        b: { "SYMPOSIUM.toml": Buffer.from([0xff, 0xfe, 0x00]) },
        c: manifest("good", hook("h", "Stop")),
        d: manifest("odd", '[[hooks]]\nname = "h"\nevent = "Stop"\ncommand = { executable = "a\\u0000b" }\n'),
      },
    });
    expect(names).toEqual(["user-plugins/good", "user-plugins/odd"]);
    expect(told).toEqual([
      expect.stringMatching(/^\/plugins\/a\/SYMPOSIUM\.toml:1:\d+: not valid TOML/),
      "/plugins/b/SYMPOSIUM.toml:1:1: is not valid UTF-8",
    ]);
  });
});

test("RT-12 RT-28 a bare word is searched beside the manifest first, and the path is watched", async () => {
  const bare = (files: FileTree) => ({
    plugins: { a: { ...manifest("p", '[[hooks]]\nname = "h"\nevent = "Stop"\ncommand = { executable = "check" }\n'), ...files } },
  });
  const absent = await loaded(bare({}));
  expect(absent.plugins[0]?.plugin.hooks[0]?.command.path).toBe("check");
  expect(absent.watched.map(([path, stamp]) => [path.endsWith("/plugins/a/check"), stamp])).toContainEqual([true, "-"]);
  const present = await loaded(bare({ check: "" }));
  expect(present.plugins[0]?.plugin.hooks[0]?.command.path).toMatch(/\/plugins\/a\/check$/);
});

test("RT-28 manifests, good and bad, are watched", async () => {
  await using ours = await ourDirectory({ plugins: { a: manifest("a"), b: { "SYMPOSIUM.toml": "broken" } } });
  const read = readConfig(ours.places.config);
  if (!read.ok) throw new Error("unexpected");
  const { watched, roots } = loadPlugins({ config: read.config, places: ours.places, workspace: around(null), context: ours.context });
  expect(watched.map(([path]) => path)).toEqual([ours.path("plugins/a/SYMPOSIUM.toml"), ours.path("plugins/b/SYMPOSIUM.toml")]);
  expect(roots.map(([path]) => path)).toEqual([expect.stringMatching(/recommendations-\w+[\\/]fetched\.json$/), ours.path("plugins")]);
  expect([...watched, ...roots].every(isFresh)).toBe(true);
});
