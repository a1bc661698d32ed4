import { spawnSync } from "node:child_process";
import { delimiter } from "node:path";
import { chmodSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { AGENT_NAMES } from "../../src/agents/hook-list.ts";
import { completionScript, type Shell } from "../../src/commands/completions.ts";
import { program } from "../foundation/programs.ts";
import { manifestText } from "../support/plugin.ts";
import { commandHouse, subcommand } from "../support/subcommand.ts";
import { userOf } from "../support/temporary-home.ts";
import type { Household } from "./command-line.ts";

const PLUGINS = {
  greeter: { "SYMPOSIUM.toml": manifestText("greeter", subcommand("greet") + subcommand("wave")) },
  other: { "SYMPOSIUM.toml": manifestText("other", subcommand("wave") + subcommand("asleep", { more: 'depends-on = ["serde"]' })) },
  away: { "SYMPOSIUM.toml": manifestText("away", subcommand("far"), 'crates = ["serde"]') },
};

async function offered(house: Household, ...words: string[]): Promise<readonly string[]> {
  const { stdout, stderr, exitCode } = await house.run(["__complete", ...words]);
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  return stdout === ""
    ? []
    : stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.split("\t")[0]!);
}

describe("PG-17 what is completed", () => {
  test("built-ins, and the commands that are active here as they are called", async () => {
    await using house = await commandHouse(PLUGINS);
    const words = await offered(house, "");
    expect(words).toEqual(expect.arrayContaining(["init", "self-update", "crate-info", "help", "greet", "greeter:wave", "other:wave"]));
    for (const absent of ["hook", "asleep", "far", "wave", "__complete"]) expect(words).not.toContain(absent);
    expect(await offered(house, "gree")).toEqual(["greet", "greeter:wave"]);
    expect(await offered(house, "greeter:")).toEqual(["greeter:greet", "greeter:wave"]);
  });

  test.each([
    ["commands of a group", ["plugin", "s"], ["show", "sync"]],
    ["flags of a command", ["init", "--add"], ["--add-agent"]],
    ["common flags", ["sync", "--js"], ["--json"]],
    ["flags of the whole", ["--v"], ["--verbose", "--version"]],
    ["the values of a flag", ["init", "--hook-scope", ""], ["global", "project"]],
    ["the values of a common flag", ["sync", "--update", "f"], ["fetch"]],
    ["agents for a flag", ["sync", "--agent", ""], AGENT_NAMES],
    ["agents as arguments", ["-q", "agents", "codex", "cl"], ["claude-code"]],
    ["plugins, active or not", ["plugin", "show", ""], ["away", "greeter", "other"]],
    ["plugins after common flags", ["use", "-v", "gr"], ["greeter"]],
    ["behind help", ["help", "tr"], ["trust"]],
    ["shells", ["completions", ""], ["bash", "zsh", "fish"]],
    ["nothing behind a plugin's command", ["greet", ""], []],
    ["nothing behind the last argument", ["use", "x", ""], []],
    ["nothing for a free text", ["search", ""], []],
  ] as const)("%s", async (_, words, expected) => {
    await using house = await commandHouse(PLUGINS);
    expect(await offered(house, ...words)).toEqual(expected);
  });

  test("nothing that a shell would run or a terminal would obey", async () => {
    const name = "x$(touch /tmp/owned)";
    const more = subcommand("fine", { description: "a\u001B[31m\nb\tc" });
    await using house = await commandHouse({
      odd: { "SYMPOSIUM.toml": manifestText(name, more) },
      twin: { "SYMPOSIUM.toml": manifestText("twin", subcommand("fine")) },
    });
    expect(await offered(house, "plugin", "show", "")).toEqual(["twin"]);
    const { stdout } = await house.run(["__complete", "twin:"]);
    expect(stdout).toBe("twin:fine\tRuns fine (twin)\n");
    house.remove("home/.symposium/plugins/twin");
    expect((await house.run(["__complete", "fi"])).stdout).toBe(`fine\ta\\x1b[31m\\nb\\tc (${name})\n`);
  });

  test("a broken config costs only the plugins", async () => {
    await using house = await commandHouse({});
    house.write("home/.symposium/config.toml", "= broken");
    expect(await offered(house, "sta")).toEqual(["status"]);
  });
});

describe("PG-17 the scripts", () => {
  test.each(["bash", "zsh", "fish"] as const)("completions %s prints one", async (shell) => {
    await using house = await commandHouse({});
    expect(await house.run(["completions", shell])).toEqual({ stdout: completionScript(shell), stderr: "", exitCode: 0 });
  });

  test("another shell is wrong usage", async () => {
    await using house = await commandHouse({});
    expect(await house.run(["completions", "tcsh"])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("bash, zsh, fish") });
  });

  /** What a shell offers for a line, through the real program. */
  function completed(house: Household, shell: Shell, script: string): readonly string[] {
    house.write("home/bin/symposium", `#!/bin/sh\nexec '${process.execPath}' '${program("symposium")}' "$@"\n`);
    chmodSync(house.at("home/bin/symposium"), 0o755);
    house.write("home/completion", completionScript(shell));
    const user = userOf(house.home);
    const env = { ...user, PATH: `${house.at("home/bin")}${delimiter}${user.PATH}` };
    const { stdout, stderr } = spawnSync(shell, ["-c", script, house.at("home/completion")], { cwd: house.project, env, encoding: "utf8" });
    expect(stderr).toBe("");
    return stdout.trimEnd().split("\n");
  }

  const BASH = String.raw`source "$0"; complete -p symposium cargo-agents >/dev/null || exit 1
COMP_LINE=$LINE; COMP_POINT=\${#LINE}; COMP_WORDS=($LINE); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _symposium symposium; printf '%s\n' "\${COMPREPLY[@]}"`;
  const bashFor = (line: string) => `LINE=${JSON.stringify(line)}; ${BASH.replaceAll("\\${", "${")}`;

  test.skipIf(spawnSync("bash", ["--version"]).error !== undefined)("bash", async () => {
    await using house = await commandHouse(PLUGINS);
    expect(completed(house, "bash", bashFor("symposium gre"))).toEqual(["greet", "greeter:wave"]);
    // Bash replaces only what follows the last colon.
    expect(completed(house, "bash", bashFor("symposium greeter:w"))).toEqual(["wave"]);
    expect(completed(house, "bash", bashFor("symposium plugin show "))).toEqual(["away", "greeter", "other"]);
    expect(completed(house, "bash", bashFor("symposium sync --agent co"))).toEqual(["codex", "copilot-cli"]);
    expect(completed(house, "bash", bashFor("symposium search x"))).toEqual([""]);
  });

  test.skipIf(spawnSync("zsh", ["--version"]).error !== undefined)("zsh reads its script", async () => {
    await using house = await commandHouse(PLUGINS);
    const stub =
      'compdef() { :; }; _files() { :; }; _describe() { print -rl -- "${described[@]}"; }; source "$0"; words=(symposium gre); CURRENT=2; _symposium';
    expect(completed(house, "zsh", stub)).toEqual(["greet:Runs greet (greeter)", "greeter\\:wave:Runs wave (greeter)"]);
  });

  test.skipIf(spawnSync("fish", ["--version"]).error !== undefined)("fish", async () => {
    await using house = await commandHouse(PLUGINS);
    const file = JSON.stringify(house.at("home/completion"));
    expect(completed(house, "fish", `source ${file}; complete -C "symposium gre"`)).toEqual([
      "greet\tRuns greet (greeter)",
      "greeter:wave\tRuns wave (greeter)",
    ]);
  });
});
