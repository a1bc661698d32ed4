import { rmSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { registeredHome } from "../sync/registered-home.ts";

test("uninstall names agents as people know them, and not the lock that it holds", async () => {
  await using home = await registeredHome();
  home.symposium("init", "--add-agent", "claude", "--add-agent", "vscode-copilot");
  const { stdout } = home.symposium("uninstall");
  expect(stdout).toContain("~/.claude/settings.json  no longer called by Claude Code\n");
  expect(stdout).toContain("no longer called by Copilot CLI, VS Code\n");
  expect(stdout).not.toContain("locks");
});

test("uninstall on a machine without anything of ours says so", async () => {
  await using home = await registeredHome();
  expect(home.symposium("uninstall")).toEqual({ exitCode: 0, stdout: "nothing of ours is here\n", stderr: "" });
});

test("status names the agent of a file that is gone as people know it", async () => {
  await using home = await registeredHome();
  home.symposium("init", "--add-agent", "claude");
  rmSync(join(home.path, ".claude/settings.json"));
  expect(home.symposium("status").stdout).toMatch(/^Claude Code {2}~\/\.claude\/settings\.json {2}for you: the file is gone/);
});
