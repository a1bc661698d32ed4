import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { buildApp } from "../../src/commands/app.ts";
import { HEADINGS } from "../../src/commands/help.ts";
import { COMMAND_SYNONYMS, FLAG_SYNONYMS, typedCommands } from "../../src/commands/usage-errors.ts";
import { entriesOf } from "../../src/lookup.ts";
import { symposium } from "./command-line.ts";

describe("help", () => {
  test.each([[["--help"]], [["-h"]], [["help"]]])("PG-15 G9 %j prints it and succeeds", async (args) => {
    const { stdout, stderr, exitCode, files } = await symposium(args);
    expect({ stderr, exitCode, files }).toEqual({ stderr: "", exitCode: 0, files: {} });
    expect(stdout).toMatchInlineSnapshot(`
      "Write a hook once, and it works on every coding agent

      Usage: symposium <command> [options]

      Set up:
        init             Choose your agents and register hooks with them
        sync             Apply config.toml: hooks, MCP servers and skills
        status           Show whether hooks run, on which agents, and which plugins are active
        uninstall        Remove everything that Symposium wrote

      Plugins:
        use              Use the plugin of a package, or a dormant one
        search           Search for plugins and skills
        plugin new       Create a plugin with a hook, a skill and a test
        plugin list      List plugin sources and their plugins
        plugin show      Show a plugin or a skill, and its file
        plugin validate  Check a plugin, a skill, a policy or a folder of them
        plugin sync      Fetch git sources

      Bring hooks along:
        hooks import     Run the hooks of one agent on all your agents
        hooks convert    Convert hooks of one agent into files of others
        hooks explain    Show what hooks become on each agent, and what is lost
        hooks validate   Check manifests of the Hook Interchange Format
        hooks install    Install the hooks of a manifest into your agents
        hooks remove     Remove hooks that were imported, or installed from a manifest
        export           Write a plugin as an Agent Plugin, which other clients read too

      Trust:
        trust list       List plugins that wait for your consent, and your decisions
        trust show       Show what a plugin would run, and the digest of its files
        trust accept     Let a plugin run its code, as its files are now
        trust revoke     Take back your decision about a plugin
        trust ask        Ask again about plugins that wait or that you declined
        trust lock       Write the digests of this project's plugins, for CI

      Understand:
        agents           Show what each agent can do with a hook's answer

      Commands for humans:
        cache list       List acquired programs with their sizes
        cache clean      Remove acquired programs that no active plugin uses
        completions      Print the script that completes commands in your shell
        self-update      Update symposium to the latest version

      Commands for agents:
        crate-info       Show the version, source folder and skills of a crate
        mcp              Serve skills, packages, commands and servers over MCP
        package-info     Show the version, source folder and skills of a package

      Options:
        -q, --quiet                      Print only errors, warnings and what was asked for
        -v, --verbose                    Print details, and the stack of an internal error
            --json                       Print one JSON document
            --update <none|check|fetch>  Update git sources: never, where they changed, or always
        -h, --help                       Print help
        -V, --version                    Print the version
      "
    `);
  });

  test("PG-15 has a place for every command under one of at most eight headings", () => {
    const { root } = buildApp({ calledAs: "symposium", report: () => {}, onError: () => {} });
    if ("parameters" in root) throw new Error("the command line has no commands");
    const shown = root.getAllEntries().flatMap(({ name, hidden }) => (hidden ? [] : [name["convert-camel-to-kebab"]]));
    expect(HEADINGS.flatMap(({ words }) => words).toSorted()).toEqual(shown.toSorted());
    expect(HEADINGS.length).toBeLessThanOrEqual(8);
    expect(HEADINGS.filter(({ words, audience }) => words.length === 0 && audience === undefined)).toEqual([]);
  });

  test("RG-26 the flag for the folders of another user stands in the reference and not in the help", async () => {
    for (const args of [["--help"], ["init", "--help"], ["plugin"]])
      expect((await symposium(args)).stdout).not.toContain("--allow-other-owner");
    expect(readFileSync(new URL("../../docs/reference/commands.md", import.meta.url), "utf8")).toContain("`--allow-other-owner`");
  });

  test("names the command it was called by", async () => {
    const { stdout } = await symposium(["plugin", "list", "--help"], { calledAs: "cargo agents" });
    expect(stdout).toMatchInlineSnapshot(`
      "Lists every plugin source with its plugins, whether each is active here, and the problems in their files. With -v also lists active hooks and
      manifests. Reads what is on this machine; --update check or fetch updates git sources first.

      Usage: cargo agents plugin list [options]

      Options:
        -q, --quiet    Print only errors, warnings and what was asked for
        -v, --verbose  Print details, and the stack of an internal error
            --json     Print one JSON document
        -h, --help     Print help

      Examples:
        cargo agents plugin list                 List what is on this machine
        cargo agents plugin list --update check  Update git sources first, where they changed
      "
    `);
  });

  test("of a group lists its commands", async () => {
    const alone = await symposium(["plugin"]);
    expect(alone.exitCode).toBe(0);
    expect(alone.stdout).toContain("Usage: symposium plugin <command> [options]");
    expect((await symposium(["help", "plugin"])).stdout).toBe(alone.stdout);
  });

  test("of a command ends with examples, and every example is a command line that exists", async () => {
    const { root } = buildApp({ calledAs: "symposium", report: () => {}, onError: () => {} });
    if ("parameters" in root) throw new Error("the command line has no commands");
    for (const { words, flags } of typedCommands(root)) {
      const { stdout } = await symposium([...words.split(" "), "--help"]);
      const [, examples = ""] = stdout.split("\nExamples:\n");
      const lines = examples.split("\n").filter((line) => line.startsWith(`  symposium ${words}`));
      expect(lines.length, words).toBeGreaterThan(0);
      const used = lines.flatMap(
        (line) =>
          line
            .split("  ")
            .slice(0, 2)
            .join("")
            .match(/--[\w-]+/g) ?? [],
      );
      expect(
        used.filter((flag) => !flags.includes(flag)),
        words,
      ).toEqual([]);
    }
  });

  test("of the hidden command is there for those who know it", async () => {
    const { stdout } = await symposium(["hook", "--help"]);
    expect(stdout).toMatchInlineSnapshot(`
      "Reads the agent's payload from stdin and answers in that agent's own form. Agents call this; people rarely do.

      Usage: symposium hook <agent> <event> [options]

      Arguments:
        <agent>  The calling agent, or \`symposium\`
        <event>  Its event, such as pre-tool-use

      Options:
        -q, --quiet    Print only errors, warnings and what was asked for
        -v, --verbose  Print details, and the stack of an internal error
            --json     Print one JSON document
        -h, --help     Print help
      "
    `);
  });

  test("as JSON is one document", async () => {
    const { stdout } = await symposium(["--help", "--json"]);
    expect(JSON.parse(stdout)).toEqual({ answer: { help: expect.stringContaining("Usage: symposium") }, messages: [] });
  });
});

