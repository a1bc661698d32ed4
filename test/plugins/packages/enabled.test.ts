import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { pathsIn } from "../../../src/host/paths.ts";
import type { Household } from "../../commands/command-line.ts";
import { lockOf, pack } from "../../support/cargo-workspace.ts";
import { crateHouse, installedIn, putCrate, skillIn, syncedIn, withMetadata } from "./crate-house.ts";

const WIDGET = { "widget 1.2.3": skillIn("skills", "spin") };
const configOf = ({ home }: Household) => readFileSync(join(home, ".symposium/config.toml"), "utf8");

interface Listed {
  readonly name: string;
  readonly state: string;
  readonly reason: string;
  readonly package?: { readonly version: string };
}

async function listed(house: Household, name: string): Promise<readonly Listed[]> {
  const { answer } = JSON.parse((await house.run(["status", "--json"])).stdout) as { answer: { plugins: readonly Listed[] } };
  return answer.plugins.filter((plugin) => plugin.name === name);
}

describe("B33 L19 a dependency's plugin", () => {
  test("L15 PL-16 installs nothing before the user enabled it", async () => {
    await using house = await crateHouse({ crates: WIDGET });
    expect(await syncedIn(house)).toEqual({ skills: [], stderr: expect.stringContaining("dependency `widget` brings a plugin") });
    expect(await listed(house, "widget")).toMatchObject([{ state: "candidate" }]);
    expect((await house.run(["status"])).stdout).toContain(
      "candidate  widget 1.2.3  found via dependency widget 1.2.3, awaiting consent; `symposium use widget` enables it\n",
    );
  });

  test("L1 L6 L10 `use` records it, installs its skills, and takes both back", async () => {
    await using house = await crateHouse({ crates: WIDGET });
    const before = configOf(house);
    expect((await house.run(["use", "widget"])).exitCode).toBe(0);
    expect(configOf(house)).toContain(`use = [{ name = "widget", workspace = "${house.project}" }]\n`);
    expect(installedIn(house)).toEqual(["spin"]);
    expect(await listed(house, "widget")).toMatchObject([{ state: "active", reason: "`[plugins] use`", package: { version: "1.2.3" } }]);
    expect((await house.run(["use", "widget", "--remove"])).exitCode).toBe(0);
    expect(installedIn(house)).toEqual([]);
    expect(configOf(house)).toBe(before);
  });

  test.each([
    ["B33 auto-enable by name, in either spelling", 'auto-enable = ["my_widget"]', ["spin"]],
    ["L16 auto-enable by a star", 'auto-enable = ["*"]', ["spin"]],
    ["auto-enable with the ecosystem", 'auto-enable = ["cargo:my-widget"]', ["spin"]],
    ["B33 no auto-enable", "", []],
    ["L17 disable beats auto-enable", 'auto-enable = ["*"]\ndisable = ["my-widget"]', []],
    ["L17 disable beats use", 'use = ["my-widget"]\ndisable = ["cargo:my-widget"]', []],
    ["L19 entries of another ecosystem", 'auto-enable = ["npm:my-widget"]\nuse = ["npm:my-widget"]', []],
    ["L18 use in another workspace", 'use = [{ name = "my-widget", workspace = "/elsewhere" }]', []],
  ])("%s", async (_, plugins, skills) => {
    await using house = await crateHouse({ crates: { "my-widget 1.0.0": skillIn("skills", "spin") }, config: `[plugins]\n${plugins}\n` });
    expect((await syncedIn(house)).skills).toEqual(skills);
  });

  test("L20 `use` may name a package that is not a dependency, `auto-enable` may not", async () => {
    const crates = { "widget 1.0.0": skillIn("skills", "old"), "widget 2.0.0": skillIn("skills", "new") };
    await using used = await crateHouse({ crates, dependencies: [] });
    expect((await used.run(["use", "widget"])).exitCode).toBe(0);
    expect(installedIn(used)).toEqual(["new"]);
    await using auto = await crateHouse({ crates, dependencies: [], config: '[plugins]\nauto-enable = ["widget"]\n' });
    expect((await syncedIn(auto)).skills).toEqual([]);
  });

  test("PL-29 a bare name of a plugin in a source never means a package", async () => {
    const plugins = { "widget/SYMPOSIUM.toml": 'name = "widget"\n', "alone/SKILL.md": "---\nname: gadget\ndescription: d\n---\n" };
    const crates = { "widget 1.0.0": skillIn("skills", "one"), "gadget 1.0.0": skillIn("skills", "two") };
    const config = '[plugins]\nuse = ["widget", "gadget"]\n';
    await using house = await crateHouse({ crates, dependencies: [], plugins, config });
    expect((await syncedIn(house)).skills).toEqual(["gadget"]);
  });

  test("L3 PL-29 an unknown bare name is an error, and records nothing", async () => {
    await using house = await crateHouse({ crates: {} });
    const before = configOf(house);
    expect(await house.run(["use", "wigdet"])).toMatchObject({
      stderr: "error: no crate or plugin named `wigdet` found (try `symposium search wigdet`)\n",
      exitCode: 1,
    });
    expect(configOf(house)).toBe(before);
  });

  test("PL-27 an agent cannot enable it", async () => {
    await using house = await crateHouse({ crates: WIDGET });
    const before = configOf(house);
    for (const name of ["widget", "cargo:widget", "cargo:other"]) {
      expect(await house.run(["use", name], { env: { CLAUDECODE: "1" } })).toMatchObject({
        stderr: expect.stringContaining("only you can decide what runs, and an agent started this"),
        exitCode: 1,
      });
    }
    expect(configOf(house)).toBe(before);
  });

  test("L21 one that is used and auto-enabled in two spellings is there once", async () => {
    await using house = await crateHouse({ crates: WIDGET, config: '[plugins]\nauto-enable = ["*"]\nuse = ["widget", "cargo:widget"]\n' });
    expect((await syncedIn(house)).skills).toEqual(["spin"]);
    expect(await listed(house, "widget")).toHaveLength(1);
  });

  test("L14 a session is told of it until the user decides", async () => {
    const candidates = (house: Household) =>
      pathsIn(house.places.index)
        .map((file) => readFileSync(file, "utf8"))
        .filter((text) => text.includes(house.project))
        .map((text) => /"candidates":\[(.*?)\]/.exec(text)?.[1]);
    await using house = await crateHouse({ crates: WIDGET });
    await house.run(["sync"]);
    expect(candidates(house)).toEqual(['"widget"']);
    await house.run(["use", "widget"]);
    expect(candidates(house)).toEqual([""]);
  });

  test("search finds what dependencies bring, with the command that enables it", async () => {
    await using house = await crateHouse({ crates: WIDGET });
    expect((await house.run(["search", "wid"])).stdout).toBe(
      "from dependencies:\n  widget 1.2.3  not enabled: `symposium use widget` enables it\n\nnext: run `symposium plugin show <name>` to see one\n",
    );
  });

  test("M4 `plugin list` and `plugin show` say where it comes from and why it counts", async () => {
    await using house = await crateHouse({ crates: { "widget 1.2.3": { ...WIDGET["widget 1.2.3"], "SYMPOSIUM.toml": HOOK } } });
    expect((await house.run(["plugin", "list"])).stdout).toContain(
      "dependencies  <project>\n  widget 1.2.3  inactive: found via dependency widget 1.2.3, awaiting consent\n",
    );
    expect((await house.run(["plugin", "show", "widget"])).stdout).toMatch(
      /package {3}cargo:widget 1\.2\.3\n[^]*hooks {5}h {2}SessionStart[^]*\[\[hooks\]\]/,
    );
    await house.run(["use", "widget"]);
    expect((await house.run(["plugin", "list"])).stdout).toContain("  widget 1.2.3  active, 1 hook: `[plugins] use`\n");
    expect((await house.run(["plugin", "show", "widget"])).stdout).toContain("active: `[plugins] use`\n");
  });
});

