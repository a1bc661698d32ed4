import { existsSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { placesOf } from "../../../src/host/places.ts";
import { findIndex } from "../../../src/index/read-index.ts";
import { program } from "../../foundation/programs.ts";
import { type Answered, runProgram } from "../../support/home.ts";
import { cargoLock, cargoToml, syncSandbox, type SyncSandbox, TEMPORARY, tornCopies } from "./sync-sandbox.ts";
import { treeOf } from "./tree.ts";
import { manifestText, skillGroup, skillText } from "../../support/plugin.ts";

const HOOK = '[[hooks]]\nname = "h"\nevent = "UserPromptSubmit"\ncommand = { script = "say.sh" }\n';
const SOURCE = {
  "a/SYMPOSIUM.toml": `${manifestText("a", skillGroup(), 'crates = ["serde"]')}${HOOK}`,
  "a/say.sh": "echo context\n",
  "a/skills/one/SKILL.md": skillText("one", "", "0"),
  "b/SYMPOSIUM.toml": manifestText("b", skillGroup(), 'crates = ["tokio"]'),
  "b/skills/two/SKILL.md": skillText("two"),
  "b/skills/one/SKILL.md": skillText("one", "", "another"),
};

const EVENTS = ["SessionStart", "UserPromptSubmit", "PreToolUse", "SessionEnd"];
const FOLDERS = ["work", "work/crates/member", "work/src"];

test("PL-22 PL-23 two syncs and fifty hook calls at once, while the workspace and a skill change", { timeout: 120_000 }, async () => {
  await using sandbox = await syncSandbox(["serde"], SOURCE);
  expect((await sandbox.sync()).exitCode).toBe(0);
  const syncs: ReturnType<SyncSandbox["start"]>["ended"][] = [];
  const calls: Promise<Answered>[] = [];
  for (let at = 0; at < 50; at++) {
    if (at % 25 === 5) syncs.push(sandbox.start(["sync"], { cwd: sandbox.project }).ended);
    if (at % 10 === 2) change(sandbox, at);
    calls.push(callHook(sandbox, EVENTS[at % EVENTS.length] ?? "", FOLDERS[at % FOLDERS.length] ?? "", at));
    if (at % 8 === 7) await calls[at - 3];
  }
  for (const answered of await Promise.all(calls)) expectLegal(answered);
  for (const { exitCode, stderr } of await Promise.all(syncs)) expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(tornCopies(sandbox.home)).toEqual([]);
  expect(findIndex(placesOf({ env: {}, home: sandbox.home, os: "linux" }), sandbox.project)).toBeDefined();

  await quiet(sandbox);
  const last = await sandbox.start(["sync", "--wait"], { cwd: sandbox.project }).ended;
  expect(last).toMatchObject({ exitCode: 0, stderr: "" });
  const disturbed = skillsOf(sandbox);
  expect(Object.keys(disturbed).filter((path) => TEMPORARY.test(path))).toEqual([]);
  expect(Object.values(disturbed).some((text) => text.endsWith("42\n"))).toBe(true);
  for (const folder of ["work/.claude/skills", ".symposium/cache", ".symposium/index"]) sandbox.remove(folder);
  expect((await sandbox.start(["sync"], { cwd: sandbox.project }).ended).exitCode).toBe(0);
  expect(skillsOf(sandbox)).toEqual(disturbed);
  expect(locksOf(sandbox)).toEqual([]);
});

function change(sandbox: SyncSandbox, at: number): void {
  const dependencies = at % 20 === 2 ? ["serde", "tokio"] : ["serde"];
  // As Cargo and editors do it, so that no one reads half a file.
  const files = {
    "work/Cargo.lock": cargoLock(...dependencies),
    "work/Cargo.toml": cargoToml(...dependencies),
    ".symposium/src/a/skills/one/SKILL.md": skillText("one", "", `${at}`),
  };
  for (const [path, text] of Object.entries(files)) {
    sandbox.write(`${path}.new`, text);
    renameSync(join(sandbox.home, `${path}.new`), join(sandbox.home, path));
  }
}

function callHook({ home }: SyncSandbox, event: string, folder: string, at: number): Promise<Answered> {
  const payload = {
    hook_event_name: event,
    session_id: `s${at % 5}`,
    cwd: join(home, folder),
    prompt: "p",
    tool_name: "Bash",
    tool_input: {},
  };
  const env = { HOME: home, PATH: process.env["PATH"] ?? "" };
  return runProgram(program("native-hook"), ["claude-code", event], JSON.stringify(payload), env, home);
}

/** Nothing, or one JSON object. */
function expectLegal({ stdout, stderr, exitCode }: Answered): void {
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  if (stdout !== "") expect(JSON.parse(stdout)).toBeTypeOf("object");
}

/** What runs detached has ended when no one holds a lock for a while. */
async function quiet(sandbox: SyncSandbox): Promise<void> {
  for (let calm = 0, left = 400; calm < 20 && left > 0; left--) {
    calm = locksOf(sandbox).length === 0 ? calm + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function locksOf({ home }: SyncSandbox): readonly string[] {
  const locks = join(home, ".symposium/locks");
  return existsSync(locks) ? readdirSync(locks) : [];
}

/** What agents see. */
function skillsOf({ home }: SyncSandbox): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(treeOf(home)).filter(([path]) => path.startsWith("work/.claude/skills/") && !path.endsWith("/.symposium")),
  );
}
