/** Scopes, several projects, and what is told to agents that read both. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import * as v from "valibot";
import { describe, expect, test } from "vitest";

import { LedgerSchema } from "../../../scripts/schema-of-ledger.ts";
import type { Scope } from "../../../src/agents/agent.ts";
import { OWN_HOOK_FILES } from "../../../src/agents/agents-by-name.ts";
import { HOOKS_ONLY, household, type Household } from "../../commands/command-line.ts";
import { expectLedger } from "./expect-ledger.ts";
import { documentIn, ourEntries } from "./our-entries.ts";
import { hookFileOf } from "./user-files.ts";
import { fewer } from "../../support/thoroughness.ts";

const NAMES = OWN_HOOK_FILES.map(({ name }) => name);
const ALL = NAMES.flatMap((name) => ["--add-agent", name]);

describe("changing the scope", () => {
  test("RG-14 from projects to the user and back: every workspace that the ledger knows is cleaned", async () => {
    await using house = await household({ home: HOOKS_ONLY });
    const other = anotherProject(house);
    const settings = '{\n  "theirs": true\n}\n';
    for (const project of [house.project, other]) put(project, ".claude/settings.json", settings);
    put(house.home, ".claude/settings.json", settings);

    await done(house, ["init", ...ALL, "--hook-scope", "project"]);
    await done(house, ["sync"], other);
    for (const project of [house.project, other]) expect(registeredIn(project, "project")).toEqual(NAMES);
    expect(registeredIn(house.home, "user")).toEqual([]);

    await done(house, ["init", "--hook-scope", "global"]);
    for (const project of [house.project, other]) expect(filesIn(project)).toEqual({ ".claude/settings.json": settings });
    expect(registeredIn(house.home, "user")).toEqual(NAMES);

    await done(house, ["init", "--hook-scope", "project"], other);
    expect(registeredIn(other, "project")).toEqual(NAMES);
    expect(filesIn(house.project)).toEqual({ ".claude/settings.json": settings });
    expect(filesIn(house.home)).toEqual({ ".claude/settings.json": settings });
  });

  test("RG-14 an agent that is removed goes from every workspace, the others stay", async () => {
    await using house = await household();
    const other = anotherProject(house);
    await done(house, ["init", "--add-agent", "claude", "--add-agent", "gemini", "--add-agent", "opencode", "--hook-scope", "project"]);
    await done(house, ["sync"], other);
    await done(house, ["init", "--remove-agent", "gemini", "--remove-agent", "opencode"]);
    for (const project of [house.project, other]) expect(Object.keys(filesIn(project))).toEqual([".mcp.json", ".claude/settings.json"]);
  });

  test("RG-14 init with no agents left leaves nothing but the config; --purge takes that too", async () => {
    await using house = await household();
    await done(house, ["init", ...ALL]);
    put(house.home, ".symposium/plugins/mine/SYMPOSIUM.toml", 'name = "mine"\n');
    await done(house, ["init", ...NAMES.flatMap((name) => ["--remove-agent", name])]);
    expect(filesIn(house.home, "")).toEqual({ ".symposium/config.toml": "", ".symposium/plugins/mine/SYMPOSIUM.toml": 'name = "mine"\n' });
    expect((await house.run(["uninstall"])).stdout).toContain("nothing to remove");
    await done(house, ["uninstall", "--purge"]);
    expect(readdirSync(house.home)).toEqual([]);
  });

  test("RG-11, RG-14 entries of a workspace that is gone stay in the ledger until they are cleaned", async () => {
    await using house = await household({ home: HOOKS_ONLY });
    const other = anotherProject(house);
    await done(house, ["init", "--add-agent", "claude", "--hook-scope", "project"]);
    await done(house, ["sync"], other);
    rmSync(other, { recursive: true });
    await done(house, ["sync"]);
    expect(ledgerOf(house).map(({ workspace }) => workspace)).toEqual([house.project, other]);
    await done(house, ["init", "--hook-scope", "global"]);
    expect(ledgerOf(house).map(({ scope }) => scope)).toEqual(["user"]);
    expect(existsSync(other)).toBe(false);
  });
});

describe("nothing runs twice", () => {
  test("RG-7 the flags of the user's registrations come after them and go before", async () => {
    await using house = await household();
    const flags = () => (existsSync(join(house.home, ".symposium/global")) ? readdirSync(join(house.home, ".symposium/global")) : []);
    await done(house, ["init", ...ALL, "--hook-scope", "project"]);
    expect(flags()).toEqual([]);
    await done(house, ["init", "--hook-scope", "global"]);
    expect(flags()).toEqual(NAMES.toSorted());
    await done(house, ["init", "--remove-agent", "claude"]);
    expect(flags()).toEqual(NAMES.filter((name) => name !== "claude-code").toSorted());
    await done(house, ["init", "--hook-scope", "project"]);
    expect(flags()).toEqual([]);
  });

  test("RG-7 a file that could not be written gets no flag", async () => {
    await using house = await household({ home: { ".claude/settings.json": "{" } });
    expect((await house.run(["init", "--add-agent", "claude", "--add-agent", "codex"])).exitCode).toBe(1);
    expect(readdirSync(join(house.home, ".symposium/global"))).toEqual(["codex"]);
  });

  test.each(fewer(OWN_HOOK_FILES.filter(({ registration }) => registration.content.kind === "entries")))(
    "RG-7 $name: the project's text looks for the flag, the user's does not",
    async ({ name, registration }) => {
      await using house = await household();
      const looks = (root: string, scope: Scope) =>
        readFileSync(join(root, hookFileOf(name, scope)), "utf8").includes(`[ -e \\"$1/global/${name}\\" ]`);
      await done(house, ["init", "--add-agent", name]);
      expect(looks(house.home, "user")).toBe(false);
      await done(house, ["init", "--hook-scope", "project"]);
      // The project's folder of goose takes the place of the user's by itself.
      expect(looks(house.project, "project")).toBe(registration.projectWins !== true);
    },
  );

  test("RG-7 Copilot CLI and VS Code share one file", async () => {
    await using house = await household({ home: HOOKS_ONLY });
    await done(house, ["init", "--add-agent", "copilot", "--add-agent", "vscode-copilot", "--hook-scope", "project"]);
    expect(Object.keys(filesIn(house.project))).toEqual([".github/hooks/symposium.json"]);
    expect(ledgerOf(house).map(({ agents }) => agents)).toEqual([["copilot-cli", "vscode-copilot"]]);
    await done(house, ["init", "--remove-agent", "copilot"]);
    expect(registeredIn(house.project, "project")).toEqual(["copilot-cli"]);
    await done(house, ["init", "--remove-agent", "vscode-copilot"]);
    expect(filesIn(house.project)).toEqual({});
  });
});

test("RG-11 the ledger says which file, for whom, where, what exactly, and what was made for it", async () => {
  await using house = await household();
  const now = Date.UTC(2026, 10, 15, 12);
  await done(house, ["init", "--add-agent", "goose", "--hook-scope", "project"], house.project, now);
  const file = join(house.project, hookFileOf("goose", "project"));
  const text = readFileSync(file, "utf8");
  const record = expectLedger(readFileSync(join(house.home, ".symposium/ledger.json"), "utf8"), { file, scope: "project", text });
  expect(record).toMatchObject({
    agents: ["goose"],
    workspace: house.project,
    content: "entries",
    createdFile: true,
    createdFolders: [".agents", ".agents/plugins", ".agents/plugins/symposium", ".agents/plugins/symposium/hooks"].map((path) =>
      join(house.project, path),
    ),
    date: "2026-11-15T12:00:00.000Z",
  });
  const items = record.insertions.filter(({ kind }) => kind === "item");
  expect(items.map(({ path, text: bytes }) => [path.at(-1), JSON.parse(bytes ?? "")])).toEqual(
    Object.entries(documentIn(text).hooks ?? {}).map(([event, [entry]]) => [event, entry]),
  );
});

async function done(house: Household, args: readonly string[], cwd = house.project, now?: number): Promise<void> {
  const { exitCode, stdout, stderr } = await house.run(args, { cwd, ...(now === undefined ? {} : { now: () => now }) });
  expect(exitCode, stdout + stderr).toBe(0);
}

function anotherProject(house: Household): string {
  const folder = `${house.project}-two`;
  mkdirSync(join(folder, ".git"), { recursive: true });
  return folder;
}

function put(root: string, path: string, text: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
}

function registeredIn(root: string, scope: Scope): string[] {
  return NAMES.filter((name) => {
    const file = join(root, hookFileOf(name, scope));
    if (!existsSync(file)) return false;
    const text = readFileSync(file, "utf8");
    return file.endsWith(".js") ? text.includes("symposium") : ourEntries(name, text).every(({ count }) => count === 1);
  });
}

/** Path → text of everything but what is in our own directory; folders that are empty count as files without a name. */
function filesIn(root: string, own = ".symposium"): Record<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() || readdirSync(join(entry.parentPath, entry.name)).length === 0)
    .map((entry) => join(entry.parentPath, entry.name, entry.isFile() ? "" : "/").slice(root.length + 1));
  const theirs = paths.filter((path) => path !== ".git/" && (own === "" || !path.startsWith(own)));
  return Object.fromEntries(theirs.map((path) => [path, path.endsWith("/") ? "" : readFileSync(join(root, path), "utf8")]));
}

function ledgerOf(house: Household) {
  return v.parse(LedgerSchema, JSON.parse(readFileSync(join(house.home, ".symposium/ledger.json"), "utf8"))).files;
}
