import { describe, expect, test } from "vitest";

import { crateHouse, skillIn, syncedIn, withMetadata } from "./crate-house.ts";

const guide = (rest: string, gate = 'crates = ["*"]') => ({ "guide/SYMPOSIUM.toml": `name = "guide"\n${gate}\n${rest}\n` });
const edge = (source: string, gate = "") => `[[plugins]]\nsource.cargo = ${source}\n${gate}\n`;
const WIDGET = { "widget 1.2.3": skillIn("skills", "spin") };

describe("B35 a chained plugin", () => {
  test.each([
    ["B35 brings the skills of its package", edge('"widget"'), ["spin"]],
    ["PL-28 brings them in the version that is asked for", edge('{ name = "widget", version = "1.2" }'), ["spin"]],
    ["PL-28 in either spelling", edge('"wid_get"'), []],
    ["PL-28 only where its own gate is open", edge('"widget"', 'crates = ["absent"]'), []],
    ["PL-28 only where its own predicate holds", edge('"widget"', 'predicates = ["env(NOT_SET_ANYWHERE)"]'), []],
  ])("%s", async (_, entry, skills) => {
    await using house = await crateHouse({ crates: WIDGET, plugins: guide(entry) });
    expect((await syncedIn(house)).skills).toEqual(skills);
  });

  test("PL-28 a version that the workspace does not have is reported once, and nothing is loaded", async () => {
    await using house = await crateHouse({ crates: WIDGET, plugins: guide(edge('"widget>=2"') + edge('"widget>=2"')) });
    const { skills, stderr } = await syncedIn(house);
    expect(skills).toEqual([]);
    expect(stderr.match(/needs widget>=2, but the workspace has widget 1\.2\.3/g)).toHaveLength(1);
  });

  test("PL-28 a package outside the workspace is found in the newest version that fits, or reported", async () => {
    const crates = {
      "widget 1.2.3": skillIn("skills", "old"),
      "widget 1.9.0": skillIn("skills", "fits"),
      "widget 2.0.0": skillIn("skills", "new"),
    };
    await using house = await crateHouse({ crates, dependencies: [], plugins: guide(edge('"widget^1.0"') + edge('"absent"')) });
    const { skills, stderr } = await syncedIn(house);
    expect(skills).toEqual(["fits"]);
    expect(stderr.match(/`absent` is not on this machine/g)).toHaveLength(1);
  });

  test("PL-28 does not count where the plugin is inactive", async () => {
    await using house = await crateHouse({ crates: WIDGET, plugins: guide(edge('"widget"'), 'crates = ["absent"]') });
    expect((await syncedIn(house)).skills).toEqual([]);
  });

  test("PL-16 `disable` names a chained package too", async () => {
    await using house = await crateHouse({ crates: WIDGET, plugins: guide(edge('"widget"')), config: '[plugins]\ndisable = ["widget"]\n' });
    expect((await syncedIn(house)).skills).toEqual([]);
  });

  test("PL-28 its predicates count", async () => {
    const crates = { "widget 1.2.3": { "SYMPOSIUM.toml": 'predicates = ["env(NOT_SET_ANYWHERE)"]\n', ...skillIn("skills", "spin") } };
    await using house = await crateHouse({ crates, plugins: guide(edge('"widget"')) });
    expect((await syncedIn(house)).skills).toEqual([]);
  });

  test("PL-15 the gates of manifest and metadata must both hold", async () => {
    const crate = "widget 1.2.3";
    const of = (own: string) => ({
      [crate]: {
        "Cargo.toml": withMetadata(crate, 'depends-on = ["widget"]'),
        "SYMPOSIUM.toml": `depends-on = ["${own}"]\n`,
        ...skillIn("skills", "spin"),
      },
    });
    await using both = await crateHouse({ crates: of("widget>=1"), plugins: guide(edge('"widget"')) });
    expect((await syncedIn(both)).skills).toEqual(["spin"]);
    await using one = await crateHouse({ crates: of("absent"), plugins: guide(edge('"widget"')) });
    expect((await syncedIn(one)).skills).toEqual([]);
  });

  test("PL-28 chains go on, circles and diamonds end, and status says who led there", async () => {
    const chain = (name: string, ...to: readonly string[]) => ({
      "SYMPOSIUM.toml": to.map((one) => edge(`"${one}"`)).join(""),
      ...skillIn("skills", name),
    });
    const crates = {
      "a 1.0.0": chain("sa", "b", "c"),
      "b 1.0.0": chain("sb", "d"),
      "c 1.0.0": chain("sc", "d"),
      "d 1.0.0": chain("sd", "a"),
    };
    await using house = await crateHouse({ crates, dependencies: ["a 1.0.0"], plugins: guide(edge('"a"')) });
    const { skills, stderr } = await syncedIn(house);
    expect(skills).toEqual(["sa", "sb", "sc", "sd"]);
    expect(stderr.match(/packages lead in a circle: cargo:a → cargo:b → cargo:d → cargo:a/g)).toHaveLength(1);
    const { stdout } = await house.run(["status"]);
    expect(stdout).toMatch(/active +a 1\.0\.0 +chained from `guide`; brings the skill sa\n/);
    expect(stdout).toMatch(/active +d 1\.0\.0 +chained from `b`; brings the skill sd\n/);
  });

  test("PL-32 a repository's own plugin leads to no package", async () => {
    await using house = await crateHouse({ crates: WIDGET, dependencies: [] });
    house.write("project/SYMPOSIUM.toml", edge('"widget"') + edge('"anything"'));
    expect(await syncedIn(house)).toEqual({ skills: [], stderr: "" });
  });
});

