/** Hooks imported from an agent's files (IX-14): hostile clones, forged and damaged records, files that change or disappear. Only what the user agreed to runs. */

import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { forgetRecords } from "../../src/consent/decide.ts";
import { importId, readImports } from "../../src/plugins/imported/import-record.ts";
import { GUARD, importStage, settings } from "../plugins/imported/stage.ts";

const CLOSED = settings("PreToolUse", [{ matcher: "Bash", command: ".claude/hooks/guard.sh", onFailure: "block" }]);
const PROJECT = { ".claude": { "settings.json": CLOSED, hooks: { "guard.sh": GUARD } } };

const git = (cwd: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd, stdio: "pipe" });

describe("IX-14 PL-16 a hostile clone", () => {
  const EVIL = settings("PreToolUse", [{ command: "touch evil" }]);

  test("with Claude's hooks runs nothing, whatever records it brings", async () => {
    const record = { agent: "claude-code", scope: "user", files: [{ form: "settings", path: ".claude/settings.json" }], date: "" };
    const forged = JSON.stringify({ format: "symposium-imports", version: 1, records: [record] });
    await using stage = await importStage({
      ".claude": { "settings.json": EVIL },
      "imports.json": forged,
      ".symposium": { "imports.json": forged },
    });
    expect(await stage.shell("gemini-cli", "BeforeTool")).toMatchObject({ blocked: false });
    expect(stage.has("work/evil")).toBe(false);
  });

  test("runs nothing even with a record in Symposium's directory, which is not a consent", async () => {
    await using stage = await importStage({ ".claude": { "settings.json": EVIL } });
    await stage.importAs({}, "later");
    expect(await stage.shell("gemini-cli", "BeforeTool")).toMatchObject({ blocked: false });
    expect(stage.has("work/evil")).toBe(false);
  });

  test("PL-32 does not make Symposium read a file elsewhere through a link", async () => {
    await using stage = await importStage({ ".claude": { x: "" } }, { secret: { "settings.json": EVIL } });
    symlinkSync(stage.getPath("secret/settings.json"), stage.getPath("work/.claude/settings.json"));
    await expect(stage.importAs()).rejects.toMatchObject({ code: "NO-FILES" });
  });

  test("cannot put a hook between the user's question and the answer", async () => {
    await using stage = await importStage();
    const { digest = "" } = await stage.importAs({}, "later");
    stage.write("work/.claude/settings.json", EVIL);
    expect(await stage.run(["trust", "accept", "claude-code-hooks", "--digest", digest])).toMatchObject({ exitCode: 1 });
    expect(await stage.shell("gemini-cli", "BeforeTool")).toMatchObject({ blocked: false });
    expect(stage.has("work/evil")).toBe(false);
  });
});

describe("IX-14 PL-26 where an import counts", () => {
  async function repository() {
    const stage = await importStage(PROJECT);
    rmSync(stage.getPath("work/.git"), { recursive: true });
    git(stage.getPath("work"), "init", "-q");
    git(stage.getPath("work"), "add", ".");
    git(stage.getPath("work"), "commit", "-qm", "one");
    await stage.importAs();
    return stage;
  }

  test("in worktrees of the repository, while the bytes are equal", async () => {
    await using stage = await repository();
    git(stage.getPath("work"), "worktree", "add", "-q", stage.getPath("tree"));
    expect(await stage.shell("codex", "PreToolUse", { folder: "tree" })).toMatchObject({
      blocked: true,
      reason: expect.stringContaining("Not here.") as string,
    });
    stage.write("tree/.claude/hooks/guard.sh", "#!/bin/sh\ntouch evil\n");
    expect(await stage.shell("codex", "PreToolUse", { folder: "tree" })).toMatchObject({
      blocked: true,
      reason: expect.stringContaining("trust accept") as string,
    });
    expect(stage.has("tree/evil")).toBe(false);
  });

  test("not in a clone or a copy", async () => {
    await using stage = await repository();
    git(stage.getPath("work"), "clone", "-q", ".", stage.getPath("clone"));
    cpSync(stage.getPath("work"), stage.getPath("copy"), { recursive: true });
    for (const folder of ["clone", "copy"]) expect(await stage.shell("codex", "PreToolUse", { folder })).toMatchObject({ blocked: false });
  });
});