const HOOK = '[[hooks]]\nname = "h"\nevent = "SessionStart"\ncommand = { script = "h.sh" }\n';

describe("where a package is", () => {
  test("PL-15 in a checkout of git", async () => {
    await using house = await crateHouse({ config: '[plugins]\nauto-enable = ["*"]\n' });
    const commit = "0123456789abcdef0123456789abcdef01234567";
    house.write("project/Cargo.toml", pack("app", '[dependencies]\nwidget = { git = "https://git.example/tools.git" }\n'));
    house.write(
      "project/Cargo.lock",
      `${lockOf(["app", "0.1.0", ["widget"]])}\n[[package]]\nname = "widget"\nversion = "1.2.3"\nsource = "git+https://git.example/tools.git#${commit}"\n`,
    );
    const checkout = "home/.cargo/git/checkouts/tools-0123456789abcdef/0123456";
    house.write(`${checkout}/crates/widget/Cargo.toml`, pack("widget", "", "1.2.3"));
    house.write(`${checkout}/crates/widget/skills/spin/SKILL.md`, "---\nname: spin\ndescription: d\n---\n");
    expect((await syncedIn(house)).skills).toEqual(["spin"]);
  });

  test("B21 PL-15 in a folder that replaces it by [patch]", async () => {
    await using house = await crateHouse({
      crates: { "widget 1.2.3": skillIn("skills", "published") },
      config: '[plugins]\nuse = ["widget"]\n',
    });
    house.write("project/Cargo.toml", pack("app", '[dependencies]\nwidget = "1.2.3"\n[patch.crates-io]\nwidget = { path = "patched" }\n'));
    house.write("project/Cargo.lock", lockOf(["app", "0.1.0", ["widget"]], ["widget", "1.2.3", []]));
    house.write("project/patched/Cargo.toml", pack("widget", "", "1.2.3"));
    house.write("project/patched/skills/local/SKILL.md", "---\nname: local\ndescription: d\n---\n");
    expect((await syncedIn(house)).skills).toEqual(["local"]);
  });

  test("PL-15 in a vendored folder", async () => {
    await using house = await crateHouse({ dependencies: ["widget 1.2.3"], config: '[plugins]\nuse = ["widget"]\n' });
    house.write(
      "project/.cargo/config.toml",
      '[source.crates-io]\nreplace-with = "vendored-sources"\n[source.vendored-sources]\ndirectory = "vendor"\n',
    );
    house.write(
      "project/Cargo.lock",
      lockOf(["app", "0.1.0", ["widget"]], ["widget", "1.2.3", "registry"]).replaceAll(
        "registry+https://registry.example/index",
        "registry+https://github.com/rust-lang/crates.io-index",
      ),
    );
    house.write("project/vendor/widget/Cargo.toml", pack("widget", "", "1.2.3"));
    house.write("project/vendor/widget/skills/spin/SKILL.md", "---\nname: spin\ndescription: d\n---\n");
    expect((await syncedIn(house)).skills).toEqual(["spin"]);
  });
});

