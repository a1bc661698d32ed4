/** A command run with `sudo`: Symposium's directory still belongs to its user, and guards still deny. */

import { spawnSync } from "node:child_process";
import { chownSync, existsSync, lstatSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { program } from "../foundation/programs.ts";
import { type RegisteredHome, registeredHome } from "../setup/registered-home.ts";
import { expectDenied, FORMS, GUARD_REASON, guardedHome, SOME } from "./guarded-home.ts";
import { removeBusy } from "../support/remove-busy.ts";
import { fewer, sampled } from "../support/thoroughness.ts";

const USER = 1234;
const IS_ROOT = process.getuid?.() === 0;

const WRITING = [
  ["init", "--add-agent", "claude"],
  ["init", "--add-agent", "claude", "--hook-scope", "project"],
  ["sync"],
  ["sync", "--user"],
  ["sync", "--wait"],
  ["use", "guard"],
  ["use", "guard", "--global"],
  ["plugin", "sync"],
  ["self-update"],
  ["uninstall"],
  ["uninstall", "--purge"],
];
const READING = [
  ["status"],
  ["plugin", "list"],
  ["search", "x"],
  ["agents"],
  ["init", "--add-agent", "claude", "--dry-run"],
  ["uninstall", "--dry-run"],
];

/** As root, with the HOME of the user, as `sudo` leaves it on many systems. */
function bySudo(home: RegisteredHome, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program("symposium"), ...args], {
    cwd: home.project,
    env: { ...home.env, ...env },
    encoding: "utf8",
    timeout: 60_000,
  });
  return { exitCode: status ?? -1, stdout, stderr };
}

/** Everything below a folder, with its owner. */
function owners(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .toSorted()
    .map((path) => `${path} ${lstatSync(join(folder, path)).uid}`);
}

describe.skipIf(!IS_ROOT)("RG-26 by sudo, with the user's HOME", () => {
  test.each(fewer(sampled(WRITING, ([command = ""]) => command)))(
    "refuses, says what to run and leaves everything: %s %s %s %s",
    async (...args) => {
      await using home = await registeredHome({}, USER);
      const before = owners(home.path);
      const { exitCode, stderr } = bySudo(home, args);
      expect(exitCode, stderr).toBe(1);
      expect(stderr).toContain(`${home.path} belongs to the user with number ${USER}`);
      expect(stderr).toContain("without sudo");
      expect(stderr).toContain("--allow-other-owner");
      expect(owners(home.path)).toEqual(before);
    },
  );

  test("refuses where a sync has nothing to do, and uninstall of what is there", async () => {
    await using home = await registeredHome({}, USER);
    expect(home.symposium("init", "--add-agent", "claude").exitCode).toBe(0);
    home.symposium("sync");
    home.symposium("sync");
    const before = owners(home.path);
    for (const args of [["sync"], ["uninstall", "--json"]]) expect(bySudo(home, args).exitCode, args.join(" ")).toBe(1);
    expect(owners(home.path)).toEqual(before);
  });

  test.each(
    fewer(
      sampled(READING, (args) => (args.includes("--dry-run") ? "dry run" : "reading")),
      2,
    ),
  )("reads, warns and leaves everything: %s %s %s %s", async (...args) => {
    await using home = await registeredHome({}, USER);
    expect(home.symposium("init", "--add-agent", "codex").exitCode).toBe(0);
    const before = owners(home.path);
    const { stderr } = bySudo(home, args);
    expect(stderr).toContain(`belongs to the user with number ${USER}`);
    expect(owners(home.path)).toEqual(before);
  });

  test("refuses where only SYMPOSIUM_HOME is the user's", async () => {
    await using home = await registeredHome({ roots: { file: "" } }, USER);
    const roots = join(home.path, "roots");
    chownSync(roots, 0, 0);
    expect(home.symposium("init", "--add-agent", "codex").exitCode).toBe(0);
    const before = owners(join(home.path, ".symposium"));
    const { exitCode, stderr } = bySudo(home, ["sync"], { HOME: roots, SYMPOSIUM_HOME: join(home.path, ".symposium") });
    expect(exitCode, stderr).toBe(1);
    expect(owners(join(home.path, ".symposium"))).toEqual(before);
  });

  test("does it where a flag asks for it", async () => {
    await using home = await registeredHome({}, USER);
    expect(bySudo(home, ["init", "--add-agent", "codex", "--allow-other-owner"])).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(home.path, ".codex/hooks.json"))).toBe(true);
    expect(bySudo(home, ["uninstall", "--purge", "--allow-other-owner"])).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(home.path, ".symposium"))).toBe(false);
  });
});