describe("the version", () => {
  test.each(["-V", "--version"])("%s prints it", async (flag) => {
    expect(await symposium([flag])).toMatchObject({ stdout: "symposium 0.1.0\n", exitCode: 0 });
  });

  test("as JSON", async () => {
    expect(JSON.parse((await symposium(["--json", "-V"])).stdout)).toEqual({ answer: { version: "0.1.0" }, messages: [] });
  });
});

describe("a wrong command line exits 2, leaves stdout empty and says what to type", () => {
  test.each([
    [["agnts"], "unknown command `agnts`", "did you mean `symposium agents`?"],
    [["plugin", "lst"], "unknown command `lst`", "did you mean `symposium plugin list`?"],
    [["lsit"], "unknown command `lsit`", "did you mean `symposium plugin list` or `symposium agents`?"],
    [["list"], "unknown command `list`", "did you mean `symposium plugin list` or `symposium agents`?"],
    [["install"], "unknown command `install`", "did you mean `symposium init`?"],
    [["instal"], "unknown command `instal`", "did you mean `symposium init`?"],
    [["unistall"], "unknown command `unistall`", "did you mean `symposium uninstall`?"],
    [["validate", "."], "unknown command `validate`", "did you mean `symposium plugin validate` or `symposium hooks validate`?"],
    [["plugin", "status"], "unknown command `status`", "did you mean `symposium status`?"],
    [["plugin", "create", "x"], "unknown command `create`", "did you mean `symposium plugin new`?"],
    [["version"], "unknown command `version`", "did you mean `symposium --version`?"],
    [["toString"], "unknown command `toString`", "see `symposium --help`"],
    [["zzzzzzzzzzzz"], "unknown command `zzzzzzzzzzzz`", "see `symposium --help`"],
    [["--jsn"], "unknown flag `--jsn`", "did you mean `--json`?"],
    [["-x"], "unknown flag `-x`", "see `symposium --help`"],
    [["agents", "--quite"], "unknown flag `--quite`", "did you mean `--quiet`?"],
    [["agents", "-x"], "unknown flag `-x`", "see `symposium agents --help`"],
    [["init", "--agent", "claude"], "unknown flag `--agent`", "did you mean `--add-agent`?"],
    [["init", "--addagent", "claude"], "unknown flag `--addagent`", "did you mean `--add-agent`?"],
    [["init", "--global"], "unknown flag `--global`", "did you mean `--hook-scope global`?"],
    [["sync", "--agents", "claude"], "unknown flag `--agents`", "did you mean `--agent`?"],
    [["status", "--agent"], "unknown flag `--agent`", "see `symposium status --help`"],
    [["sync", "--dry"], "unknown flag `--dry`", "did you mean `--dry-run`?"],
    [["init", "claude"], "unexpected argument `claude`", "did you mean `symposium init --add-agent claude`?"],
    [["init", "cluade"], "unexpected argument `cluade`", "did you mean `symposium init --add-agent claude`?"],
    [["sync", "gemni"], "unexpected argument `gemni`", "did you mean `symposium sync --agent gemini`?"],
    [["plugin", "list", "more"], "unexpected argument `more`", "see `symposium plugin list --help`"],
    [["plugin", "validate"], "missing argument <path>", "see `symposium plugin validate --help`"],
    [["init", "--hook-scope", "globl"], "`globl` is not a valid value of `--hook-scope`", "did you mean `global`?"],
    [["init", "--hook-scope", "x"], "`x` is not a valid value of `--hook-scope`", "use one of global, project"],
    [["init", "--add-agent"], "`--add-agent` needs a value", "see `symposium init --help`"],
    [["init", "--add-agent", "cluade"], "unknown agent: cluade", "did you mean `claude`?"],
    [["init", "--add-agent", "emacs"], "unknown agent: emacs", expect.stringMatching(/^use one of claude, codex, /)],
  ])("%j", async (args, message, hint) => {
    const { stdout, stderr, exitCode } = await symposium(args);
    const [, error, told] = /^error: (.*)\n\nhint: (.*)\n$/.exec(stderr) ?? [];
    expect({ stdout, exitCode, error, told }).toEqual({ stdout: "", exitCode: 2, error: message, told: hint });
  });

  test("every suggestion exists", () => {
    const { root } = buildApp({ calledAs: "symposium", report: () => {}, onError: () => {} });
    if ("parameters" in root) throw new Error("the command line has no commands");
    const commands = typedCommands(root);
    const all = commands.flatMap(({ flags }) => flags);
    const isCommand = (text: string) => {
      const [words = "", flag] = text.split(" --");
      const command = commands.find((each) => each.words === words);
      return text === "--version" || (command !== undefined && (flag === undefined || command.flags.includes(`--${flag}`)));
    };
    const suggested = entriesOf(COMMAND_SYNONYMS).flatMap(([, meant]) => meant);
    expect(suggested.filter((text) => !isCommand(text))).toEqual([]);
    const flags = entriesOf(FLAG_SYNONYMS).flatMap(([, meant]) => meant.map((text) => text.split(" ", 1)[0] ?? ""));
    expect(flags.filter((flag) => !all.includes(flag))).toEqual([]);
    const known = commands.map(({ words }) => words);
    expect(entriesOf(COMMAND_SYNONYMS).flatMap(([word]) => (known.includes(word) ? [word] : []))).toEqual([]);
  });

  test("under --json as data on stdout", async () => {
    const { stdout, stderr, exitCode } = await symposium(["agnts", "--json"], { calledAs: "cargo agents" });
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 2 });
    expect(JSON.parse(stdout)).toEqual({
      error: { code: "USAGE", message: "unknown command `agnts`", hint: "did you mean `cargo agents agents`?" },
      messages: [],
    });
  });

  test("hints name the command it was called by", async () => {
    const { stderr } = await symposium(["-x"], { calledAs: "cargo agents" });
    expect(stderr).toContain("hint: see `cargo agents --help`");
  });
});