test("PL-32 a package that cannot be fetched costs one warning with the cause; an agent's sync fetches nothing", async () => {
  await using house = await crateHouse({ dependencies: ["widget 1.2.3"], config: '[plugins]\nuse = ["widget"]\n' });
  const warnings = (text: string) => text.split("\n").filter((line) => line.startsWith("warning") || line.startsWith("error"));
  const { stderr } = await house.run(["sync"], { env: { PATH: "/nowhere" } });
  expect(warnings(stderr)).toEqual([expect.stringMatching(/cannot fetch `widget` 1\.2\.3: /)]);
  const agent = await house.run(["sync"], { env: { PATH: "/nowhere", CLAUDECODE: "1" } });
  expect(warnings(agent.stderr)).toEqual([expect.stringContaining("`widget` 1.2.3 is not on this machine")]);
});

describe("what is installed of a package", () => {
  test("PL-4 stays, with a warning, while the package is not on this machine, and goes with the dependency", async () => {
    await using house = await crateHouse({ crates: WIDGET, config: '[plugins]\nuse = ["widget"]\n' });
    expect((await syncedIn(house)).skills).toEqual(["spin"]);
    house.remove("home/.cargo/registry");
    const { skills, stderr } = await syncedIn(house);
    expect(skills).toEqual(["spin"]);
    expect(stderr).toContain("`widget` 1.2.3 is not on this machine, so its plugin is missing\n");
    house.write("project/Cargo.toml", pack("app"));
    house.write("project/Cargo.lock", lockOf(["app", "0.1.0", []]));
    house.write("home/.symposium/config.toml", configOf(house).replace("use =", "auto-enable ="));
    expect(await syncedIn(house)).toEqual({ skills: [], stderr: "" });
  });

  test("PL-4 stays while its manifest is unusable", async () => {
    const files = { "SYMPOSIUM.toml": '[[skills]]\nsource.path = "guidance"\n', ...skillIn("guidance", "spin") };
    await using house = await crateHouse({ crates: { "widget 1.2.3": files }, config: '[plugins]\nuse = ["widget"]\n' });
    expect((await syncedIn(house)).skills).toEqual(["spin"]);
    putCrate(house, "widget 1.2.3", { "SYMPOSIUM.toml": "[[skills]\n" });
    const { skills, stderr } = await syncedIn(house);
    expect(skills).toEqual(["spin"]);
    expect(stderr).toMatch(/warning: .*SYMPOSIUM\.toml:1:\d+: not valid TOML/);
  });

  test("PL-4 stays while the source that led there cannot be loaded", async () => {
    const plugins = { "guide/SYMPOSIUM.toml": 'name = "guide"\ncrates = ["widget"]\n[[skills]]\nsource = "crate"\n' };
    const config = '[[plugin-source]]\nname = "team"\npath = "team"\n';
    await using house = await crateHouse({ crates: WIDGET, config });
    house.write("home/.symposium/team/guide/SYMPOSIUM.toml", plugins["guide/SYMPOSIUM.toml"]);
    expect((await syncedIn(house)).skills).toEqual(["spin"]);
    house.remove("home/.symposium/team");
    rmSync(house.places.lastGood, { recursive: true });
    expect((await syncedIn(house)).skills).toEqual(["spin"]);
  });

  test("PL-21 a new version replaces the copy of the old one", async () => {
    await using house = await crateHouse({ crates: WIDGET, config: '[plugins]\nuse = ["widget"]\n' });
    await syncedIn(house);
    putCrate(house, "widget 2.0.0", { "skills/spin/SKILL.md": "---\nname: spin\ndescription: newer\n---\n" });
    house.write("project/Cargo.lock", lockOf(["app", "0.1.0", ["widget"]], ["widget", "2.0.0", "registry"]));
    house.write("project/Cargo.toml", pack("app", '[dependencies]\nwidget = "2"\n'));
    expect((await syncedIn(house)).skills).toEqual(["spin"]);
    expect(house.read("project/.claude/skills/spin/SKILL.md")).toContain("newer");
  });

  test("PL-21 skills of one name from two packages carry the packages' names and versions", async () => {
    const crates = {
      "alpha 1.0.0": skillIn("skills", "spin"),
      "beta 2.1.0": { "skills/spin/SKILL.md": "---\nname: spin\ndescription: other\n---\n" },
    };
    await using house = await crateHouse({ crates, config: '[plugins]\nauto-enable = ["*"]\n' });
    expect((await syncedIn(house)).skills).toEqual(["spin-alpha-1-0-0", "spin-beta-2-1-0"]);
  });
});

test("B36 PL-15 the manifest of a package and its metadata are one plugin", async () => {
  const crate = "widget 1.2.3";
  const files = {
    "Cargo.toml": withMetadata(crate, '[[package.metadata.symposium.skills]]\nsource.path = "embedded"\n'),
    "SYMPOSIUM.toml": 'name = "gears"\n[[skills]]\nsource.path = "own"\n',
    ...skillIn("embedded", "one"),
    ...skillIn("own", "two"),
    ...skillIn("skills", "three"),
  };
  await using house = await crateHouse({ crates: { [crate]: files }, config: '[plugins]\nuse = ["widget"]\n' });
  expect(await syncedIn(house)).toEqual({ skills: ["one", "three", "two"], stderr: "" });
  expect(await listed(house, "gears")).toMatchObject([{ state: "active", package: { name: "widget" } }]);
});
