/** Damaged or missing records: `uninstall` still removes everything that Symposium wrote, and nothing else. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { OWN_HOOK_FILES } from "../../src/agents/agents-by-name.ts";
import { createSandbox, type Sandbox } from "../setup/faults/sandbox.ts";
import { treeOf, without } from "../setup/faults/tree.ts";
import { fewer, inTurns, turnsOf } from "../support/thoroughness.ts";

const AGENTS = OWN_HOOK_FILES.map(({ name }) => name);
const ALL = AGENTS.flatMap((agent) => ["--add-agent", agent]);
const ENTRIES = OWN_HOOK_FILES.filter(({ registration }) => registration.content.kind === "entries");

const WITH_FILES = ENTRIES.map(({ name, registration }) => [name, registration.file.user] as const);

const OURS: Readonly<Record<string, string>> = { "without the ledger": ".symposium/ledger.json", "without our directory": ".symposium" };

async function lose(sandbox: Sandbox, what: string): Promise<void> {
  rmSync(join(sandbox.home, what), { recursive: true });
  expect(existsSync(join(sandbox.home, what))).toBe(false);
}

describe.each(Object.entries(OURS))("RG-24 %s", (name, lost) => {
  const isTurn = turnsOf(name, Object.keys(OURS));
  test.each(fewer(inTurns(AGENTS, name, Object.keys(OURS))))("%s: a home that had nothing is as it was", async (agent) => {
    await using sandbox = await createSandbox();
    const original = treeOf(sandbox.home);
    expect((await sandbox.run(["init", "--add-agent", agent])).exitCode).toBe(0);
    await lose(sandbox, lost);
    expect(await sandbox.run(["uninstall", "--purge"])).toMatchObject({ exitCode: 0, stderr: "" });
    expect(treeOf(sandbox.home)).toEqual(original);
  });

  test.each(fewer(inTurns(WITH_FILES, name, Object.keys(OURS))))("%s: the user's own bytes stay, in %s", async (agent, path) => {
    const text = '{\n  // mine\n  "theirs": { "hooks": [] },\n  "hooks": {\n    "Mine": [{ "command": "true" }]\n  }\n}\n';
    await using sandbox = await createSandbox({ [path]: text });
    expect((await sandbox.run(["init", "--add-agent", agent])).exitCode).toBe(0);
    expect(readFileSync(join(sandbox.home, path), "utf8")).toContain("symposium-hook");
    await lose(sandbox, lost);
    await sandbox.run(["uninstall"]);
    const frame = Object.keys(ownFrame(agent)).map((key) => `"${key}"`);
    const left = readFileSync(join(sandbox.home, path), "utf8");
    if (frame.length === 0) expect(left).toBe(text);
    else expect(left).toContain('// mine\n  "theirs": { "hooks": [] }');
    expect(left).not.toContain("symposium-hook");
  });

  test.runIf(isTurn())("all agents, as a project's, in a project that git does not track", async () => {
    await using sandbox = await createSandbox();
    const original = treeOf(sandbox.home);
    expect((await sandbox.run(["init", "--hook-scope", "project", ...ALL], { cwd: sandbox.project })).exitCode).toBe(0);
    expect(existsSync(join(sandbox.project, ".kiro/agents/symposium.json"))).toBe(true);
    await lose(sandbox, lost);
    expect(await sandbox.run(["uninstall", "--purge"], { cwd: sandbox.project })).toMatchObject({ exitCode: 0 });
    expect(treeOf(sandbox.home)).toEqual(original);
  });

  test.runIf(isTurn())("a dry run tells all of it, and changes nothing", async () => {
    await using sandbox = await createSandbox();
    await sandbox.run(["init", ...ALL]);
    const { files } = JSON.parse(readFileSync(join(sandbox.home, ".symposium/ledger.json"), "utf8")) as {
      readonly files: readonly unknown[];
    };
    await lose(sandbox, lost);
    const before = treeOf(sandbox.home);
    const { stdout, exitCode } = await sandbox.run(["uninstall", "--dry-run", "--json"]);
    const { answer } = JSON.parse(stdout) as { readonly answer: { readonly files: readonly { readonly action: string }[] } };
    expect([exitCode, answer.files.filter(({ action }) => action === "delete").length]).toEqual([0, files.length]);
    expect(files.length).toBeGreaterThan(AGENTS.length);
    expect(treeOf(sandbox.home)).toEqual(before);
  });

  test.each(inTurns(["CODEX_HOME", "CLAUDE_CONFIG_DIR"], name, Object.keys(OURS)))(
    "a home that %s moved, and the one that it was moved from",
    async (variable) => {
      await using sandbox = await createSandbox();
      const original = treeOf(sandbox.home);
      const env = { [variable]: sandbox.at("moved") };
      for (const options of [{}, { env }]) await sandbox.run(["init", "--add-agent", "codex", "--add-agent", "claude"], options);
      await lose(sandbox, lost);
      expect(await sandbox.run(["uninstall", "--purge"], { env })).toMatchObject({ exitCode: 0 });
      expect(without(treeOf(sandbox.home))).toEqual(original);
      for (const file of ["hooks.json", "settings.json"]) expect(existsSync(sandbox.at("moved", file))).toBe(false);
    },
  );
});

test("RG-24 our directory in another place, which is gone: entries name that place, and go", async () => {
  await using sandbox = await createSandbox();
  const original = treeOf(sandbox.home);
  const place = sandbox.at(`odd "quoted" $HOME's place`);
  expect((await sandbox.run(["init", ...ALL], { env: { SYMPOSIUM_HOME: place } })).exitCode).toBe(0);
  expect(readFileSync(join(sandbox.home, ".codex/hooks.json"), "utf8")).toContain("odd ");
  rmSync(place, { recursive: true });
  expect(await sandbox.run(["uninstall"])).toMatchObject({ exitCode: 0 });
  expect(treeOf(sandbox.home)).toEqual(original);
});

describe("RG-24 entries by their form", () => {
  test("what is not ours to the last sign stays, is listed, and makes the exit code 1", async () => {
    await using sandbox = await createSandbox();
    await sandbox.run(["init", "--add-agent", "codex"]);
    const file = join(sandbox.home, ".codex/hooks.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"timeout": 60', '"timeout": 61'));
    await lose(sandbox, ".symposium");
    const { exitCode, stdout, stderr } = await sandbox.run(["uninstall"]);
    expect(exitCode).toBe(1);
    expect(`${stdout}${stderr}`).toContain("was changed by hand");
    expect(Object.keys((JSON.parse(readFileSync(file, "utf8")) as { hooks: object }).hooks)).toHaveLength(1);
  });

  test("a plugin file that someone changed stays, is listed, and makes the exit code 1", async () => {
    await using sandbox = await createSandbox();
    await sandbox.run(["init", "--add-agent", "opencode"]);
    const file = join(sandbox.home, ".config/opencode/plugins/symposium.js");
    writeFileSync(file, readFileSync(file, "utf8").replace("const SECONDS = 60", "const SECONDS = 61"));
    await lose(sandbox, ".symposium");
    expect((await sandbox.run(["uninstall"])).exitCode).toBe(1);
    expect(existsSync(file)).toBe(true);
  });

  test("a hook that the user put into our group stays, and so does the trust in their group behind ours on Codex", async () => {
    await using sandbox = await createSandbox();
    await sandbox.run(["init", "--add-agent", "codex", "--add-agent", "claude"]);
    const [claude, codex] = [".claude/settings.json", ".codex/hooks.json"].map((path) => join(sandbox.home, path)) as [string, string];
    type Hooks = { hooks: Record<string, { hooks: unknown[] }[]> };
    const edit = (file: string, change: (value: Hooks) => void) => {
      const value = JSON.parse(readFileSync(file, "utf8")) as Hooks;
      change(value);
      writeFileSync(file, JSON.stringify(value));
    };
    const mine = { type: "command", command: "mine" };
    edit(claude, ({ hooks }) => hooks["Stop"]?.[0]?.hooks.push(mine));
    edit(codex, ({ hooks }) => hooks["Stop"]?.push({ hooks: [mine] }));
    await lose(sandbox, ".symposium");
    expect((await sandbox.run(["uninstall"])).exitCode).toBe(0);
    expect(JSON.parse(readFileSync(claude, "utf8"))).toEqual({ hooks: { Stop: [{ hooks: [mine] }] } });
    expect(JSON.parse(readFileSync(codex, "utf8"))).toEqual({ hooks: { Stop: [{ hooks: [] }, { hooks: [mine] }] } });
  });
});

describe("RG-24 a project", () => {
  const git = (cwd: string, ...args: string[]) =>
    expect(spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd, encoding: "utf8" }).stderr).not.toContain(
      "fatal",
    );

  test("whose file git tracks: entries that no record names are the team's, are listed, and stay; exit code 0", async () => {
    await using sandbox = await createSandbox();
    rmSync(join(sandbox.project, ".git"), { recursive: true });
    git(sandbox.project, "init", "-q");
    await sandbox.run(["init", "--hook-scope", "project", ...ALL], { cwd: sandbox.project });
    git(sandbox.project, "add", "-f", ".claude", ".opencode", "opencode.json");
    const tracked = without(treeOf(sandbox.project), /^\.git\//, /^\.(?!claude|opencode)/);
    await lose(sandbox, ".symposium");
    const { exitCode, stdout, stderr } = await sandbox.run(["uninstall"], { cwd: sandbox.project });
    expect(exitCode, stdout).toBe(0);
    expect(`${stdout}${stderr}`).toContain("git tracks this file");
    expect(without(treeOf(sandbox.project), /^\.git\//)).toEqual(tracked);
  });

  test("that is a hostile repository: asking git runs nothing that it names", async () => {
    await using sandbox = await createSandbox();
    rmSync(join(sandbox.project, ".git"), { recursive: true });
    git(sandbox.project, "init", "-q");
    await sandbox.run(["init", "--hook-scope", "project", "--add-agent", "claude"], { cwd: sandbox.project });
    const evil = sandbox.at("evil.sh");
    writeFileSync(evil, `#!/bin/sh\ntouch ${sandbox.at("ran")}\n`, { mode: 0o755 });
    for (const key of ["core.fsmonitor", "core.pager", "core.sshCommand", "alias.ls-files"]) git(sandbox.project, "config", key, evil);
    await lose(sandbox, ".symposium");
    expect((await sandbox.run(["uninstall"], { cwd: sandbox.project })).exitCode).toBe(0);
    expect(existsSync(join(sandbox.project, ".claude"))).toBe(false);
    expect(existsSync(sandbox.at("ran"))).toBe(false);
  });

  test.each(["uninstall", "sync"])("that was moved is found when %s runs in it", async (command) => {
    await using sandbox = await createSandbox();
    const [from, to] = [sandbox.at("from"), sandbox.at("to")];
    mkdirSync(join(from, ".git"), { recursive: true });
    await sandbox.run(["init", "--hook-scope", "project", ...ALL], { cwd: from });
    renameSync(from, to);
    expect((await sandbox.run([command], { cwd: to })).exitCode).toBe(0);
    if (command === "sync") {
      expect(readFileSync(join(sandbox.home, ".symposium/ledger.json"), "utf8")).not.toContain(join(from, ""));
      expect((await sandbox.run(["uninstall"], { cwd: sandbox.home })).exitCode).toBe(0);
    }
    expect(without(treeOf(to), /^\.git/)).toEqual({});
    expect(existsSync(join(sandbox.home, ".symposium/ledger.json"))).toBe(false);
  });

  test("that only the index names is found from anywhere, without the ledger", async () => {
    await using sandbox = await createSandbox();
    await sandbox.run(["init", "--hook-scope", "project", ...ALL], { cwd: sandbox.project });
    await sandbox.run(["sync"], { cwd: sandbox.project });
    await lose(sandbox, ".symposium/ledger.json");
    expect((await sandbox.run(["uninstall"], { cwd: sandbox.home })).exitCode).toBe(0);
    expect(without(treeOf(sandbox.project), /^\.git/)).toEqual({});
  });
});

test("RG-24 no empty frame of our file stays where the ledger was lost and made again in between", async () => {
  await using sandbox = await createSandbox();
  const original = treeOf(sandbox.home);
  await sandbox.run(["init", ...ALL]);
  await lose(sandbox, ".symposium/ledger.json");
  expect((await sandbox.run(["init", ...ALL])).stdout).toContain("nothing to change");
  expect((await sandbox.run(["uninstall", "--purge"])).exitCode).toBe(0);
  expect(treeOf(sandbox.home)).toEqual(original);
});

test("RG-24 no shell of Kiro's agent stays where the user took our entries out by hand", async () => {
  await using sandbox = await createSandbox();
  await sandbox.run(["init", "--add-agent", "kiro"]);
  const file = join(sandbox.home, ".kiro/agents/symposium.json");
  const { hooks: _, ...frame } = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify(frame));
  expect((await sandbox.run(["uninstall"])).exitCode).toBe(0);
  expect(existsSync(join(sandbox.home, ".kiro"))).toBe(false);
});

test("RG-24 consents are kept, and go with --purge", async () => {
  await using sandbox = await createSandbox();
  const file = join(sandbox.home, ".symposium/consent.json");
  await sandbox.run(["init", "--add-agent", "codex"]);
  writeFileSync(file, "{}\n");
  await sandbox.run(["uninstall"]);
  expect(existsSync(file)).toBe(true);
  await sandbox.run(["uninstall", "--purge"]);
  expect(existsSync(dirname(file))).toBe(false);
});

function ownFrame(agent: string) {
  const content = OWN_HOOK_FILES.find(({ name }) => name === agent)?.registration.content;
  return content?.kind === "entries" ? (content.frame ?? {}) : {};
}
