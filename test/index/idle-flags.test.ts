import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";

import { describe, expect, test } from "vitest";

import { TYPESCRIPT } from "../../scripts/run-typescript.ts";
import { keepFlags, removeFlags } from "../../src/index/flags.ts";
import { rebuildIndex } from "../../src/index/rebuild.ts";
import { usedEvents } from "../../src/index/used-events.ts";
import { insertionFor, ledgerText } from "../plugins/ledger-text.ts";
import { HEAD, sound } from "../plugins/manifest-text.ts";
import { ourDirectory } from "../plugins/our-directory.ts";
import { leaveLock } from "../support/left-lock.ts";
import { hook, manifest } from "../support/plugin.ts";

type Ours = Awaited<ReturnType<typeof ourDirectory>>;

const LEDGER = ledgerText(...["claude-code", "codex", "gemini-cli", "opencode"].map((agent) => ({ file: `/h/${agent}`, agents: [agent] })));

async function flagsOf({ context, places }: Ours): Promise<string[]> {
  await rebuildIndex({ context, places, folder: null, program: "1" });
  return existsSync(places.idleFlags) ? readdirSync(places.idleFlags).sort() : [];
}

/** Of the flags of one agent, the events. */
async function idle(agent: string, hooks: string, gate?: string): Promise<string[]> {
  await using ours = await ourDirectory({ "ledger.json": LEDGER, plugins: { a: manifest("a", hooks, gate) } });
  return (await flagsOf(ours)).filter((flag) => flag.startsWith(`${agent}.`)).map((flag) => flag.slice(agent.length + 1));
}

const GEMINI = ["AfterAgent", "AfterTool", "BeforeTool", "Notification", "PreCompress", "SessionEnd"];

describe("RG-22 an event is idle", () => {
  test("while no plugin asks for it; session start and prompt never are", async () => {
    expect(await idle("gemini-cli", "")).toEqual(GEMINI);
    expect(await idle("opencode", "")).toEqual([
      "permission-asked",
      "session-compacting",
      "session-end",
      "session-error",
      "session-idle",
      "subagent-created",
      "subagent-idle",
      "tool-execute-after",
      "tool-execute-before",
    ]);
  });

  test("for agents that are registered alone, and for what their texts test", async () => {
    expect(await idle("cursor", "")).toEqual([]);
    const insertions = ["Stop", "PostToolBatch", "SessionStart", "NoSuchEvent"].map((event) => insertionFor("claude-code", event));
    await using ours = await ourDirectory({ "ledger.json": ledgerText({ file: "/h", agents: ["claude-code"], insertions }) });
    expect(await flagsOf(ours)).toEqual(["claude-code.PostToolBatch", "claude-code.Stop"]);
    rmSync(ours.places.ledger);
    expect(await flagsOf(ours)).toEqual([]);
  });

  test("not where a hook asks for it by its neutral or its native name, and at the session's end it is forgotten", async () => {
    const rest = ["AfterAgent", "BeforeTool", "Notification", "PreCompress"];
    expect(await idle("gemini-cli", hook("h", "PostToolUse"))).toEqual(rest);
    expect(await idle("gemini-cli", hook("h", "AfterTool", 'format = "gemini-cli"'))).toEqual(rest);
    expect(await idle("gemini-cli", hook("h", "SessionEnd"))).toEqual(GEMINI.filter((event) => event !== "SessionEnd"));
  });

  test("not where it carries what an earlier event could not tell", async () => {
    expect(await idle("gemini-cli", hook("h", "PreToolUse"))).toEqual(["AfterAgent", "Notification", "PreCompress"]);
    expect(await idle("gemini-cli", hook("h", "BeforeModel", 'format = "gemini-cli"'))).toEqual(
      GEMINI.filter((event) => !["AfterTool", "SessionEnd"].includes(event)),
    );
    const opencodes = await idle("opencode", hook("h", "PreToolUse"));
    expect(opencodes).not.toContain("tool-execute-after");
    expect(opencodes).toContain("session-idle");
    // Claude Code takes context before a tool at once.
    expect(await idle("claude-code", hook("h", "PreToolUse"))).toContain("PostToolUse");
  });

  test("where the hook is another agent's, unless that one reads the file too", async () => {
    for (const rest of ['agent = "codex"', 'format = "codex"']) {
      expect(await idle("gemini-cli", hook("h", "PreToolUse", rest))).toEqual(GEMINI);
      expect(await idle("claude-code", hook("h", "PreToolUse", rest))).toContain("PreToolUse");
      expect(await idle("codex", hook("h", "PreToolUse", rest))).not.toContain("PreToolUse");
    }
    for (const rest of ['agent = "cursor"', 'format = "cursor"']) {
      expect(await idle("claude-code", hook("h", "PreToolUse", rest))).not.toContain("PreToolUse");
      expect(await idle("codex", hook("h", "PreToolUse", rest))).toContain("PreToolUse");
    }
    // Cursor cannot take context at a subagent's start, and waits for an event of Claude's file that carries it.
    expect(await idle("claude-code", hook("h", "SubagentStart", 'agent = "cursor"'))).not.toContain("PostToolUse");
    expect(await idle("claude-code", hook("h", "SubagentStart", 'agent = "claude-code"'))).toContain("PostToolUse");
  });

  test.each([
    ["depends on a package", 'crates = ["serde"]', ""],
    ["has a predicate", 'crates = ["*"]\npredicates = ["shell(true)"]', ""],
    ["is dormant", "", ""],
    ["has a hook that cannot run", 'crates = ["*"]', "\ncrates = ['serde']"],
  ])("not where the plugin %s: that may be so in any folder", async (_, gate, more) => {
    expect(await idle("gemini-cli", hook("h", "Stop", more), gate)).not.toContain("AfterAgent");
  });

  test.each([
    ["depends on a package", { a: manifest("a", "", 'crates = ["serde"]') }],
    ["brings skills", { a: manifest("a", '[[skills]]\nsource.path = "s"\n') }],
    ["is a skill that stands alone", { s: { "SKILL.md": "" } }],
  ])("PL-23 not after a tool nor at the end of a turn, which check for changes, while something %s", async (_, plugins) => {
    await using ours = await ourDirectory({ "ledger.json": LEDGER, plugins });
    const checking = ["claude-code.PostToolUse", "claude-code.Stop", "codex.PostToolUse", "codex.Stop", "gemini-cli.AfterTool"];
    const idleOnes = async () => (await flagsOf(ours)).filter((flag) => [...checking, "codex.PreToolUse"].includes(flag));
    expect(await idleOnes()).toEqual(["codex.PreToolUse"]);
    writeFileSync(ours.places.config, "auto-sync = false");
    expect(await idleOnes()).toEqual([...checking, "codex.PreToolUse"].sort());
  });

  test("not where the plugin is disabled, since the user may enable it in the middle of a turn", async () => {
    await using ours = await ourDirectory({
      "ledger.json": LEDGER,
      "config.toml": '[plugins]\ndisable = ["a"]',
      plugins: { a: manifest("a", hook("h", "Stop")) },
    });
    expect(await flagsOf(ours)).not.toContain("codex.Stop");
  });
});