test.skipIf(!IS_ROOT)("RG-26 an ordinary user in the home of another: refuses, and does it where that is meant", async () => {
  await using home = await registeredHome({}, USER);
  chownSync(home.path, 0, 0);
  const { exitCode, stderr } = home.symposium("init", "--add-agent", "codex");
  expect(exitCode).toBe(1);
  expect(stderr).toContain("belongs to the user with number 0");
});

describe.skipIf(!IS_ROOT)("RG-26 what an earlier run by sudo left", () => {
  const left = [
    ["our directory", ".symposium"],
    ["the flags", ".symposium/idle"],
    ["the index of a workspace", ".symposium/index/no-workspace"],
    ["the config", ".symposium/config.toml"],
    ["an agent's file", ".codex/hooks.json"],
  ] as const;

  test.each(fewer(sampled(left, ([, path]) => (path === ".symposium" ? "all" : path.startsWith(".symposium") ? "ours" : "theirs"))))(
    "%s: status and the next command tell the line that repairs it, and it does",
    async (_name, path) => {
      await using home = await registeredHome({}, USER);
      expect(home.symposium("init", "--add-agent", "codex").exitCode).toBe(0);
      chownSync(join(home.path, path), 0, 0);
      const line = `sudo chown -R ${USER}:${USER} ${join(home.path, path)}`;
      const status = home.symposium("status");
      expect(`${status.stdout}${status.stderr}`).toContain(line);
      const next = home.symposium("sync", "--user");
      expect(next.exitCode, next.stdout).toBe(1);
      expect(next.stderr).toContain(line);
      expect(spawnSync("sh", ["-c", line.replace("sudo ", "")]).status).toBe(0);
      expect(home.symposium("sync", "--user").stderr).not.toContain("another user");
    },
  );

  test("a path with blanks and quotes is printed as a shell reads it", async () => {
    await using home = await registeredHome({ "it's mine": { file: "" } }, USER);
    const inner = join(home.path, "it's mine");
    const args = [program("symposium"), "init", "--add-agent", "codex"];
    const options = { cwd: home.project, env: { ...home.env, HOME: inner }, uid: USER, gid: USER, encoding: "utf8" } as const;
    expect(spawnSync(process.execPath, args, options).status).toBe(0);
    chownSync(join(inner, ".symposium"), 0, 0);
    const { stderr } = spawnSync(process.execPath, args, options);
    const [, line = ""] = /sudo (chown -R .*)/.exec(stderr) ?? [];
    expect(spawnSync("sh", ["-c", line]).status, stderr).toBe(0);
    expect(lstatSync(join(inner, ".symposium")).uid).toBe(USER);
  });
});

describe.skipIf(!IS_ROOT)("RG-26 an agent that was started by sudo", () => {
  test.each(fewer(FORMS, 2))("the guard denies, and nothing in the directory becomes root's (%s)", async (form) => {
    await using home = await guardedHome({ form, user: USER });
    for (const stale of [false, true]) {
      // Without an index the call has to make one, which it must not leave there.
      if (stale) await removeBusy(home.ours("index"));
      for (const agent of SOME) await expectDenied(agent, await home.call(agent, { by: 0 }), { reason: GUARD_REASON });
      expect(owners(home.ours()).filter((line) => line.endsWith(" 0"))).toEqual([]);
    }
  });

  test("a plugin that came since is run, and the user's own calls go on as before", async () => {
    await using home = await guardedHome({ user: USER, agents: ["claude-code"] });
    await expectDenied("claude-code", await home.call("claude-code", { by: 0 }));
    writeFileSync(home.ours("plugins/guard/guard.sh"), "cat >/dev/null; echo 'another reason' >&2; exit 2\n");
    await expectDenied("claude-code", await home.call("claude-code", { by: 0 }), { reason: "another reason" });
    await expectDenied("claude-code", await home.call("claude-code"), { reason: "another reason" });
    expect(owners(home.ours("trace")).filter((line) => line.endsWith(" 0"))).toEqual([]);
  });
});
