/** Leaving takes everything of ours along, whatever became of our records, and nothing of anybody else's. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { OWN_HOOK_FILES } from "../../src/agents/registrable.ts";
import { createWorld, type FaultWorld } from "../sync/faults/fault-world.ts";
import { treeOf, without } from "../sync/faults/tree.ts";
import { inTurns } from "../support/thoroughness.ts";

const AGENTS = OWN_HOOK_FILES.map(({ facts }) => facts.name);
const ALL = AGENTS.flatMap((agent) => ["--add-agent", agent]);
const ENTRIES = OWN_HOOK_FILES.filter(({ registration }) => registration.content.kind === "entries");

const WITH_FILES = ENTRIES.map(({ facts, registration }) => [facts.name, registration.file.user] as const);

const OURS: Readonly<Record<string, string>> = { "without the ledger": ".symposium/ledger.json", "without our directory": ".symposium" };

async function lose(world: FaultWorld, what: string): Promise<void> {
  rmSync(join(world.home, what), { recursive: true });
  expect(existsSync(join(world.home, what))).toBe(false);
}

describe.each(Object.entries(OURS))("RG-24 %s", (name, lost) => {
  test.each(inTurns(AGENTS, name, Object.keys(OURS)))("%s: a home that had nothing is as it was", async (agent) => {
    await using world = await createWorld();
    const original = treeOf(world.home);
    expect((await world.run(["init", "--add-agent", agent])).exitCode).toBe(0);
    await lose(world, lost);
    expect(await world.run(["uninstall", "--purge"])).toMatchObject({ exitCode: 0, stderr: "" });
    expect(treeOf(world.home)).toEqual(original);
  });

  test.each(inTurns(WITH_FILES, name, Object.keys(OURS)))("%s: the user's own bytes stay, in %s", async (agent, path) => {
    const text = '{\n  // mine\n  "theirs": { "hooks": [] },\n  "hooks": {\n    "Mine": [{ "command": "true" }]\n  }\n}\n';
    await using world = await createWorld({ [path]: text });
    expect((await world.run(["init", "--add-agent", agent])).exitCode).toBe(0);
    expect(readFileSync(join(world.home, path), "utf8")).toContain("symposium-hook");
    await lose(world, lost);
    await world.run(["uninstall"]);
    const frame = Object.keys(ownFrame(agent)).map((key) => `"${key}"`);
    const left = readFileSync(join(world.home, path), "utf8");
    if (frame.length === 0) expect(left).toBe(text);
    else expect(left).toContain('// mine\n  "theirs": { "hooks": [] }');
    expect(left).not.toContain("symposium-hook");
  });

  test("all agents, as a project's, in a project that git does not track", async () => {
    await using world = await createWorld();
    const original = treeOf(world.home);
    expect((await world.run(["init", "--hook-scope", "project", ...ALL], { cwd: world.project })).exitCode).toBe(0);
    expect(existsSync(join(world.project, ".kiro/agents/symposium.json"))).toBe(true);
    await lose(world, lost);
    expect(await world.run(["uninstall", "--purge"], { cwd: world.project })).toMatchObject({ exitCode: 0 });
    expect(treeOf(world.home)).toEqual(original);
  });

  test("a dry run tells all of it, and changes nothing", async () => {
    await using world = await createWorld();
    await world.run(["init", ...ALL]);
    await lose(world, lost);
    const before = treeOf(world.home);
    const { stdout, exitCode } = await world.run(["uninstall", "--dry-run", "--json"]);
    const { answer } = JSON.parse(stdout) as { readonly answer: { readonly files: readonly { readonly action: string }[] } };
    expect([exitCode, answer.files.filter(({ action }) => action === "delete").length]).toEqual([0, AGENTS.length]);
    expect(treeOf(world.home)).toEqual(before);
  });

  test.each(["CODEX_HOME", "CLAUDE_CONFIG_DIR"])("a home that %s moved, and the one that it was moved from", async (variable) => {
    await using world = await createWorld();
    const original = treeOf(world.home);
    const env = { [variable]: world.at("moved") };
    for (const options of [{}, { env }]) await world.run(["init", "--add-agent", "codex", "--add-agent", "claude"], options);
    await lose(world, lost);
    expect(await world.run(["uninstall", "--purge"], { env })).toMatchObject({ exitCode: 0 });
    expect(without(treeOf(world.home))).toEqual(original);
    for (const file of ["hooks.json", "settings.json"]) expect(existsSync(world.at("moved", file))).toBe(false);
  });
});

test("RG-24 our directory in another place, which is gone: entries name that place, and go", async () => {
  await using world = await createWorld();
  const original = treeOf(world.home);
  const place = world.at(`odd "quoted" $HOME's place`);
  expect((await world.run(["init", ...ALL], { env: { SYMPOSIUM_HOME: place } })).exitCode).toBe(0);
  expect(readFileSync(join(world.home, ".codex/hooks.json"), "utf8")).toContain("odd ");
  rmSync(place, { recursive: true });
  expect(await world.run(["uninstall"])).toMatchObject({ exitCode: 0 });
  expect(treeOf(world.home)).toEqual(original);
});

describe("RG-24 entries by their form", () => {
  test("what is not ours to the last sign stays, is listed, and makes the exit code 1", async () => {
    await using world = await createWorld();
    await world.run(["init", "--add-agent", "codex"]);
    const file = join(world.home, ".codex/hooks.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"timeout": 60', '"timeout": 61'));
    await lose(world, ".symposium");
    const { exitCode, stdout, stderr } = await world.run(["uninstall"]);
    expect(exitCode).toBe(1);
    expect(`${stdout}${stderr}`).toContain("is not as we write it");
    expect(Object.keys((JSON.parse(readFileSync(file, "utf8")) as { hooks: object }).hooks)).toHaveLength(1);
  });

  test("a plugin file that somebody changed stays, is listed, and makes the exit code 1", async () => {
    await using world = await createWorld();
    await world.run(["init", "--add-agent", "opencode"]);
    const file = join(world.home, ".config/opencode/plugins/symposium.js");
    writeFileSync(file, readFileSync(file, "utf8").replace("const SECONDS = 60", "const SECONDS = 61"));
    await lose(world, ".symposium");
    expect((await world.run(["uninstall"])).exitCode).toBe(1);
    expect(existsSync(file)).toBe(true);
  });

  test("a hook that the user put into our group stays, and so does the trust in their group behind ours on Codex", async () => {
    await using world = await createWorld();
    await world.run(["init", "--add-agent", "codex", "--add-agent", "claude"]);
    const [claude, codex] = [".claude/settings.json", ".codex/hooks.json"].map((path) => join(world.home, path)) as [string, string];
    type Hooks = { hooks: Record<string, { hooks: unknown[] }[]> };
    const edit = (file: string, change: (value: Hooks) => void) => {
      const value = JSON.parse(readFileSync(file, "utf8")) as Hooks;
      change(value);
      writeFileSync(file, JSON.stringify(value));
    };
    const mine = { type: "command", command: "mine" };
    edit(claude, ({ hooks }) => hooks["Stop"]?.[0]?.hooks.push(mine));
    edit(codex, ({ hooks }) => hooks["Stop"]?.push({ hooks: [mine] }));
    await lose(world, ".symposium");
    expect((await world.run(["uninstall"])).exitCode).toBe(0);
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
    await using world = await createWorld();
    rmSync(join(world.project, ".git"), { recursive: true });
    git(world.project, "init", "-q");
    await world.run(["init", "--hook-scope", "project", ...ALL], { cwd: world.project });
    git(world.project, "add", "-f", ".claude", ".opencode");
    const tracked = without(treeOf(world.project), /^\.git\//, /^\.(?!claude|opencode)/);
    await lose(world, ".symposium");
    const { exitCode, stdout } = await world.run(["uninstall"], { cwd: world.project });
    expect(exitCode, stdout).toBe(0);
    expect(stdout).toContain("git tracks this file");
    expect(without(treeOf(world.project), /^\.git\//)).toEqual(tracked);
  });

  test("that is a hostile repository: asking git runs nothing that it names", async () => {
    await using world = await createWorld();
    rmSync(join(world.project, ".git"), { recursive: true });
    git(world.project, "init", "-q");
    await world.run(["init", "--hook-scope", "project", "--add-agent", "claude"], { cwd: world.project });
    const evil = world.at("evil.sh");
    writeFileSync(evil, `#!/bin/sh\ntouch ${world.at("ran")}\n`, { mode: 0o755 });
    for (const key of ["core.fsmonitor", "core.pager", "core.sshCommand", "alias.ls-files"]) git(world.project, "config", key, evil);
    await lose(world, ".symposium");
    expect((await world.run(["uninstall"], { cwd: world.project })).exitCode).toBe(0);
    expect(existsSync(join(world.project, ".claude"))).toBe(false);
    expect(existsSync(world.at("ran"))).toBe(false);
  });

  test.each(["uninstall", "sync"])("that was moved is found when %s runs in it", async (command) => {
    await using world = await createWorld();
    const [from, to] = [world.at("from"), world.at("to")];
    mkdirSync(join(from, ".git"), { recursive: true });
    await world.run(["init", "--hook-scope", "project", ...ALL], { cwd: from });
    renameSync(from, to);
    expect((await world.run([command], { cwd: to })).exitCode).toBe(0);
    if (command === "sync") {
      expect(readFileSync(join(world.home, ".symposium/ledger.json"), "utf8")).not.toContain(join(from, ""));
      expect((await world.run(["uninstall"], { cwd: world.home })).exitCode).toBe(0);
    }
    expect(without(treeOf(to), /^\.git/)).toEqual({});
    expect(existsSync(join(world.home, ".symposium/ledger.json"))).toBe(false);
  });

  test("that only the index names is found from anywhere, without the ledger", async () => {
    await using world = await createWorld();
    await world.run(["init", "--hook-scope", "project", ...ALL], { cwd: world.project });
    await world.run(["sync"], { cwd: world.project });
    await lose(world, ".symposium/ledger.json");
    expect((await world.run(["uninstall"], { cwd: world.home })).exitCode).toBe(0);
    expect(without(treeOf(world.project), /^\.git/)).toEqual({});
  });
});

test("RG-24 no shell of a file of ours stays where the ledger was lost and made anew in between", async () => {
  await using world = await createWorld();
  const original = treeOf(world.home);
  await world.run(["init", ...ALL]);
  await lose(world, ".symposium/ledger.json");
  expect((await world.run(["init", ...ALL])).stdout).toContain("nothing to change");
  expect((await world.run(["uninstall", "--purge"])).exitCode).toBe(0);
  expect(treeOf(world.home)).toEqual(original);
});

test("RG-24 no shell of Kiro's agent stays where the user took our entries out by hand", async () => {
  await using world = await createWorld();
  await world.run(["init", "--add-agent", "kiro"]);
  const file = join(world.home, ".kiro/agents/symposium.json");
  const { hooks: _, ...frame } = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify(frame));
  expect((await world.run(["uninstall"])).exitCode).toBe(0);
  expect(existsSync(join(world.home, ".kiro"))).toBe(false);
});

test("RG-24 consents are kept, and go with --purge", async () => {
  await using world = await createWorld();
  const file = join(world.home, ".symposium/consent.json");
  await world.run(["init", "--add-agent", "codex"]);
  writeFileSync(file, "{}\n");
  await world.run(["uninstall"]);
  expect(existsSync(file)).toBe(true);
  await world.run(["uninstall", "--purge"]);
  expect(existsSync(dirname(file))).toBe(false);
});

function ownFrame(agent: string) {
  const content = OWN_HOOK_FILES.find(({ facts }) => facts.name === agent)?.registration.content;
  return content?.kind === "entries" ? (content.frame ?? {}) : {};
}
