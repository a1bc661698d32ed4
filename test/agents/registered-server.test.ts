/** The call of our launcher in server files (MC-11): it runs the program with its words, or ends with an error. */

import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { launcherCall, type LauncherOrder } from "../../src/agents/servers.ts";
import { isFormerLauncher, isLauncherOf, servedBy } from "../../src/files/plan-servers.ts";
import { formerText } from "../setup/entries/former-text.ts";

const USER: LauncherOrder = { scope: "user", os: "linux" };

let root = "";
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), "symposium-launcher-"))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

function place(folder: string): void {
  mkdirSync(join(folder, "bin"), { recursive: true });
  writeFileSync(join(folder, "bin/symposium-hook"), '#!/bin/sh\nprintf "%s|" "$@"\ncat\n');
  chmodSync(join(folder, "bin/symposium-hook"), 0o755);
}

describe.each(["sh", "bash", "dash"])("MC-11 under %s", (shell) => {
  const run = (words: readonly string[], order: LauncherOrder, env: Readonly<Record<string, string>>) => {
    const { args } = launcherCall(words, order);
    const { status, stdout, stderr } = spawnSync(shell, args, {
      env: { PATH: "/usr/bin:/bin", ...env },
      cwd: root,
      input: "{}",
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  };

  test("the program gets its words as they are, and stdin", () => {
    place(join(root, "home/.symposium"));
    const words = ['tools/it\'s "$HOME" `id` * ;&'];
    expect(run(words, USER, { HOME: join(root, "home") })).toEqual({ status: 0, stdout: `serve|${words[0]}|{}`, stderr: "" });
  });

  test("where the program is missing, or there is no home, it says so", () => {
    const missing = { status: 1, stdout: "", stderr: "symposium-hook is not installed\n" };
    expect(run(["a/b"], USER, { HOME: join(root, "home") })).toEqual(missing);
    place(join(root, "relative/.symposium"));
    expect(run(["a/b"], USER, { HOME: "relative" })).toEqual(missing);
    place(join(root, "~/.symposium"));
    expect(run(["a/b"], USER, { HOME: "" })).toEqual(missing);
  });

  test("a moved directory is named in the user's files, never in a project's", () => {
    const moved = join(root, 'it\'s "$HOME" here');
    place(moved);
    expect(run(["a/b"], { ...USER, place: moved }, { HOME: "/nowhere" })).toMatchObject({ status: 0, stdout: "serve|a/b|{}" });
    expect(launcherCall(["a/b"], { scope: "project", os: "windows", place: moved })).toEqual(
      launcherCall(["a/b"], { ...USER, scope: "project" }),
    );
  });
});

test("MC-11 Gemini finds no variable to expand, and no file names a path of this machine", () => {
  const [, text = ""] = launcherCall(["a/b"], USER).args;
  expect(text.match(/\$(?:[A-Za-z_]\w*|\{)/g)).toBeNull();
  expect(text).not.toContain(root);
});

test("MC-11 on Windows the user's file calls cmd", () => {
  const { command, args } = launcherCall(["tools/files"], { scope: "user", os: "windows" });
  expect(command).toBe(String.raw`C:\Windows\System32\cmd.exe`);
  expect(args.at(-1)).toContain("%USERPROFILE%\\.symposium\\bin\\symposium-hook.exe serve tools/files");
  expect(() => launcherCall(["tools/a&b"], { scope: "user", os: "windows" })).toThrow("special character");
});

test.each([
  ["posix", USER],
  ["moved", { ...USER, place: "/srv/my tools" }],
  ["windows", { scope: "user", os: "windows" }],
  ["windows, moved", { scope: "user", os: "windows", place: "D:\\tools" }],
] as const)("RG-24 it is known by its form: %s", (_, order) => {
  const { command, args } = launcherCall(["tools/files"], order);
  expect(servedBy({ command, args })).toBe("tools/files");
  expect(servedBy({ type: "local", command: [command, ...args] })).toBe("tools/files");
  const former = args.map(formerText);
  expect(former).not.toEqual(args);
  expect([servedBy({ command, args: former }), isFormerLauncher({ command, args: former })]).toEqual(["tools/files", true]);
  expect([isFormerLauncher({ command, args }), isLauncherOf({ command, args: former }, { command, args })]).toEqual([false, true]);
  expect(isLauncherOf({ command, args }, { ...launcherCall(["tools/other"], order) })).toBe(false);
  expect(servedBy({ command: "npx", args: ["symposium-hook", "serve", "x"] })).toBeUndefined();
});
