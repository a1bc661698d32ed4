import { describe, expect, test } from "vitest";

import { symposium } from "./command-line.ts";

describe("help", () => {
  test.each([[[]], [["--help"]], [["-h"]], [["help"]]])("%j prints it and succeeds", async (args) => {
    const { stdout, stderr, exitCode, files } = await symposium(args);
    expect({ stderr, exitCode, files }).toEqual({ stderr: "", exitCode: 0, files: {} });
    expect(stdout).toMatchInlineSnapshot(`
      "Write a hook once, and it works on every coding agent

      Usage: symposium <command> [options]

      Commands:
        init             Choose your agents and register hooks with them
        sync             Bring hooks and skills into the configured state
        status           Show whether hooks run, on which agents, and which plugins are active
        use              Use a plugin that no dependency asks for
        search           Search the configured sources for plugins and skills
        self-update      Update symposium to the latest version
        uninstall        Remove everything that Symposium wrote
        agents           Show what each agent can do with a hook's answer
        plugin list      List plugin sources and their plugins
        plugin show      Show a plugin or a skill, and its file
        plugin validate  Check a plugin, a skill or a folder of them
        plugin sync      Fetch git sources
        crate-info       Show the version and the source folder of a crate (for agents)

      Options:
        -q, --quiet                      Print errors, warnings and what was asked for only
        -v, --verbose                    Print details, and the stack of an internal error
            --json                       Print one JSON document
            --allow-other-owner          Write into the home folder of another user, as in a container
            --update <none|check|fetch>  Update git sources: never, where they changed, or always
        -h, --help                       Print help
        -V, --version                    Print the version
      "
    `);
  });

  test("names the command it was called by", async () => {
    const { stdout } = await symposium(["plugin", "list", "--help"], { calledAs: "cargo agents" });
    expect(stdout).toMatchInlineSnapshot(`
      "Lists every plugin source with its plugins, whether each is active here, and what is wrong in their files.

      Usage: cargo agents plugin list [options]

      Options:
        -q, --quiet              Print errors, warnings and what was asked for only
        -v, --verbose            Print details, and the stack of an internal error
            --json               Print one JSON document
            --allow-other-owner  Write into the home folder of another user, as in a container
        -h, --help               Print help
      "
    `);
  });

  test("of a group lists its commands", async () => {
    const alone = await symposium(["plugin"]);
    expect(alone.exitCode).toBe(0);
    expect(alone.stdout).toContain("Usage: symposium plugin <command> [options]");
    expect((await symposium(["help", "plugin"])).stdout).toBe(alone.stdout);
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
        -q, --quiet              Print errors, warnings and what was asked for only
        -v, --verbose            Print details, and the stack of an internal error
            --json               Print one JSON document
            --allow-other-owner  Write into the home folder of another user, as in a container
        -h, --help               Print help
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
    [["agnts"], "error: there is no command `agnts`\n\nhint: did you mean `agents`?\n"],
    [["plugin", "lst"], "error: there is no command `lst`\n\nhint: did you mean `list`?\n"],
    [["zzzzzzzzzzzz"], "error: there is no command `zzzzzzzzzzzz`\n\nhint: see `symposium --help`\n"],
    [["--jsn"], "error: there is no flag `--jsn`\n\nhint: did you mean `--json`?\n"],
    [["-x"], "error: there is no flag `-x`\n\nhint: see `symposium --help`\n"],
    [["agents", "--quite"], "error: there is no flag `--quite`\n\nhint: did you mean `--quiet`?\n"],
    [["agents", "-x"], "error: there is no flag `-x`\n\nhint: see `symposium --help`\n"],
    [["plugin", "list", "more"], 'error: too many arguments, expected 0 but encountered "more"\n\nhint: see `symposium --help`\n'],
  ])("%j", async (args, stderr) => {
    expect(await symposium(args)).toMatchObject({ stdout: "", stderr, exitCode: 2 });
  });

  test("under --json as data on stdout", async () => {
    const { stdout, stderr, exitCode } = await symposium(["agnts", "--json"], { calledAs: "cargo agents" });
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 2 });
    expect(JSON.parse(stdout)).toEqual({
      error: { code: "USAGE", message: "there is no command `agnts`", hint: "did you mean `agents`?" },
      messages: [],
    });
  });

  test("hints name the command it was called by", async () => {
    const { stderr } = await symposium(["-x"], { calledAs: "cargo agents" });
    expect(stderr).toContain("hint: see `cargo agents --help`");
  });
});