describe("RG-22 no event is idle", () => {
  test.each([
    ["a manifest cannot be parsed", { b: { "SYMPOSIUM.toml": "name = " } }],
    ["a hook has a mistake", { b: manifest("b", hook("h", "NoSuchEvent")) }],
  ])("while %s", async (_, broken) => {
    await using ours = await ourDirectory({ "ledger.json": LEDGER, plugins: { a: manifest("a") } });
    expect(await flagsOf(ours)).toContain("codex.Stop");
    for (const [name, files] of Object.entries(broken)) {
      mkdirSync(ours.path("plugins", name));
      for (const [file, text] of Object.entries(files)) writeFileSync(ours.path("plugins", name, file), text);
    }
    expect(await flagsOf(ours)).toEqual([]);
    rmSync(ours.path("plugins/b"), { recursive: true });
    expect(await flagsOf(ours)).toContain("codex.Stop");
  });

  test("while the config cannot be read", async () => {
    await using ours = await ourDirectory({ "ledger.json": LEDGER });
    expect(await flagsOf(ours)).toContain("codex.Stop");
    writeFileSync(ours.places.config, "= 1");
    expect(await flagsOf(ours)).toEqual([]);
  });
});

describe("RG-22 the folder of the flags", () => {
  test("may hold other files, which stay", async () => {
    const others = { "notes.txt": "", "codex.bak": "", README: "", "claude-code.Stop.old": "" };
    await using ours = await ourDirectory({ "ledger.json": LEDGER, idle: { ...others, "cursor.stop": "" } });
    const flags = await flagsOf(ours);
    expect(flags).toEqual(expect.arrayContaining(Object.keys(others)));
    expect(flags).not.toContain("cursor.stop");
    removeFlags(ours.places.idleFlags);
    expect(readdirSync(ours.places.idleFlags).sort()).toEqual(Object.keys(others).sort());
  });

  test("loses flags and gets none while another process has it in hand", async () => {
    await using ours = await ourDirectory({ "ledger.json": LEDGER, plugins: { a: manifest("a", hook("h", "PreToolUse")) } });
    expect(await flagsOf(ours)).toContain("codex.PostToolUse");
    leaveLock(join(ours.places.locks, "idle-flags"), process.pid);
    writeFileSync(ours.path("plugins/a/SYMPOSIUM.toml"), manifest("a", hook("h", "PostToolUse"))["SYMPOSIUM.toml"]);
    const flags = await flagsOf(ours);
    expect(flags).toContain("codex.Stop");
    expect(flags).not.toContain("codex.PostToolUse");
    expect(flags).not.toContain("codex.PreToolUse");
  });

  test("is a file in the way: the index is made all the same", async () => {
    await using ours = await ourDirectory({ "ledger.json": LEDGER, idle: "a file" });
    const { context, places } = ours;
    const rebuilt = await rebuildIndex({ context, places, folder: null, program: "1" });
    expect(rebuilt).toMatchObject({ ok: true, written: true });
  });
});

