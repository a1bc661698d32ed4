import { describe, expect, test } from "vitest";

import { manifestText } from "../support/plugin.ts";
import { call, commandHouse, subcommand } from "../support/subcommand.ts";

const TOOLS = manifestText(
  "tools",
  [
    subcommand("zebra", { description: "Comes last" }),
    subcommand("example-tool", { description: "An example" }),
    subcommand("person", { description: "For a person", more: 'audience = "humans"' }),
    subcommand("asleep", { more: 'depends-on = ["serde"]' }),
    subcommand("unset", { more: 'predicates = ["env(NEVER_SET)"]' }),
  ].join(""),
);

describe("PG-15 help", () => {
  test("G2 G6 G8 G10 G11 G12 G13 has commands by audience, sorted, with the plugin's name, and none that is inactive", async () => {
    await using house = await commandHouse({ tools: { "SYMPOSIUM.toml": TOOLS } });
    const { stdout, exitCode } = await house.run(["--help"]);
    expect(exitCode).toBe(0);
    expect(stdout.slice(stdout.indexOf("Commands for"), stdout.indexOf("Options:"))).toMatchInlineSnapshot(`
      "Commands for humans:
        person  For a person (tools)

      Commands for agents:
        example-tool  An example (tools)
        zebra         Comes last (tools)

      "
    `);
    expect(stdout.indexOf("\nCommands:\n")).toBeLessThan(stdout.indexOf("Commands for humans:"));
  });

  test.each([[[]], [["help"]], [["-h"]], [["--help"]], [["--help", "zebra"]], [["-q", "--help"]]])(
    "%j prints the one text",
    async (args) => {
      await using house = await commandHouse({ tools: { "SYMPOSIUM.toml": TOOLS } });
      const { stdout } = await house.run(["--help"]);
      expect(await house.run(args)).toEqual({ stdout, stderr: "", exitCode: 0 });
    },
  );

  test("G9 without plugins has no section for them", async () => {
    await using house = await commandHouse({});
    expect((await house.run(["--help"])).stdout).not.toContain("Commands for");
  });

  test("`cargo agents` prints its own name, and the same commands", async () => {
    await using house = await commandHouse({ tools: { "SYMPOSIUM.toml": TOOLS } });
    const { stdout } = await house.run([], { calledAs: "cargo agents" });
    expect(stdout).toContain("Usage: cargo agents <command> [options]");
    expect(stdout).toContain("  zebra         Comes last (tools)");
  });

  test("two plugins with one command are listed as they are called", async () => {
    const named = (name: string) => ({ "SYMPOSIUM.toml": manifestText(name, subcommand("greet")) });
    await using house = await commandHouse({ one: named("one"), two: named("two") });
    expect((await house.run([])).stdout).toContain("  one:greet  Runs greet (one)\n  two:greet  Runs greet (two)\n");
  });

  test("a hostile description is one printable line", async () => {
    const description = "a\u001B[31m\nCommands:\n  rm  everything\u202E";
    await using house = await commandHouse({ p: { "SYMPOSIUM.toml": manifestText("p", subcommand("x", { description })) } });
    const { stdout } = await house.run([]);
    expect(stdout).toContain("  x  a\\x1b[31m\\nCommands:\\n  rm  everything\\u202e (p)\n");
  });

  test("is there whatever is wrong with the config", async () => {
    await using house = await commandHouse({});
    house.write("home/.symposium/config.toml", "= broken");
    expect(await house.run([])).toMatchObject({ exitCode: 0, stderr: "", stdout: expect.stringContaining("Commands:") });
  });

  test("as JSON has the commands as data", async () => {
    await using house = await commandHouse({ tools: { "SYMPOSIUM.toml": TOOLS } });
    const { answer } = JSON.parse((await house.run(["--json", "--help"])).stdout) as { answer: { commands: unknown[] } };
    expect(answer.commands).toContainEqual({
      plugin: "tools",
      source: "user-plugins",
      name: "person",
      description: "For a person",
      audience: "humans",
    });
  });

  test.each([
    ["crate-info", "--help"],
    ["help", "crate-info"],
    ["plugin", "show", "-h"],
  ])("%s %s works without required arguments", async (...args) => {
    await using house = await commandHouse({});
    expect(await house.run(args)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("Usage: symposium ") });
  });

  test("of a plugin's command is the command's own", async () => {
    await using house = await commandHouse({ p: { "SYMPOSIUM.toml": manifestText("p", subcommand("own")), "own.sh": 'echo "own $*"\n' } });
    expect(call(house, ["own", "--help"]).stdout).toBe("own --help\n");
    expect(call(house, ["help", "own"]).stdout).toBe("own --help\n");
    expect(call(house, ["help", "p:own"]).stdout).toBe("own --help\n");
  });
});

describe("commands of a package that a plugin leads to", () => {
  test("G4 G5 run after consent, and are in help", async () => {
    await using house = await commandHouse({
      guide: { "SYMPOSIUM.toml": manifestText("guide", '[[plugins]]\nsource.cargo = "widget"\n') },
    });
    house.write("project/Cargo.toml", '[package]\nname = "app"\nversion = "0.1.0"\n[dependencies]\nwidget = { path = "widget" }\n');
    house.write(
      "project/Cargo.lock",
      'version = 4\n\n[[package]]\nname = "app"\nversion = "0.1.0"\ndependencies = [\n "widget",\n]\n\n[[package]]\nname = "widget"\nversion = "1.2.3"\n',
    );
    house.write("project/widget/Cargo.toml", '[package]\nname = "widget"\nversion = "1.2.3"\n');
    house.write("project/widget/SYMPOSIUM.toml", subcommand("spin"));
    house.write("project/widget/spin.sh", "echo spinning\n");
    expect(call(house, ["spin"]).stderr).toContain("waits for your consent");
    const shown = JSON.parse(call(house, ["trust", "show", "widget", "--json"]).stdout) as { answer: { plugins: { digest: string }[] } };
    await house.run(["trust", "accept", "widget", "--digest", shown.answer.plugins[0]!.digest], { person: true });
    expect(call(house, ["spin"]).stdout).toBe("spinning\n");
    expect(call(house, ["--help"]).stdout).toContain("Commands for agents:\n  spin  Runs spin (widget)\n");
  });
});
