/** What `plugin validate` says of a manifest that is sound and does not do what its author means. */

import { chmodSync } from "node:fs";

import type { FileTree } from "fs-fixture";
import { describe, expect, test } from "vitest";

import type { Validation } from "../../src/diagnose/validate/validate-plugins.ts";
import { household } from "./command-line.ts";

const HOOK = '[[hooks]]\nname = "h"\nevent = "PreToolUse"\n';

async function validate(text: string, files: FileTree = {}, executable: readonly string[] = []) {
  await using home = await household({ project: { p: { "SYMPOSIUM.toml": `name = "p"\ncrates = ["*"]\n${text}`, ...files } } });
  for (const name of executable) chmodSync(`${home.project}/p/${name}`, 0o755);
  const { stdout, exitCode } = await home.run(["plugin", "validate", "p", "--no-check-crates", "--json"]);
  const { answer } = JSON.parse(stdout) as { answer: Validation };
  const findings = answer.items.flatMap((item) => item.findings);
  return { exitCode, findings: findings.map(({ severity, position, message, hint }) => [severity, position?.line, message, hint]) };
}

const SCRIPT = { "h.sh": "" };

describe("matchers", () => {
  test.each([
    ["bash", "hook `h`: `bash` matches on Copilot CLI, OpenCode only", "write `Bash` for every agent"],
    ["BASH", "hook `h`: no agent has a tool `BASH`, so it matches nothing", "did you mean `Bash`?"],
    ["Edit|write", expect.stringContaining("`write` matches on "), "write `Write` for every agent"],
    ["Shell", "hook `h`: `Shell` matches on Cursor only", "write `shell` for every agent"],
    ["Bsh", "hook `h`: no agent has a tool `Bsh`, so it matches nothing", "did you mean `Bash`?"],
    ["^BASH$", expect.stringContaining("upper and lower case count"), 'write "(?i)^BASH$"'],
  ])("%s", async (matcher, message, hint) => {
    const { findings, exitCode } = await validate(`${HOOK}matcher = "${matcher}"\nscript = "h.sh"\n`, SCRIPT);
    expect({ findings, exitCode }).toEqual({ findings: [["warning", 6, message, hint]], exitCode: 0 });
  });

  test.each([
    "Bash",
    "shell",
    "Edit|Write",
    "Task",
    "Skill",
    "TodoWrite",
    "mcp__github__create_issue",
    "^mcp__x__",
    ".*",
    "run_shell_command",
  ])("%s is left alone", async (matcher) => {
    expect(await validate(`${HOOK}matcher = '${matcher}'\nscript = "h.sh"\n`, SCRIPT)).toEqual({ findings: [], exitCode: 0 });
  });

  test.each(['agent = "opencode"\n', 'format = "opencode"\n', ""])("an agent's own name is its own: %j", async (more) => {
    const { findings } = await validate(`${HOOK}matcher = "bash"\nscript = "h.sh"\n${more}`, SCRIPT);
    expect(findings).toHaveLength(more === "" ? 1 : 0);
  });

  test("lookaround has a way out", async () => {
    const { findings, exitCode } = await validate(`${HOOK}matcher = "^(?!Bash).*$"\nscript = "h.sh"\n`, SCRIPT);
    expect(findings).toEqual([
      [
        "error",
        6,
        "hook `h`: the matcher can never match: lookaround is not supported (character 2 of the matcher)",
        expect.stringContaining("list the tools it is for"),
      ],
    ]);
    expect(exitCode).toBe(1);
  });
});

describe("times", () => {
  test.each([
    [5000, "write timeout = 5"],
    [1500, "write timeout = 1.5"],
    [90, "write 58 or less"],
  ])("timeout = %j", async (timeout, hint) => {
    const { findings } = await validate(`${HOOK}timeout = ${timeout}\nscript = "h.sh"\n`, SCRIPT);
    const message = `hook \`h\`: the timeout is ${timeout} seconds, and a call ends after 58`;
    expect(findings).toEqual([["warning", 6, message, expect.stringContaining(hint)]]);
  });

  test.each([0.5, 30, 58])("%j seconds are fine", async (timeout) => {
    expect(await validate(`${HOOK}timeout = ${timeout}\nscript = "h.sh"\n`, SCRIPT)).toMatchObject({ findings: [] });
  });
});

