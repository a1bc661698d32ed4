/** Settings and files that keep hooks from running at all: Symposium cannot prevent that from inside a hook, so `status` reports it, and so does the next session whose hooks run. */

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { SWITCHES } from "../../src/agents/hook-list.ts";
import { untilQuiet } from "./hostile-clone.ts";
import { expectDenied, GUARD_REASON, GUARDED, guardedHome, type GuardedHome } from "./guarded-home.ts";
import { fewer } from "../support/thoroughness.ts";

const slow = { timeout: 120_000 };
const AGENTS = ["claude-code", "codex", "copilot-cli", "gemini-cli", "goose", "qwen-code"];

interface Force {
  readonly inForce: boolean;
  readonly notInForce: readonly { readonly agent?: string; readonly state: string; readonly because: string; readonly hint?: string }[];
}

async function status(home: GuardedHome): Promise<Force> {
  const { exitCode, stdout, stderr } = await home.inProcess("status", "--json");
  const { answer } = JSON.parse(stdout) as { readonly answer: Force };
  expect(exitCode, stderr).toBe(answer.inForce ? 0 : 1);
  return answer;
}

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** A file in which this switch is thrown. */
function textFor([, , , , reads, key, when]: (typeof SWITCHES)[number]): string {
  const value = when === "set" ? "1" : when === "no-table" ? "none" : "is" in when ? when.is : [when.holds];
  if (reads === "toml") return `[${key.slice(0, -1).join(".")}]\n${key.at(-1)} = ${JSON.stringify(value)}\n`;
  if (reads === "variables") return `# a comment\nexport ${key[0]}="${String(value)}"\r\n`;
  return JSON.stringify(key.reduceRight<unknown>((inner, name) => ({ [String(name)]: inner }), value));
}

describe("RT-40 RT-36 files of a project that switch hooks off", () => {
  test.each(fewer(AGENTS, 2))("%s", slow, async (agent) => {
    await using home = await guardedHome({ agents: [agent] });
    expect(await status(home)).toMatchObject({ inForce: true, notInForce: [] });
    const rows = SWITCHES.filter(([whose, , scope]) => whose === agent && scope === "project");
    expect(rows).not.toEqual([]);
    for (const row of rows) {
      const [, , , file, reads, key, , effect] = row;
      const path = join(home.project, reads === "folder" ? `${file}/README.md` : file);
      put(path, textFor(row));
      const { inForce, notInForce } = await status(home);
      const state = effect === "off" ? "not in force" : "not guarded";
      const about = `${key.join(".")} in ${file}`;
      expect(notInForce, about).toContainEqual(
        expect.objectContaining({ agent, state, because: expect.stringContaining(join(home.project, file)) }),
      );
      expect(inForce, about).toBe(effect !== "off");
      rmSync(reads === "folder" ? dirname(path) : path, { recursive: true });
    }
    expect(await status(home)).toMatchObject({ inForce: true, notInForce: [] });
  });

  test("goose: entries for Symposium's own folder in the user's configuration", slow, async () => {
    await using home = await guardedHome({ agents: ["goose"] });
    const [config, folder] = [join(home.path, ".config/goose/config.yaml"), join(home.path, ".agents/plugins/symposium")];
    const theirs = join(home.project, ".agents/plugins/symposium");
    const written = (entries: Readonly<Record<string, boolean>>) =>
      put(
        config,
        `plugins:\n${Object.entries(entries)
          .map(([path, is]) => `  ${path}:\n    enabled: ${String(is)}\n`)
          .join("")}`,
      );
    const reported = [
      {
        agent: "goose",
        state: "not in force",
        because: `plugins."${folder}".enabled in ${config} keeps goose from running your hooks here`,
        hint: `read ${config} before you use goose here`,
      },
    ];
    written({ [folder]: false });
    expect(await status(home)).toMatchObject({ inForce: false, notInForce: reported });
    // goose writes this entry itself; other folders are not Symposium's, and one that does not exist is not read.
    written({ [folder]: true, [join(home.path, ".agents/plugins/other")]: false, [theirs]: false });
    expect(await status(home)).toMatchObject({ inForce: true, notInForce: [] });
    put(config, "plugins: [\n");
    expect(await status(home)).toMatchObject({ inForce: true, notInForce: [] });
    // A project's folder replaces the user's while it is enabled.
    put(join(theirs, "hooks/hooks.json"), readFileSync(join(folder, "hooks/hooks.json"), "utf8"));
    written({ [folder]: false });
    expect(await status(home)).toMatchObject({ inForce: true, notInForce: [] });
    written({ [theirs]: false });
    expect(await status(home)).toMatchObject({ inForce: true, notInForce: [] });
    written({ [folder]: false, [theirs]: false });
    expect(await status(home)).toMatchObject({ inForce: false, notInForce: [{ agent: "goose", state: "not in force" }] });
  });

  test("the next session of an agent that can tell says it for all of them", slow, async () => {
    await using home = await guardedHome({ agents: AGENTS });
    put(join(home.project, ".gemini/settings.json"), '{"hooksConfig":{"enabled":false}}');
    const started = { hook_event_name: "SessionStart", cwd: home.project, source: "startup", transcript_path: "/t" };
    const program = join(home.path, ".symposium/bin/symposium-hook");
    const options = { cwd: home.project, env: { HOME: home.path, PATH: "/usr/bin:/bin" }, encoding: "utf8" } as const;
    for (const before of ["", 'prompt = "say \\"yes\\""\n', "[tui]\nscale = 1.5\n", 'notes = """\nlong\n"""\n', "since = 2026-01-01\n"]) {
      put(join(home.project, ".codex/config.toml"), `${before}[features]\nhooks = false\n`);
      const input = JSON.stringify({ ...started, session_id: `s${before}` });
      const { stdout } = spawnSync(program, ["claude-code", "SessionStart"], { ...options, input });
      const { systemMessage } = JSON.parse(stdout) as { systemMessage: string };
      expect(systemMessage).toContain(
        `hooksConfig.enabled in ${home.project}/.gemini/settings.json keeps Gemini CLI from running your hooks here`,
      );
      expect(systemMessage, before).toContain(
        `features.hooks in ${home.project}/.codex/config.toml keeps Codex CLI from running your hooks here`,
      );
    }
  });

  test("what only looks like it is not reported", slow, async () => {
    await using home = await guardedHome({ agents: AGENTS });
    put(join(home.project, ".claude/settings.json"), '{"disableAllHooks":false,"env":{"LD_PRELOAD":""}}');
    put(join(home.project, ".gemini/settings.json"), '{"hooks":{},"hooksConfig":{"enabled":true,"disabled":["theirs"]}}');
    put(join(home.project, ".codex/config.toml"), "[features]\nhooks = true\n");
    put(join(home.project, ".env"), '#BASH_ENV=x\nBASH_ENVIRONMENT=1\nQWEN_CODE_SIMPLE=""\n');
    put(join(home.project, ".qwen/settings.json"), "not json");
    expect(await status(home)).toMatchObject({ inForce: true, notInForce: [] });
  });
});

