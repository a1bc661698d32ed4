/** `export --active`: a package for each plugin that is active here. */

import { readdirSync, rmSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { removePackage } from "../../../src/interchange/export/package-folder.ts";
import { manifest, skillText } from "../../support/plugin.ts";
import { richHousehold } from "./rich-plugin.ts";

async function activeHousehold() {
  const home = await richHousehold();
  const plugins = "home/.symposium/plugins";
  home.write(`${plugins}/notes/SYMPOSIUM.toml`, manifest("notes")["SYMPOSIUM.toml"]);
  home.write(`${plugins}/asleep/SYMPOSIUM.toml`, 'name = "asleep"\ncrates = ["unknown-crate"]\n');
  home.write(`${plugins}/tips/SKILL.md`, skillText("tips", "crates: widget"));
  home.write(`${plugins}/other-tips/SKILL.md`, skillText("other-tips", "crates: unknown-crate"));
  return { ...home, plugins };
}

describe("AP-5 export --active", () => {
  test("AP-5 writes one package for each active plugin and standalone skill, and nothing that is not active", async () => {
    await using home = await activeHousehold();
    const { exitCode } = await home.run(["export", "--active", "--to", "out"]);
    expect({ exitCode, names: readdirSync(home.at("project/out")).sort() }).toEqual({ exitCode: 0, names: ["notes", "tips", "widget"] });
    expect(JSON.parse(home.read("project/out/tips/plugin.json"))).toMatchObject({
      name: "tips",
      extensions: { "dev.symposium": { "depends-on": ["*"] } },
    });
  });

  test("AP-5 removes the package of a plugin that is no longer active, and only that", async () => {
    await using home = await activeHousehold();
    await home.run(["export", "--active", "--to", "out"]);
    home.write("project/out/mine/plugin.json", "{}");
    await home.run(["export", "notes", "--to", "out/by-name"]);
    rmSync(home.at(home.plugins, "notes"), { recursive: true });
    expect(await home.run(["export", "--active", "--to", "out", "--check"])).toMatchObject({ exitCode: 1 });
    const { stdout } = await home.run(["export", "--active", "--to", "out"]);
    expect(stdout).toContain("removed <project>/out/notes\n");
    expect(readdirSync(home.at("project/out")).sort()).toEqual(["by-name", "mine", "tips", "widget"]);
  });

  test("AP-5 a plugin that cannot be exported keeps its earlier package, and the others are written", async () => {
    await using home = await activeHousehold();
    await home.run(["export", "--active", "--to", "out"]);
    home.write(
      `${home.plugins}/notes/SYMPOSIUM.toml`,
      'name = "notes"\ncrates = ["*"]\n[[hooks]]\nname = "h"\nevent = "Stop"\nscript = "../x.sh"\n',
    );
    home.write(`${home.plugins}/widget/README.md`, "# New\n");
    const { stderr, exitCode } = await home.run(["export", "--active", "--to", "out"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("error: 1 plugin was not exported\n");
    expect(home.has("project/out/notes/plugin.json")).toBe(true);
    expect(home.read("project/out/widget/README.md")).toBe("# New\n");
  });

  test("AP-5 a package that someone changed after the plan is not removed", async () => {
    await using home = await activeHousehold();
    await home.run(["export", "--active", "--to", "out"]);
    home.write("project/out/notes/mine.md", "mine");
    expect(() => removePackage(home.at("project/out/notes"))).toThrow("has files that were added or changed since it was exported");
    expect(home.read("project/out/notes/mine.md")).toBe("mine");
    removePackage(home.at("project/out/tips"));
    expect(readdirSync(home.at("project/out")).sort()).toEqual(["notes", "widget"]);
  });

  test("AP-5 says so where no plugin is active", async () => {
    await using home = await activeHousehold();
    rmSync(home.at("home/.symposium/plugins"), { recursive: true });
    expect(await home.run(["export", "--active", "--to", "out"])).toEqual({
      stdout: "nothing to export: no plugin is active here\n",
      stderr: "",
      exitCode: 0,
    });
  });
});