describe("IX-14 PL-17 faults", () => {
  async function imported() {
    const stage = await importStage(PROJECT);
    await stage.importAs();
    return stage;
  }
  const CAUSES: readonly [string, (file: string) => void][] = [
    ["a folder", (file) => mkdirSync(file)],
    ["a pipe", (file) => execFileSync("mkfifo", [file])],
    ["a link to itself", (file) => symlinkSync(file, file)],
    ["huge", (file) => writeFileSync(file, " ".repeat(3_000_000))],
    ["not UTF-8", (file) => writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d]))],
    ["nested ten thousand deep", (file) => writeFileSync(file, "[".repeat(10_000))],
  ];

  test.each(CAUSES)("a closed hook denies while Claude's file is %s", async (_, spoil) => {
    await using stage = await imported();
    const file = stage.getPath("work/.claude/settings.json");
    rmSync(file);
    spoil(file);
    expect(await stage.shell("gemini-cli", "BeforeTool")).toMatchObject({ blocked: true });
    rmSync(file, { recursive: true });
    stage.write("work/.claude/settings.json", CLOSED);
    expect(await stage.shell("gemini-cli", "BeforeTool")).toMatchObject({
      blocked: true,
      reason: expect.stringContaining("Not here.") as string,
    });
  });

  test.each([
    ["missing", (file: string) => rmSync(file)],
    ["damaged", (file: string) => writeFileSync(file, "{")],
    ["writable by others", (file: string) => chmodSync(file, 0o666)],
    ["of a later version", (file: string) => writeFileSync(file, '{"format":"symposium-imports","version":2,"records":[]}')],
    ["a list of other things", (file: string) => writeFileSync(file, '{"format":"symposium-imports","version":1,"records":[{"agent":7}]}')],
  ])("a closed hook denies while the record of imports is %s", async (_, spoil) => {
    await using stage = await imported();
    spoil(stage.getPath("imports.json"));
    expect(await stage.shell("gemini-cli", "BeforeTool")).toMatchObject({ blocked: true });
  });

  test("a removal that was killed half way denies nothing, and the next one completes it", async () => {
    await using stage = await imported();
    const { places, context } = stage.app;
    const [record] = readImports(places).records;
    forgetRecords({ places, now: context.now }, (consents) => consents.filter(({ subject }) => subject === importId(record!)));
    expect(await stage.shell("gemini-cli", "BeforeTool")).toMatchObject({ blocked: false });
    expect(await stage.run(["hooks", "remove", "claude"])).toMatchObject({ exitCode: 0 });
    expect(readImports(places).records).toEqual([]);
  });

  test("two imports at once are both recorded, and the same one once", async () => {
    await using stage = await importStage(PROJECT, { ".claude": { "settings.json": CLOSED } });
    await Promise.all([stage.importAs({}, "later"), stage.importAs({}, "later"), stage.importAs({ user: true }, "later")]);
    const { records } = readImports(stage.app.places);
    expect(records.map(({ scope }) => scope).sort()).toEqual(["project", "user"]);
  });

  test("hostile names and commands are shown on one line, and run as they are written", async () => {
    const command = "printf '\\033[2J\\n' >/dev/null; echo 'a`b$(c)' >&2; exit 2";
    await using stage = await importStage({
      ".claude": { "settings.json": settings("PreToolUse", [{ command: `${command}\u001B[2J\nrm -rf x` }, { command }]) },
    });
    const { stdout } = await stage.run(["hooks", "import", "--dry-run"]);
    expect(stdout).not.toContain("\u001B[2J");
    expect(stdout.split("\n").filter((line) => line.startsWith("rm -rf"))).toEqual([]);
    await stage.importAs();
    expect(await stage.shell("gemini-cli", "BeforeTool")).toMatchObject({
      blocked: true,
      reason: expect.stringContaining("a`b$(c)") as string,
    });
  });
});

describe("IX-14 RG-22 RG-3 agents call for what was imported", () => {
  test("its events are not idle, and one that was not registered is", async () => {
    const hooks = {
      PreToolUse: [{ hooks: [{ type: "command", command: "true" }] }],
      PreCompact: [{ hooks: [{ type: "command", command: "true" }] }],
    };
    await using stage = await importStage({ ".claude": { "settings.json": JSON.stringify({ hooks }) } });
    await stage.run(["sync"]);
    expect(stage.has("idle/gemini-cli.BeforeTool")).toBe(true);
    expect(stage.read(".gemini/settings.json")).not.toContain("PreCompress");
    await stage.importAs();
    expect(stage.has("idle/gemini-cli.BeforeTool")).toBe(false);
    // Claude, and every agent that reads its file, run the hooks themselves.
    expect(stage.has("idle/claude-code.PreToolUse")).toBe(true);
    expect(stage.read(".gemini/settings.json")).toContain("PreCompress");
  });
});