describe("RT-36 whatever else keeps a call from running the guard is reported", () => {
  const cases: readonly (readonly [what: string, make: (home: GuardedHome) => void, because: RegExp])[] = [
    ["the program is missing", (home) => rmSync(home.ours("bin/symposium-hook")), /is missing/],
    ["the program may not be run", (home) => replace(home.ours("bin/symposium-hook"), "#!/bin/sh\n", 0o644), /symposium-hook/],
    ["the program is another", (home) => replace(home.ours("bin/symposium-hook"), "#!/bin/sh\necho hello\n"), /gave an unexpected answer/],
    ["an entry is missing", (home) => put(join(home.path, ".claude/settings.json"), "{}"), /entries in .* were changed or removed/],
    ["an entry was changed", (home) => edit(join(home.path, ".claude/settings.json"), "PreToolUse", "PreToolUsed"), /1 of \d+ entries/],
    ["an agent's file is gone", (home) => rmSync(join(home.path, ".claude/settings.json")), /is gone/],
    ["the record is damaged", (home) => put(home.ours("places.json"), "{"), /is unusable/],
    [
      "the user's own settings",
      (home) => edit(join(home.path, ".claude/settings.json"), '"hooks"', '"disableAllHooks": true, "hooks"'),
      /disableAllHooks/,
    ],
  ];

  test.each(fewer(cases))("%s", slow, async (_, make, because) => {
    await using home = await guardedHome({ agents: ["claude-code"] });
    await expectDenied("claude-code", await home.call("claude-code"), { reason: GUARD_REASON });
    make(home);
    const { inForce, notInForce } = await status(home);
    expect(inForce).toBe(false);
    expect(notInForce.map((one) => one.because).join("\n")).toMatch(because);
    expect(home.symposium("status").stdout).toMatch(/^not working: hooks do not run on Claude Code\n/);
  });

  test("an idle flag stands", slow, async () => {
    await using home = await guardedHome({ agents: ["claude-code"] });
    await home.call("claude-code");
    // What a call leaves to the background puts flags right again.
    await untilQuiet(home.ours());
    put(home.ours("idle/claude-code.PreToolUse"), "");
    const { inForce, notInForce } = await status(home);
    expect(inForce).toBe(false);
    expect(notInForce.map((one) => one.because).join("\n")).toMatch(/end calls of PreToolUse before a hook runs/);
  });

  test("variables of this shell lead elsewhere", slow, async () => {
    await using home = await guardedHome({ agents: ["claude-code"] });
    mkdirSync(join(home.path, "xdg/symposium"), { recursive: true });
    renameSync(home.ours("places.json"), home.ours("lost"));
    const record = { format: "symposium-places", version: 1, config: join(home.path, "xdg/symposium"), environment: {} };
    put(home.ours("places.json"), JSON.stringify(record));
    const { notInForce } = await status(home);
    expect(notInForce.map((one) => one.because).join("\n")).toContain(`hook calls read ${home.path}/xdg/symposium/config.toml`);
  });

  test("with nothing wrong it is in force", slow, async () => {
    await using home = await guardedHome({ agents: GUARDED });
    expect(await status(home)).toMatchObject({ inForce: true, notInForce: [] });
    expect(home.symposium("status").stdout).toMatch(/^working: /);
  });
});

/** Not in place: the program is a hard link to that of the build, which other tests run. */
function replace(file: string, text: string, mode = 0o755): void {
  rmSync(file);
  writeFileSync(file, text, { mode });
}

function edit(file: string, from: string, to: string): void {
  writeFileSync(file, readFileSync(file, "utf8").replaceAll(from, to));
}