describe.skipIf(process.platform === "win32")("programs", () => {
  const runs = (line: string) => `${HOOK}${line}\n`;
  const one = async (...args: Parameters<typeof validate>) => {
    const { findings } = await validate(...args);
    expect(findings.length).toBeLessThanOrEqual(1);
    return findings[0];
  };

  test("an executable without its bit", async () => {
    expect(await one(runs('executable = "./h"'), { h: "#!/bin/sh\n" })).toEqual([
      "warning",
      6,
      expect.stringMatching(/^hook `h`: .*\/p\/h is not executable$/),
      expect.stringMatching(/^run `chmod \+x .*\/p\/h`$/),
    ]);
    expect(await one(runs('executable = "./h"'), { h: "#!/bin/sh\n" }, ["h"])).toBeUndefined();
  });

  test.each([
    ["#!/opt/none/python9\n", "/opt/none/python9, which the #! line of "],
    ["#!/usr/bin/env python9\n", "python9, which the #! line of "],
    ["#!/usr/bin/env -S python9 -u\n", "python9, which the #! line of "],
    ["#!/bin/sh\r\n", "ends with a carriage return"],
    ["echo hi\n", "has no #! line, so no system starts it"],
  ])("an executable that begins with %j", async (text, message) => {
    expect(await one(runs('executable = "./h"'), { h: text }, ["h"])).toEqual([
      "warning",
      6,
      expect.stringContaining(message),
      expect.any(String),
    ]);
  });

  test("a script whose interpreter is missing, or is not the one it names", async () => {
    expect(await one(runs('script = "h.ps1"'), { "h.ps1": "" })).toEqual([
      "warning",
      6,
      expect.stringMatching(/^hook `h`: pwsh was not found to run /),
      "install the interpreter",
    ]);
    expect(await one(runs('script = "h"'), { h: "#!/usr/bin/env python3\n" })).toEqual([
      "warning",
      6,
      expect.stringMatching(/is run by sh, though its #! line names python3$/),
      expect.stringContaining("declare it as `executable`"),
    ]);
    expect(await one(runs('script = "h"'), { h: "#!/usr/bin/env bash\n" })).toBeUndefined();
  });

  test("a program that is not on PATH", async () => {
    expect(await one(runs('executable = "no-such-program"'))).toEqual([
      "warning",
      6,
      "hook `h`: no-such-program is not on PATH",
      expect.any(String),
    ]);
    expect(await one(runs('executable = "sh"'))).toBeUndefined();
  });
});

describe("a workspace's own manifest", () => {
  const own = (text: string, more: FileTree = {}) => household({ project: { "SYMPOSIUM.toml": text, "h.sh": "", ...more } });
  const HERE = { "Cargo.toml": '[package]\nname = "app"\nversion = "0.1.0"\n' };

  test("needs neither a name nor a gate, as `status` has it", async () => {
    await using home = await own(`${HOOK}script = "h.sh"\n`, HERE);
    const { stdout, exitCode } = await home.run(["plugin", "validate", ".", "--no-check-crates"]);
    expect({ stdout, exitCode }).toEqual({ stdout: "good     project (plugin)\n", exitCode: 0 });
    expect((await home.run(["status"])).stdout).toMatch(/^ {2}active {2}project /m);
  });

  test("elsewhere it needs both", async () => {
    await using home = await household({ project: { inner: { "SYMPOSIUM.toml": `${HOOK}script = "h.sh"\n`, "h.sh": "" } } });
    const { stdout, exitCode } = await home.run(["plugin", "validate", "inner", "--no-check-crates"]);
    expect(stdout).toContain("`name` is missing");
    expect(exitCode).toBe(1);
  });
});

describe("the line is quoted", () => {
  test.each([
    ['name = "p\n', ['1 | name = "p', "  |          ^"], 'add " on this line'],
    ['name = "p"\ncrates = ["*"]\n[hooks]\nname = "h"\n', ["3 | [hooks]", "  | ^"], "write [[hooks]], with two brackets"],
    ['name = "p"\ncrates = ["*"]\ncoluor = 1\n', ["3 | coluor = 1", "  | ^"], undefined],
  ])("%j", async (text, quote, hint) => {
    await using home = await household({ project: { p: { "SYMPOSIUM.toml": text } } });
    const { stdout } = await home.run(["plugin", "validate", "p", "--no-check-crates"]);
    expect(stdout.split("\n")).toEqual(expect.arrayContaining(quote.map((line) => `      ${line}`)));
    if (hint !== undefined) expect(stdout).toContain(`hint: ${hint}`);
  });

  test("of a config that cannot be read", async () => {
    await using home = await household({ home: { ".symposium": { "config.toml": '[defaults]\nuser-plugins = "yes\n' } } });
    const { stderr, exitCode } = await home.run(["status"]);
    expect({ stderr, exitCode }).toEqual({
      stderr: `error: ~/.symposium/config.toml:2:20: not valid TOML: the string has no closing "
  2 | user-plugins = "yes
    |                    ^

hint: add " on this line
`,
      exitCode: 1,
    });
  });
});

describe("a misspelt key of the config that decides trust", () => {
  test.each([
    [
      "[defaults]\nsymposium-recomendations = false\n",
      "unknown key `symposium-recomendations`, so `symposium-recommendations` stays true",
      "did you mean `symposium-recommendations`?",
    ],
    [
      "symposium-recommendations = false\n",
      "unknown key `symposium-recommendations`",
      "did you mean `symposium-recommendations` in [defaults]?",
    ],
    ["[plugins]\nhook-scope = 'project'\n", "unknown key `hook-scope`", "did you mean `hook-scope` at the top of the file?"],
  ])("%j", async (config, message, hint) => {
    await using home = await household({ home: { ".symposium": { "config.toml": config } } });
    const { stdout } = await home.run(["status"]);
    expect(stdout).toContain(`${message}\nhint: ${hint}`);
  });
});
