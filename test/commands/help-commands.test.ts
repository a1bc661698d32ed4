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
        cache list       List acquired programs with their sizes
        cache clean      Remove acquired programs that no active plugin uses
        completions      Print the script that completes commands in your shell
        self-update      Update symposium to the latest version
        person           For a person (tools)

      Commands for agents:
        crate-info       Show the version, source folder and skills of a crate
        mcp              Serve skills, packages, commands and servers over MCP
        package-info     Show the version, source folder and skills of a package
        example-tool     An example (tools)
        zebra            Comes last (tools)

      "
    `);
    expect(stdout.indexOf("\nUnderstand:\n")).toBeLessThan(stdout.indexOf("Commands for humans:"));
  });

  test.each([[["help"]], [["-h"]], [["--help", "zebra"]], [["-q", "--help"]]])("%j prints the one text", async (args) => {
    await using house = await commandHouse({ tools: { "SYMPOSIUM.toml": TOOLS } });
    const { stdout } = await house.run(["--help"]);
    expect(await house.run(args)).toEqual({ stdout, stderr: "", exitCode: 0 });
  });

  test("G6 G9 without plugins has both audiences too, with the commands that the session hint promises", async () => {
    await using house = await commandHouse({});
    const { stdout } = await house.run(["--help"]);
    const [, humans = "", agents = ""] = stdout.split(/Commands for (?:humans|agents):\n/);
    expect(wordsIn(humans)).toEqual(["cache list", "cache clean", "completions", "self-update"]);
    expect(wordsIn(agents.split("\n\n")[0] ?? "")).toEqual(["crate-info", "mcp", "package-info"]);
  });

  test("`cargo agents` prints its own name, and the same commands", async () => {
    await using house = await commandHouse({ tools: { "SYMPOSIUM.toml": TOOLS } });
    const { stdout } = await house.run(["--help"], { calledAs: "cargo agents" });
    expect(stdout).toContain("Usage: cargo agents <command> [options]");
    expect(stdout).toContain("  zebra            Comes last (tools)");
  });

  test("two plugins with one command are listed as they are called", async () => {
    const named = (name: string) => ({ "SYMPOSIUM.toml": manifestText(name, subcommand("greet")) });
    await using house = await commandHouse({ one: named("one"), two: named("two") });
    expect((await house.run(["--help"])).stdout).toMatch(/ {2}one:greet +Runs greet \(one\)\n {2}two:greet +Runs greet \(two\)\n/);
  });

  test("a hostile description is one printable line", async () => {
    const description = "a\u001B[31m\nCommands:\n  rm  everything\u202E";
    await using house = await commandHouse({ p: { "SYMPOSIUM.toml": manifestText("p", subcommand("x", { description })) } });
    const { stdout } = await house.run(["--help"]);
    expect(stdout).toContain("  x                a\\x1b[31m\\nCommands:\\n  rm  everything\\u202e (p)\n");
  });

  test("is there whatever is wrong with the config", async () => {
    await using house = await commandHouse({});
    house.write("home/.symposium/config.toml", "= broken");
    for (const args of [["--help"], []])
      expect(await house.run(args)).toMatchObject({ exitCode: 0, stderr: "", stdout: expect.stringContaining("Commands for agents") });
    expect((await house.run([])).stdout).toMatch(/^next: run `symposium status` to see what is wrong\n/);
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

/** The first column. */
function wordsIn(section: string): readonly string[] {
  return section.split("\n").flatMap((line) => /^ {2}(\S+(?: \S+)*) {2}/.exec(line)?.[1] ?? []);
}

describe("PG-15 `symposium` alone", () => {
  test("says what to do next, then each heading in a line", async () => {
    await using house = await commandHouse({ tools: { "SYMPOSIUM.toml": TOOLS } });
    expect((await house.run([])).stdout).toMatchInlineSnapshot(`
      "next: run \`symposium sync\` to register hooks with claude

      Usage: symposium <command> [options]

        Set up               init, sync, status, uninstall
        Plugins              use, search, plugin new|list|show|validate|sync
        Bring hooks along    hooks import|convert|explain|validate|install|remove, export
        Trust                trust list|show|accept|revoke|ask|lock
        Understand           agents
        Commands for humans  cache list|clean, completions, self-update, person
        Commands for agents  crate-info, mcp, package-info, example-tool, zebra

      \`symposium --help\` says what each command does
      "
    `);
  });

  test.each<[state: string, before: readonly string[][], next: RegExp]>([
    ["nothing is set up", [], /^next: run `symposium (?:init|sync)` to register hooks with /],
    [
      "no plugin has a hook",
      [["sync"]],
      /^next: run `symposium plugin new my-hooks --dir ~\/\.symposium\/plugins\/my-hooks` to create your first hook\n/,
    ],
    [
      "all is there",
      [["sync"], ["plugin", "new", "mine", "--dir", "../home/.symposium/plugins/mine"]],
      /^next: run `symposium status` to see what runs\n/,
    ],
  ])("where %s", async (_state, before, next) => {
    await using house = await commandHouse({});
    for (const args of before) expect(await house.run(args)).toMatchObject({ exitCode: 0 });
    expect((await house.run([])).stdout).toMatch(next);
  });

  test("where a plugin waits for consent names it", async () => {
    await using house = await commandHouse({ own: { "SYMPOSIUM.toml": TOOLS } });
    await house.run(["sync"]);
    house.write("project/SYMPOSIUM.toml", manifestText("house", subcommand("mine")));
    house.write("project/mine.sh", "echo mine\n");
    expect((await house.run([])).stdout).toMatch(/^next: run `symposium sync` at a terminal to decide what house may run\n/);
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
    expect(call(house, ["--help"]).stdout).toContain("  spin             Runs spin (widget)\n");
  });
});
