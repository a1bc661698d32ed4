/** `init` as users of the Rust tool know it, through the command line. */

import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";

import { documentIn } from "../setup/entries/our-entries.ts";
import { HOOKS_ONLY, household, type Household } from "./command-line.ts";

const CLAUDE = ".claude/settings.json";
const GEMINI = ".gemini/settings.json";

describe("agents and scope", () => {
  test("A1 one agent in an empty home: the config has that agent once and nothing else", async () => {
    await using house = await household();
    await done(house, ["init", "--add-agent", "claude"]);
    await done(house, ["init", "--add-agent", "claude-code"]);
    expect(configOf(house)).toEqual({ agent: [{ name: "claude" }] });
  });

  test("A2 the default scope is not written down, and the user's file of the agent is", async () => {
    await using house = await household();
    await done(house, ["init", "--add-agent", "claude", "--hook-scope", "global"]);
    expect(configOf(house)).not.toHaveProperty("hook-scope");
    expect(existsSync(join(house.home, CLAUDE))).toBe(true);
    expect(readdirSync(house.project)).toEqual([".git"]);
  });

  test("A3 the project's scope is stored, and the user's file stays away", async () => {
    await using house = await household();
    await done(house, ["init", "--add-agent", "claude", "--hook-scope", "project"]);
    expect(configOf(house)["hook-scope"]).toBe("project");
    expect(existsSync(join(house.home, ".claude"))).toBe(false);
    expect(existsSync(join(house.project, CLAUDE))).toBe(true);
  });

  test("A4 a second init without the flag keeps the scope", async () => {
    await using house = await household({ home: HOOKS_ONLY });
    await done(house, ["init", "--add-agent", "claude", "--hook-scope", "project"]);
    await done(house, ["init", "--add-agent", "gemini"]);
    expect(configOf(house)["hook-scope"]).toBe("project");
    expect(existsSync(join(house.project, GEMINI))).toBe(true);
    expect(existsSync(join(house.home, ".gemini"))).toBe(false);
  });

  test("A5 a second agent comes after the first, and sync keeps hooks for both", async () => {
    await using house = await household();
    await done(house, ["init", "--add-agent", "claude"]);
    await done(house, ["init", "--add-agent", "gemini"]);
    expect(configOf(house)["agent"]).toEqual([{ name: "claude" }, { name: "gemini" }]);
    for (const file of [CLAUDE, GEMINI]) rmSync(join(house.home, file));
    await done(house, ["sync"]);
    for (const file of [CLAUDE, GEMINI]) expect(readFileSync(join(house.home, file), "utf8")).toContain("symposium-hook");
  });

  test("A6 an agent that is removed loses its hooks, and no other does", async () => {
    const theirs = '{"theme":"Default"}';
    await using house = await household({ home: { [GEMINI]: theirs } });
    await done(house, ["init", "--add-agent", "claude", "--add-agent", "gemini"]);
    const claude = readFileSync(join(house.home, CLAUDE), "utf8");
    await done(house, ["init", "--remove-agent", "gemini"]);
    expect(readFileSync(join(house.home, GEMINI), "utf8")).toBe(theirs);
    expect(readFileSync(join(house.home, CLAUDE), "utf8")).toBe(claude);
    expect(configOf(house)["agent"]).toEqual([{ name: "claude" }]);
  });
});

describe("our own files", () => {
  test("A15 a config folder that is missing is made, with the defaults in force", async () => {
    await using house = await household({ env: { XDG_CONFIG_HOME: "../config/below" } });
    const { exitCode } = await house.run(["init", "--add-agent", "claude"]);
    expect(exitCode).toBe(0);
    const written = readFileSync(join(house.project, "../config/below/symposium/config.toml"), "utf8");
    expect(parse(written)).toEqual({ agent: [{ name: "claude" }] });
  });

  test("A19 logs follow the XDG state folder", async () => {
    await using house = await household();
    const env = { XDG_STATE_HOME: join(house.home, "state") };
    expect((await house.run(["init", "--add-agent", "claude"], { env })).exitCode).toBe(0);
    expect(readdirSync(join(house.home, "state/symposium/logs"))).toEqual([expect.stringMatching(/^symposium-.*\.log$/)]);
    expect(existsSync(join(house.home, ".symposium/logs"))).toBe(false);
  });

  test("A23 without a plugins table none is written", async () => {
    await using house = await household();
    await done(house, ["init", "--add-agent", "claude", "--hook-scope", "project", "--auto-update", "warn"]);
    expect(Object.keys(configOf(house)).toSorted()).toEqual(["agent", "auto-update", "hook-scope"]);
  });

  test("A24 use, auto-enable and disable survive writing, and name plugins with either dash", async () => {
    const config =
      '[plugins]\nuse = ["sleepy_one", { name = "sleepy-two", workspace = "/elsewhere" }]\nauto-enable = ["serde"] # ours\ndisable = ["loud_one"]\n';
    const plugin = (name: string, rest: string) => ({ "SYMPOSIUM.toml": `name = "${name}"\n${rest}` });
    await using house = await household({
      home: {
        ".symposium": {
          "config.toml": config,
          plugins: { one: plugin("sleepy-one", ""), two: plugin("sleepy_two", ""), three: plugin("loud-one", 'crates = ["*"]\n') },
        },
      },
    });
    const active = async () => {
      const { stdout } = await house.run(["plugin", "list", "--json"]);
      const { answer } = JSON.parse(stdout) as { answer: { sources: { plugins: { name: string; active: boolean }[] }[] } };
      return Object.fromEntries(answer.sources.flatMap(({ plugins }) => plugins.map((one) => [one.name, one.active])));
    };
    const expected = { "sleepy-one": true, sleepy_two: false, "loud-one": false };
    expect(await active()).toEqual(expected);
    await done(house, ["init", "--add-agent", "claude"]);
    expect(readFileSync(join(house.home, ".symposium/config.toml"), "utf8")).toContain(config);
    expect(await active()).toEqual(expected);
  });
});

