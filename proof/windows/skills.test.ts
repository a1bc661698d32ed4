/** Skills of a Cargo workspace on Windows: installed, self-ignored, brought up to date and taken away again. */

import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { put, startWindows, WINE, type Windows } from "./windows.ts";
import { cargoFiles } from "../../test/support/cargo-workspace.ts";
import { skillText } from "../../test/support/plugin.ts";

const DONE = { exitCode: 0, stderr: "" };

describe.skipIf("missing" in WINE)("RG-21 skills on Windows", () => {
  let windows: Windows;
  beforeAll(() => void (windows = startWindows()));
  afterAll(() => windows[Symbol.dispose]());

  test("PL-19 sync installs them with their files, says nothing new the second time, follows a change, and reaps", () => {
    const house = windows.house("skilled");
    const skill = (path: string) => house.file(`.symposium/plugins/serde-help/${path}`);
    const installed = (path: string) => house.inProject(`.claude/skills/serde-help${path}`);
    for (const [name, text] of Object.entries(cargoFiles(["serde 1.0.219"]))) put(house.inProject(name), text.replaceAll("\n", "\r\n"));
    put(skill("SKILL.md"), skillText("serde-help", "crates: serde").replaceAll("\n", "\r\n"));
    put(skill("more/deep/table.md"), "| a |\r\n");

    const [init, first, deeper] = windows.run([
      { house, command: ["init", "--add-agent", "claude"] },
      { house, command: ["sync"] },
      { house, command: ["sync"], cwd: `${house.project}\\.claude` },
    ]);
    expect([init, first, deeper]).toMatchObject([DONE, DONE, DONE]);
    expect(first?.stdout).toContain("installed     ~\\project\\.claude\\skills\\serde-help");
    expect(deeper?.stdout).toContain("nothing to change: everything is as configured");
    expect(readFileSync(installed("/SKILL.md"), "utf8")).toBe(readFileSync(skill("SKILL.md"), "utf8"));
    expect(readFileSync(installed("/more/deep/table.md"), "utf8")).toBe("| a |\r\n");
    expect(existsSync(installed("/.gitignore"))).toBe(true);

    put(skill("more/deep/table.md"), "| b |\r\n");
    expect(windows.run([{ house, command: ["sync"] }])).toMatchObject([DONE]);
    expect(readFileSync(installed("/more/deep/table.md"), "utf8")).toBe("| b |\r\n");

    rmSync(skill("."), { recursive: true });
    put(house.inProject(".claude/skills/mine/SKILL.md"), "mine\r\n");
    expect(windows.run([{ house, command: ["sync"] }])).toMatchObject([DONE]);
    expect(readdirSync(house.inProject(".claude/skills"))).toEqual(["mine"]);
  });
});
