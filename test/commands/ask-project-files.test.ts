import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";

import { expect, test } from "vitest";

import { lockOf, pack } from "../support/cargo-workspace.ts";
import { createSandbox, type Sandbox } from "../setup/faults/sandbox.ts";

const [ENTER, DOWN] = ["\r", "\u001B[B"];
const QUESTION = "Write the MCP servers of this workspace (db) into files that git sees?";

async function sandbox(): Promise<Sandbox> {
  const made = await createSandbox({
    ".symposium/config.toml": '[[agent]]\nname = "codex"\n[defaults]\nsymposium-recommendations = false\n',
    ".symposium/plugins/tools/SYMPOSIUM.toml": 'name = "tools"\ncrates = ["widget"]\n[[mcp_servers]]\nname = "db"\ncommand = "b"\n',
    "work/Cargo.toml": pack("app", '[dependencies]\nwidget = "1.2.3"\n'),
    "work/Cargo.lock": lockOf(["app", "0.1.0", ["widget"]], ["widget", "1.2.3", "registry"]),
  });
  spawnSync("git", ["init", "--quiet", made.project], { env: { PATH: process.env["PATH"], HOME: made.home } });
  return made;
}

/** Runs `sync`, and presses keys when it asks. */
async function syncAnd(there: Sandbox, keys: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 120, rows: 50 });
  let [shown, isAsked] = ["", false];
  output.on("data", (bytes: Buffer) => {
    shown += stripVTControlCharacters(bytes.toString()).replaceAll(/\s+/g, " ");
    if (isAsked || !shown.includes(QUESTION.slice(0, 40))) return;
    isAsked = true;
    keys.forEach((key, at) => setTimeout(() => input.write(key), 15 * (at + 1)));
  });
  const { exitCode } = await there.run(["sync"], {
    terminal: { input, output },
    cwd: there.project,
    env: { PATH: process.env["PATH"] ?? "", ...env },
  });
  return { exitCode, isAsked, isWritten: existsSync(join(there.project, ".codex/config.toml")) };
}

test("MC-4 at a terminal sync asks once: later records nothing, no is not asked again", async () => {
  await using there = await sandbox();
  expect(await syncAnd(there, [ENTER])).toEqual({ exitCode: 0, isAsked: true, isWritten: false });
  expect(await syncAnd(there, [DOWN, DOWN, DOWN, ENTER])).toEqual({ exitCode: 0, isAsked: true, isWritten: false });
  expect(await syncAnd(there, [])).toEqual({ exitCode: 0, isAsked: false, isWritten: false });
});

test("MC-4 yes writes the servers and is recorded for this workspace", async () => {
  await using there = await sandbox();
  expect(await syncAnd(there, [DOWN, DOWN, ENTER])).toEqual({ exitCode: 0, isAsked: true, isWritten: true });
  const answers = readFileSync(join(there.home, ".symposium/project-files.json"), "utf8");
  expect(JSON.parse(answers)).toEqual({ [there.project]: true });
  expect(await syncAnd(there, [])).toEqual({ exitCode: 0, isAsked: false, isWritten: true });
});

test("MC-4 the same question offers to hide the files from git, and is not asked again", async () => {
  await using there = await sandbox();
  expect(await syncAnd(there, [DOWN, ENTER])).toEqual({ exitCode: 0, isAsked: true, isWritten: true });
  expect(readFileSync(join(there.project, ".git/info/exclude"), "utf8")).toContain("/.codex/config.toml");
  expect(await syncAnd(there, [])).toEqual({ exitCode: 0, isAsked: false, isWritten: true });
});

test("MC-4, PL-27 an agent with a terminal of its own is not asked", async () => {
  await using there = await sandbox();
  expect(await syncAnd(there, [DOWN, ENTER], { CLAUDECODE: "1" })).toEqual({ exitCode: 0, isAsked: false, isWritten: false });
});
