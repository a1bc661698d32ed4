import { symlinkSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { importPackage } from "../../../src/packages/pypi/package-folder.ts";
import type { Household } from "../../commands/command-line.ts";
import { crateHouse, type Files, putCrate, skillIn, syncedIn, withMetadata } from "../packages/crate-house.ts";
import { ours, packageText, serversText } from "../../support/agent-plugin.ts";
import { skillText } from "../../support/plugin.ts";
import { temporaryHome } from "../../support/temporary-home.ts";

const SERVERS = { "mcp.json": serversText({ remote: { type: "streamable-http", url: "https://mcp.example.com/mcp" } }) };
const WIDGET: Files = { "plugin.json": packageText({ name: "spinning" }), ...SERVERS, ...skillIn("skills", "spin") };
const USED = '[plugins]\nuse = ["widget"]\n';

interface Shown {
  readonly name: string;
  readonly brings: { readonly servers: readonly { readonly name: string }[] };
}

async function shown(there: Household): Promise<readonly Shown[]> {
  const { stdout } = await there.run(["plugin", "show", "spinning", "--json"]);
  return (JSON.parse(stdout) as { answer: { plugins: readonly Shown[] } }).answer.plugins;
}

const house = (widget: Files, config = USED) => crateHouse({ crates: { "widget 1.2.3": widget }, config });

describe("AP-1 PL-15 a package with an Agent Plugin", () => {
  test("is a candidate until `use`, and needs no gate", async () => {
    await using there = await house(WIDGET, "");
    expect((await syncedIn(there)).skills).toEqual([]);
    expect((await there.run(["status"])).stdout).toContain("candidate  widget 1.2.3");
    expect((await there.run(["use", "widget"])).exitCode).toBe(0);
    expect((await syncedIn(there)).skills).toEqual(["spin"]);
  });

  test("is a candidate with nothing but servers too; another program's plugin.json is none", async () => {
    await using there = await house({ "plugin.json": packageText(), ...SERVERS }, "");
    expect((await there.run(["status"])).stdout).toContain("candidate  widget 1.2.3");
    await using other = await house({ "plugin.json": '{"id": "grafana"}', ...SERVERS }, "");
    expect((await other.run(["status"])).stdout).not.toContain("widget");
  });

  test("has its name, and its servers wait for consent", async () => {
    await using there = await house(WIDGET);
    expect(await shown(there)).toMatchObject([
      { name: "spinning", consent: { state: "waiting" }, brings: { servers: [{ name: "remote" }] } },
    ]);
  });

  test.each([
    ["SYMPOSIUM.toml beside it wins", { ...WIDGET, "SYMPOSIUM.toml": 'name = "own"\n[defaults]\nskills = false\n' }, []],
    ["one that is refused brings no skills either", { ...WIDGET, "plugin.json": packageText({ name: "No" }) }, []],
    [
      "another version brings none",
      { ...WIDGET, "plugin.json": packageText({ $schema: "https://agent-plugins.org/schemas/9.0.0/plugin.schema.json" }) },
      [],
    ],
    [
      "skills further down, and of the usual folders, are not its own",
      { ...WIDGET, ...skillIn("skills/group", "deep"), ...skillIn(".agents/skills", "shared") },
      ["spin"],
    ],
    ["another program's file changes nothing", { ...WIDGET, "plugin.json": "{}", ...skillIn("skills/group", "deep") }, ["deep", "spin"]],
    [
      "metadata of the package's own file adds to it",
      {
        ...WIDGET,
        "Cargo.toml": withMetadata("widget 1.2.3", '[[package.metadata.symposium.skills]]\nsource.path = "more"'),
        ...skillIn("more", "extra"),
      },
      ["extra", "spin"],
    ],
    ["its gate counts", { ...WIDGET, "plugin.json": packageText(ours({ "depends-on": ["absent"] })) }, []],
  ])("%s", async (_, widget, skills) => {
    await using there = await house(widget as Files);
    expect((await syncedIn(there)).skills).toEqual(skills);
  });

  test("a mistake is a warning with its place", async () => {
    await using there = await house({ ...WIDGET, "plugin.json": packageText({ name: "No" }) });
    expect((await syncedIn(there)).stderr).toMatch(
      /warning: .*widget-1\.2\.3\/plugin\.json:3:11: `name` must be .*, so this plugin is ignored/,
    );
  });

  test("nothing that leads out of the package is read", async () => {
    await using there = await house({ "README.md": "" });
    there.write("outside/plugin.json", packageText());
    const folder = putCrate(there, "widget 1.2.3", skillIn("skills", "spin"));
    symlinkSync(there.at("outside/plugin.json"), join(folder, "plugin.json"));
    const { stderr } = await syncedIn(there);
    expect(stderr).not.toContain("tools");
    expect((await there.run(["plugin", "list"])).stdout).not.toContain("tools");
  });

  test("a change of mcp.json and of plugin.json is noticed, though nothing else changed", async () => {
    await using there = await house(WIDGET);
    const servers = async () => (await shown(there)).flatMap(({ brings }) => brings.servers.map(({ name }) => name));
    await syncedIn(there);
    expect(await servers()).toEqual(["remote"]);
    putCrate(there, "widget 1.2.3", { "mcp.json": serversText({ other: { type: "sse", url: "https://mcp.example.com/" } }) });
    await syncedIn(there);
    expect(await servers()).toEqual(["other"]);
  });
});

describe("AP-1 PL-28 a folder or package that another plugin names", () => {
  const guide = (source: string) => ({ "guide/SYMPOSIUM.toml": `name = "guide"\ncrates = ["*"]\n[[plugins]]\n${source}\n` });

  test("may be an Agent Plugin", async () => {
    const extras = { "guide/extras/plugin.json": packageText({ name: "extras" }), "guide/extras/skills/more/SKILL.md": skillText("more") };
    await using there = await crateHouse({ plugins: { ...guide('source.path = "extras"'), ...extras } });
    expect((await syncedIn(there)).skills).toEqual(["more"]);
    await using other = await crateHouse({ crates: { "widget 1.2.3": WIDGET }, plugins: guide('source.cargo = "widget"') });
    expect((await syncedIn(other)).skills).toEqual(["spin"]);
  });
});

describe("AP-1 the import package of a distribution", () => {
  const record = (...paths: string[]) => paths.map((path) => `${path},,\n`).join("");

  test.each([
    ["is the one with an Agent Plugin", ["a/__init__.py", "b/__init__.py", "b/plugin.json", "b/mcp.json"], "b"],
    [
      "is the one with skills before another program's plugin.json",
      ["a/__init__.py", "a/plugin.json", "b/__init__.py", "b/skills/x/SKILL.md"],
      "b",
    ],
    ["is not a folder inside it", ["demo/__init__.py", "demo/data/plugin.json"], "demo"],
  ])("%s", async (_, paths, folder) => {
    const files = Object.fromEntries(paths.map((path) => [path, ""]));
    await using there = await temporaryHome({ files: { site: { ...files, "demo-1.0.dist-info/RECORD": record(...paths) } } });
    expect(importPackage(there.at("site/demo-1.0.dist-info"))).toBe(there.at("site", folder));
  });
});