test("B24 two plugins with the skills of one crate install one copy under the plain name", async () => {
  const of = (name: string) => `name = "${name}"\ncrates = ["widget"]\n[[skills]]\nsource = "crate"\n`;
  await using house = await crateHouse({ crates: WIDGET, plugins: { "one/SYMPOSIUM.toml": of("one"), "two/SYMPOSIUM.toml": of("two") } });
  expect((await syncedIn(house)).skills).toEqual(["spin"]);
});

test("B9 deprecated source.crate and source.crate_path name a package or a folder in it", async () => {
  const crates = {
    "widget 1.2.3": { ...skillIn("guidance", "inside"), ...skillIn("skills", "usual") },
    "other 1.0.0": skillIn("skills", "other"),
  };
  const groups = '[[skills]]\nsource.crate_path = "guidance"\n[[skills]]\nsource.crate = "other"\n';
  await using house = await crateHouse({ crates, dependencies: ["widget 1.2.3"], plugins: guide(groups, 'crates = ["widget"]') });
  expect((await syncedIn(house)).skills).toEqual(["inside", "other"]);
});

test("PL-15 the versions that the gate names are used, where the workspace has several", async () => {
  const crates = { "widget 1.2.3": skillIn("skills", "one"), "widget 2.0.0": skillIn("skills", "two") };
  await using house = await crateHouse({
    crates,
    dependencies: ["widget 1.2.3"],
    plugins: guide('[[skills]]\nsource = "crate"\n', 'crates = ["widget<2"]'),
  });
  house.write(
    "project/Cargo.toml",
    '[package]\nname = "app"\nversion = "0.1.0"\n[dependencies]\nwidget = "1"\nnewer = { package = "widget", version = "2" }\n',
  );
  house.write(
    "project/Cargo.lock",
    house.read("project/Cargo.lock").replace('"widget",', '"widget 1.2.3",\n "widget 2.0.0",') +
      '\n[[package]]\nname = "widget"\nversion = "2.0.0"\nsource = "registry+https://registry.example/index"\n',
  );
  expect((await syncedIn(house)).skills).toEqual(["one"]);
});