describe("shapes of the registered hooks", () => {
  test("K14, K15 Claude: a new file with its events; a second run changes nothing", async () => {
    await using house = await household();
    await expectShape(house, "claude", CLAUDE, ["PreToolUse", "PostToolUse", "UserPromptSubmit", "SessionStart", "Stop"], (command) => ({
      hooks: [{ type: "command", command, timeout: 60 }],
    }));
  });

  test("K17 Codex: its events without a matcher, which means every tool; a second run changes nothing", async () => {
    await using house = await household();
    await expectShape(
      house,
      "codex",
      ".codex/hooks.json",
      ["PreToolUse", "PostToolUse", "UserPromptSubmit", "SessionStart"],
      (command) => ({ hooks: [{ type: "command", command, commandWindows: expect.stringContaining("symposium-hook.exe"), timeout: 60 }] }),
    );
  });

  test("K18 Copilot: the project's file, version 1, with flat entries", async () => {
    await using house = await household();
    await done(house, ["init", "--add-agent", "copilot", "--hook-scope", "project"]);
    const document = documentIn(readFileSync(join(house.project, ".github/hooks/symposium.json"), "utf8"));
    expect(document).toMatchObject({ version: 1 });
    expect(document.hooks?.["preToolUse"]).toEqual([
      { type: "command", bash: calls("copilot-cli", "preToolUse"), powershell: expect.any(String), timeoutSec: 60 },
    ]);
  });

  test("K20, K21 Kiro: an agent file with flat entries; again, nothing; removed, no file", async () => {
    await using house = await household();
    const file = ".kiro/agents/symposium.json";
    await expectShape(house, "kiro", file, ["agentSpawn", "userPromptSubmit", "preToolUse", "postToolUse"], (command) => ({
      command,
      timeout_ms: 60_000,
    }));
    expect(documentIn(readFileSync(join(house.home, file), "utf8"))).toMatchObject({ name: "symposium", tools: ["*"] });
    await done(house, ["init", "--remove-agent", "kiro"]);
    expect(existsSync(join(house.home, ".kiro"))).toBe(false);
  });

  test("K22 Gemini: its events without a matcher, because one on SessionStart never fires", async () => {
    await using house = await household();
    await expectShape(house, "gemini", GEMINI, ["BeforeTool", "AfterTool", "BeforeAgent", "SessionStart"], (command) => ({
      hooks: [{ name: "symposium", type: "command", command, timeout: 60_000 }],
    }));
  });
});

type Entry = (command: unknown) => unknown;

async function expectShape(house: Household, agent: string, path: string, events: readonly string[], entry: Entry): Promise<void> {
  await done(house, ["init", "--add-agent", agent]);
  const text = readFileSync(join(house.home, path), "utf8");
  const { hooks = {} } = documentIn(text);
  for (const event of events) expect(hooks[event]).toEqual([entry(calls("", event))]);
  expect((await house.run(["init", "--add-agent", agent])).stdout).toContain("nothing to change");
  expect(readFileSync(join(house.home, path), "utf8")).toBe(text);
}

function calls(agent: string, event: string): unknown {
  return expect.stringMatching(new RegExp(`/bin/symposium-hook" ${agent || "[a-z-]+"} ${event} `));
}

async function done(house: Household, args: readonly string[]): Promise<void> {
  const { exitCode, stdout, stderr } = await house.run(args);
  expect(exitCode, stdout + stderr).toBe(0);
}

function configOf(house: Household): Record<string, unknown> {
  return parse(readFileSync(join(house.home, ".symposium/config.toml"), "utf8"));
}
