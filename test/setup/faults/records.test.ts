import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { createSandbox } from "./sandbox.ts";
import { treeOf } from "./tree.ts";

const NEWER = '{"format":"symposium-ledger","version":9,"files":[]}';
const DAMAGED = ["", "{", "[]", '{"format":"symposium-ledger","version":1,"files":[{}]}'];

test.each([...DAMAGED, NEWER])("RG-11 invalid records stop every command that needs them, and stay: %j", async (text) => {
  await using sandbox = await createSandbox();
  const file = join(sandbox.home, ".symposium/ledger.json");
  mkdirSync(join(sandbox.home, ".symposium"));
  writeFileSync(file, text);
  for (const args of [["init", "--add-agent", "claude"], ["status"], ...(text === NEWER ? [["uninstall"]] : [])]) {
    const { exitCode, stderr } = await sandbox.run(args);
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining(`error: ${file} `) });
    expect(stderr).toContain("restore it, or move it away");
  }
  expect(readFileSync(file, "utf8")).toBe(text);
  expect(treeOf(sandbox.home)).not.toHaveProperty([".claude/settings.json"]);
});

test.each(DAMAGED)("RG-24 uninstall does without records that are damaged, and says so: %j", async (text) => {
  await using sandbox = await createSandbox();
  const original = treeOf(sandbox.home);
  expect((await sandbox.run(["init", "--add-agent", "claude"])).exitCode).toBe(0);
  writeFileSync(join(sandbox.home, ".symposium/ledger.json"), text);
  const { exitCode, stderr } = await sandbox.run(["uninstall", "--purge"]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringContaining("knows its entries by their text alone") });
  expect(treeOf(sandbox.home)).toEqual(original);
});

test.each(["a pipe", "a folder"])("RG-24 %s in the place of the records is not waited for, and goes with uninstall", async (what) => {
  await using sandbox = await createSandbox();
  const original = treeOf(sandbox.home);
  const file = join(sandbox.home, ".symposium/ledger.json");
  expect((await sandbox.run(["init", "--add-agent", "claude"])).exitCode).toBe(0);
  rmSync(file);
  if (what === "a pipe") expect(spawnSync("mkfifo", [file]).status).toBe(0);
  else mkdirSync(file);
  expect((await sandbox.run(["status"])).exitCode).toBe(1);
  expect((await sandbox.run(["uninstall", "--purge"])).exitCode).toBe(0);
  expect(treeOf(sandbox.home)).toEqual(original);
});

test("RG-11 an agent that only a newer version knows: status shows it, and uninstall takes its entries out", async () => {
  await using sandbox = await createSandbox();
  const original = treeOf(sandbox.home);
  await sandbox.run(["init", "--add-agent", "codex"]);
  const file = join(sandbox.home, ".symposium/ledger.json");
  writeFileSync(file, readFileSync(file, "utf8").replace('"agents": [\n        "codex"', '"agents": [\n        "newcomer"'));
  expect((await sandbox.run(["status"])).stdout).toMatch(/^ {2}newcomer +ready +~\/\.codex\/hooks\.json/m);
  expect(await sandbox.run(["uninstall", "--purge"])).toMatchObject({ exitCode: 0, stderr: "" });
  expect(treeOf(sandbox.home)).toEqual(original);
});