describe("RG-22 a flag that was true when the plugins were read", () => {
  const FLAG = "codex.Stop";

  test.each([
    ["is not created when it is no longer", [false], []],
    ["goes again when it ceases to be meanwhile", [true, false], []],
    ["stays when it still is", [true, true], [FLAG]],
  ])("%s", async (_, truths, left) => {
    await using ours = await ourDirectory({});
    const answers = [...truths];
    const written = keepFlags(ours.places, Date.now, new Set([FLAG]), {
      write: () => {
        expect(existsSync(join(ours.places.idleFlags, FLAG))).toBe(false);
        return "written";
      },
      isStillTrue: () => answers.shift() ?? false,
    });
    expect([written, answers]).toEqual(["written", []]);
    expect(readdirSync(ours.places.locks)).toEqual([]);
    expect(existsSync(ours.places.idleFlags) ? readdirSync(ours.places.idleFlags) : []).toEqual(left);
  });

  test("is not left by processes of other workspaces that began before a plugin came", async () => {
    await using ours = await ourDirectory({ "ledger.json": LEDGER, plugins: {} });
    const script = join(import.meta.dirname, "rebuild-process.ts");
    const run = (each: number) => promisify(execFile)(process.execPath, [...TYPESCRIPT, script, ours.context.home, `/w${each}`]);
    const before = Array.from({ length: 4 }, (_, each) => run(each));
    await before[0];
    mkdirSync(ours.path("plugins/a"));
    writeFileSync(ours.path("plugins/a/SYMPOSIUM.toml"), manifest("a", hook("h", "Stop"))["SYMPOSIUM.toml"]);
    await Promise.all([...before, ...Array.from({ length: 4 }, (_, each) => run(each + 4))]);
    const flags = readdirSync(ours.places.idleFlags);
    expect(flags).toContain("gemini-cli.BeforeTool");
    expect(flags).not.toContain(FLAG);
    expect(readdirSync(ours.places.locks)).toEqual([]);
  });
});

test.skipIf(process.platform !== "linux")("RG-22 a flag goes before the index is written, and comes after", async () => {
  await using ours = await ourDirectory({ "ledger.json": LEDGER, plugins: { a: manifest("a", hook("h", "Stop")) } });
  await flagsOf(ours);
  const seen: string[] = [];
  // Both watches are of one process, which sees everything in order.
  const watches = [ours.places.idleFlags, ours.places.index].map((folder) => watch(folder, (_, name) => seen.push(String(name))));
  writeFileSync(ours.path("plugins/a/SYMPOSIUM.toml"), manifest("a", hook("h", "SubagentStop"))["SYMPOSIUM.toml"]);
  const flags = await flagsOf(ours);
  while (!seen.includes("codex.Stop")) await setTimeout(5);
  for (const each of watches) each.close();
  expect(flags).toContain("codex.Stop");
  expect(flags).not.toContain("codex.SubagentStop");
  const written = seen.lastIndexOf("no-workspace");
  expect(seen.lastIndexOf("codex.SubagentStop")).toBeLessThan(seen.indexOf("no-workspace"));
  expect(seen.indexOf("codex.SubagentStop")).toBeGreaterThanOrEqual(0);
  expect(seen.indexOf("codex.Stop")).toBeGreaterThan(written);
  expect(written).toBeGreaterThanOrEqual(0);
});

test("RG-3 RG-22 events that are registered only while they are used are known by the same rule", () => {
  const used = (agent: string, hooks: string) => [...usedEvents(agent, [{ plugin: sound(HEAD + hooks) }])];
  expect(used("gemini-cli", hook("h", "PreCompact"))).toEqual(["PreCompress"]);
  expect(used("gemini-cli", hook("h", "PreToolUse"))).toEqual(["BeforeTool"]);
  expect(used("gemini-cli", hook("h", "BeforeModel", 'format = "gemini"'))).toEqual(["BeforeModel"]);
  expect(used("gemini-cli", hook("h", "PreCompact", 'agent = "codex"'))).toEqual([]);
  expect(used("windsurf", hook("h", "pre_run_command", 'format = "windsurf"'))).toEqual(["pre_run_command"]);
  expect(used("windsurf", hook("h", "PostToolUse"))).toHaveLength(4);
  expect(used("claude-code", hook("h", "Stop", 'agent = "copilot"'))).toEqual(["Stop"]);
  expect(used("no-such-agent", hook("h", "Stop"))).toEqual([]);
});
