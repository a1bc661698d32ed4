import { describe, expect, test } from "vitest";

import { cargoHouse, type HouseSettings } from "../cargo-house.ts";
import { manifest, skillPlugin, skillText } from "../../support/plugin.ts";

/** Notes how it was called, and says yes to the argument `cli` alone. */
const SCRIPT = 'echo "$@" >> "$HOME/asked"\n[ "$2" = cli ]\n';
const DEFINITION = '[[predicate]]\nname = "battery_pack"\ncommand = { script = "ask.sh" }\nargs = ["--quiet"]\n';

const gated = (predicate: string, more = "") =>
  skillPlugin("gated", { s: { "SKILL.md": skillText("guide") } }, { gate: `crates = ["*"]\npredicates = ["${predicate}"]`, more });

/** The predicate is defined by the plugin itself. */
const own = (predicate: string): HouseSettings => ({ plugins: { gated: { ...gated(predicate, DEFINITION), "ask.sh": SCRIPT } } });

/** The predicate is defined by another plugin. */
const others = (predicate: string): HouseSettings => ({
  plugins: { gated: gated(predicate), tools: { ...manifest("tools", DEFINITION), "ask.sh": SCRIPT } },
});

describe("a plugin's own predicates decide which skills are installed", () => {
  test.each([
    {
      covers: "I82 I84",
      title: "yes installs; it is asked with its own arguments and the gate's",
      there: own("battery_pack(cli)"),
      is: true,
    },
    { covers: "I83 I85", title: "no does not", there: own("battery_pack(web)"), is: false },
    { covers: "I86", title: "another plugin's says yes", there: others("battery_pack(cli)"), is: true },
    { covers: "I87", title: "another plugin's says no", there: others("battery_pack(web)"), is: false },
  ])("$covers $title", async ({ there: settings, is }) => {
    await using there = await cargoHouse(settings);
    await there.sync();
    expect(there.installed()).toEqual(is ? ["guide"] : []);
    expect(there.read("home/asked")).toBe(`--quiet ${is ? "cli" : "web"}\n`);
  });

  test("PL-10 an answer is kept: a second sync asks no one, and a changed program is asked again", async () => {
    await using there = await cargoHouse(own("battery_pack(cli)"));
    await there.sync();
    await there.sync();
    expect(there.read("home/asked")).toBe("--quiet cli\n");
    there.write("home/.symposium/plugins/gated/ask.sh", `${SCRIPT}exit 1\n`);
    await there.sync();
    expect(there.read("home/asked")).toBe("--quiet cli\n--quiet cli\n");
    expect(there.installed()).toEqual([]);
  });

  test("PL-10 a program that fails is no for this run, is reported, and is asked again by the next", async () => {
    await using there = await cargoHouse(own("battery_pack(cli)"));
    await there.sync();
    there.write("home/.symposium/plugins/gated/ask.sh", "kill -9 $$\n");
    const { stderr, exitCode } = await there.sync();
    expect(stderr).toContain("predicate battery_pack(cli) gave no answer, which counts as no");
    expect(exitCode).toBe(0);
    expect(there.installed()).toEqual([]);
    there.write("home/.symposium/plugins/gated/ask.sh", SCRIPT);
    await there.sync();
    expect(there.installed()).toEqual(["guide"]);
  });

  test("H115 PL-10 a name that two plugins define belongs to neither, and one warning names both", async () => {
    const { plugins } = own("battery_pack(cli)");
    await using there = await cargoHouse({ plugins: { ...plugins, tools: { ...manifest("tools", DEFINITION), "ask.sh": SCRIPT } } });
    const { stderr } = await there.sync();
    expect(there.installed()).toEqual([]);
    expect(there.has("home/asked")).toBe(false);
    const warnings = stderr.split("\n").filter((line) => line.includes("battery_pack"));
    expect(warnings).toEqual([expect.stringMatching(/gated.*tools/) as string]);
  });

  test("PL-10 environment, paths and commands count at every level, each against the workspace", async () => {
    const levels = {
      plugin: skillPlugin(
        "plugin",
        { s: { "SKILL.md": skillText("by-plugin") } },
        { gate: 'crates = ["*"]\npredicates = ["path_exists(flake.nix)"]' },
      ),
      group: skillPlugin("group", { s: { "SKILL.md": skillText("by-group") } }, { group: 'predicates = ["shell(test -e flake.nix)"]' }),
      skill: skillPlugin("skill", { s: { "SKILL.md": skillText("by-skill", 'predicates: "not(env(GIT_CONFIG_NOSYSTEM))"') } }),
      both: skillPlugin("both", {
        s: { "SKILL.md": skillText("by-both", 'predicates: "any(env(NOBODY), path_exists(flake.nix)), env(HOME)"') },
      }),
    };
    await using there = await cargoHouse({ plugins: levels });
    await there.sync();
    expect(there.installed()).toEqual([]);
    there.write("project/flake.nix", "");
    there.remove("home/.symposium/cache");
    await there.sync();
    expect(there.installed()).toEqual(["by-both", "by-group", "by-plugin"]);
  });

  test("nothing that a workspace brings is started: neither its predicates nor its commands", async () => {
    const manifest = `${DEFINITION}[[skills]]\npredicates = ["battery_pack(cli)"]\nsource.path = "s"\n[[skills]]\npredicates = ["shell(touch ran)"]\nsource.path = "t"\n`;
    await using there = await cargoHouse({
      project: { "SYMPOSIUM.toml": manifest, "ask.sh": SCRIPT, "s/a/SKILL.md": skillText("a"), "t/b/SKILL.md": skillText("b") },
    });
    await there.sync();
    expect([there.has("home/asked"), there.has("project/ran")]).toEqual([false, false]);
    expect(there.installed()).toEqual([]);
  });
});
