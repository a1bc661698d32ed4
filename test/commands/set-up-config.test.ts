import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { createSandbox, type Sandbox } from "../setup/faults/sandbox.ts";
import { putBack, type Tree, treeOf } from "../setup/faults/tree.ts";

let sandbox: Sandbox;
let empty: Tree;
beforeAll(async () => {
  sandbox = await createSandbox();
  empty = treeOf(sandbox.home);
});
beforeEach(() => putBack(sandbox.home, empty));
afterAll(() => sandbox[Symbol.asyncDispose]());

const config = () => readFileSync(join(sandbox.home, ".symposium/config.toml"), "utf8");
const writeConfig = (text: string) => {
  mkdirSync(join(sandbox.home, ".symposium"), { recursive: true });
  writeFileSync(join(sandbox.home, ".symposium/config.toml"), text);
};
const init = (flags: string) => sandbox.run(["init", ...flags.split(" ")]);

describe("RG-20 config.toml", () => {
  const odd: Record<string, string> = {
    "comments and unknown keys": '# top\nfuture = { a = 1 } # keep\n\n[[agent]] # first\nname = "codex" # mine\n\n[later]\nx = 1\n',
    "Windows line ends": 'log-level = "info"\r\n\r\n[[agent]]\r\nname = "codex"\r\n',
    "a byte-order mark": '\uFEFF[[agent]]\nname = "codex"\n',
    "no final newline": '[[agent]]\nname = "codex"',
    "an inline list": 'agent = [{ name = "codex" }] # mine\n',
  };
  test.each(Object.entries(odd))("%s: an agent is put in and taken out again, byte for byte", async (_, text) => {
    writeConfig(text);
    const added = await init("--add-agent claude");
    expect(added).toMatchObject({ exitCode: 0 });
    expect(config()).not.toBe(text);
    expect(config()).toContain("claude");
    expect(added.stdout).toContain("agents: codex, claude");
    await init("--remove-agent claude");
    expect(config()).toBe(text);
  });

  test("a misspelt agent can be removed, and only one that the file has", async () => {
    writeConfig('[[agent]]\nname = "codex"\n\n# typo\n[[agent]]\nname = "cluade"\n');
    expect(await init("--remove-agent gimini")).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("unknown agent: gimini") });
    expect(await init("--add-agent cluade")).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("unknown agent: cluade") });
    const { stdout } = await sandbox.run(["status"]);
    expect(stdout).toMatch(/cluade +unknown agent/);
    expect(stdout).toContain("next: run `symposium init --remove-agent cluade`");
    const removed = await init("--remove-agent cluade");
    expect(removed).toMatchObject({ exitCode: 0 });
    expect(removed.stderr).not.toContain("cluade");
    expect(config()).toContain('name = "codex"');
    expect(config()).not.toContain("cluade");
  });

  test.each([
    ['[[agent]]\nname = "codex\n', "config.toml:2:"],
    ["a = 1\na = 2\n", "config.toml:2:"],
  ])("%j is told with line and column and never overwritten", async (text, place) => {
    writeConfig(text);
    for (const args of [["init", "--add-agent", "claude"], ["sync"], ["status"]]) {
      const { exitCode, stderr } = await sandbox.run(args);
      expect({ args, exitCode, stderr }).toEqual({ args, exitCode: 1, stderr: expect.stringMatching(new RegExp(`${place}\\d+`)) });
    }
    expect(config()).toBe(text);
    expect(treeOf(sandbox.home)).not.toHaveProperty([".claude/settings.json"]);
  });

  test("agents as one table are read, and init says where to write a list", async () => {
    writeConfig('# mine\n[agent]\nname = "codex"\n');
    const { exitCode, stderr } = await init("--add-agent claude");
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/config\.toml:2:1: agent is not a list\n\nhint: write the agents as \[\[agent\]\] tables/);
    expect(config()).toBe('# mine\n[agent]\nname = "codex"\n');
    expect((await sandbox.run(["status"])).stdout).toContain("Codex CLI  not registered");
  });

  test.each([
    ['hook-scope = "both"\n', "config.toml:1:1: `hook-scope` must be one of"],
    ["[[agent]]\nname = 3\n", "config.toml:2:1: `name` must be a string"],
  ])("%j is skipped with a warning", async (text, words) => {
    writeConfig(text);
    const { exitCode, stderr } = await init("--add-agent claude");
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringContaining(words) });
    expect(config().startsWith(text)).toBe(true);
  });

  test("a write-protected one is not replaced", async () => {
    writeConfig("# mine\n");
    putBack(sandbox.home, { ...treeOf(sandbox.home), ".symposium/config.toml": "444 # mine\n" });
    expect(await init("--add-agent claude")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("config.toml is write-protected"),
    });
    expect(config()).toBe("# mine\n");
  });
});
