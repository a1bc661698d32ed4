/** Owner, mode, access lists and attributes of a user's file: they survive every edit, or Symposium does not edit the file. */

import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, linkSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { household, type Household } from "../commands/command-line.ts";
import { registeredHome } from "../setup/registered-home.ts";
import { fewer } from "../support/thoroughness.ts";

const IS_ROOT = process.getuid?.() === 0;
const HAS_ACL = worksHere("setfacl", ["-m", "u:1234:rw"]);
const HAS_XATTR = worksHere("setfattr", ["-n", "user.kept", "-v", "yes"]);

/** Agents whose file is the user's own, with something of theirs in it. */
const FILES: Readonly<Record<string, string>> = {
  "claude-code": ".claude/settings.json",
  codex: ".codex/hooks.json",
  "gemini-cli": ".gemini/settings.json",
  cursor: ".cursor/hooks.json",
  windsurf: ".codeium/windsurf/hooks.json",
  "qwen-code": ".qwen/settings.json",
};
const TEXT = '{ "theirs": 1 }\n';

describe.each(fewer(Object.entries(FILES)))("RG-25 %s: an edit and its undo keep", (agent, path) => {
  test("the mode, also one that the mask of the process would not give", async () => {
    await editsKeep(
      agent,
      path,
      (file) => chmodSync(file, 0o666),
      (file) => statSync(file).mode & 0o7777,
    );
  });

  test.skipIf(!IS_ROOT)("owner and group", async () => {
    await editsKeep(
      agent,
      path,
      (file) => chownSync(file, 1234, 4321),
      (file) => [statSync(file).uid, statSync(file).gid],
    );
  });

  test.skipIf(!HAS_ACL)("an ACL that names one more user", async () => {
    await editsKeep(agent, path, (file) => run("setfacl", ["-m", "u:1234:rw,g:4321:r", file]), aclOf);
  });

  test.skipIf(!HAS_ACL)("an ACL by which the group may not write, where the mask says that it may", async () => {
    const set = (file: string) => {
      chmodSync(file, 0o660);
      run("setfacl", ["-m", "u:1234:rw,g::r", file]);
    };
    await editsKeep(agent, path, set, aclOf);
  });

  test.skipIf(!HAS_ACL)("having no ACL, in a folder that gives one to new files", async () => {
    const set = (file: string) => run("setfacl", ["-d", "-m", "u:1234:rwx", dirname(file)]);
    await editsKeep(agent, path, set, aclOf);
  });

  test.skipIf(!HAS_XATTR)("extended attributes", async () => {
    await editsKeep(agent, path, (file) => run("setfattr", ["-n", "user.kept", "-v", "yes", file]), xattrsOf);
  });

  test("a file with two names, by leaving it alone, with what to paste", async () => {
    await using house = await household();
    const file = put(house, path);
    linkSync(file, `${file}.other-name`);
    const { exitCode, stderr } = await house.run(["init", "--add-agent", agent]);
    expect(stderr).toContain("has 2 hard links");
    expect(stderr).toContain("the lines to paste");
    expect(exitCode).toBe(1);
    expect([readFileSync(file, "utf8"), statSync(file).nlink]).toEqual([TEXT, 2]);
  });
});

test("RG-25 a link to a file with two names is left alone like the file", async () => {
  await using house = await household();
  const file = put(house, "dotfiles/claude.json");
  linkSync(file, `${file}.other-name`);
  mkdirSync(join(house.home, ".claude"));
  symlinkSync(file, join(house.home, ".claude/settings.json"));
  expect((await house.run(["init", "--add-agent", "claude"])).exitCode).toBe(1);
  expect([readFileSync(file, "utf8"), statSync(file).nlink]).toEqual([TEXT, 2]);
});

test("RG-25 a file that got a second name since is not separated from it by uninstall", async () => {
  await using house = await household();
  const file = put(house, FILES["codex"]!);
  expect((await house.run(["init", "--add-agent", "codex"])).exitCode).toBe(0);
  linkSync(file, `${file}.other-name`);
  const { exitCode, stdout } = await house.run(["uninstall"]);
  expect(exitCode, stdout).toBe(1);
  expect(statSync(file).nlink).toBe(2);
});

describe("RG-25 config.toml", () => {
  const CONFIG = ".symposium/config.toml";

  test.skipIf(!HAS_ACL)("keeps an ACL", async () => {
    await using house = await household();
    const file = put(house, CONFIG, "# mine\n");
    run("setfacl", ["-m", "u:1234:rw", file]);
    const before = aclOf(file);
    expect((await house.run(["init", "--add-agent", "codex"])).exitCode).toBe(0);
    expect(readFileSync(file, "utf8")).toContain("codex");
    expect(aclOf(file)).toBe(before);
  });

  test("with two names is not replaced", async () => {
    await using house = await household();
    const file = put(house, CONFIG, "# mine\n");
    linkSync(file, `${file}.other-name`);
    const { exitCode, stderr } = await house.run(["init", "--add-agent", "codex"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("has 2 hard links");
    expect(readFileSync(file, "utf8")).toBe("# mine\n");
    expect(existsSync(join(house.home, ".codex"))).toBe(false);
  });
});

describe.skipIf(!IS_ROOT)("RG-25 an ordinary user", () => {
  const USER = 1234;

  test("may not give a file to a group of which they are not a member: it is left alone", async () => {
    await using home = await registeredHome({ ".claude/settings.json": TEXT }, USER);
    const file = join(home.path, ".claude/settings.json");
    chownSync(file, USER, 4321);
    const { exitCode, stderr } = home.symposium("init", "--add-agent", "claude");
    expect(exitCode, stderr).toBe(1);
    expect(stderr).toContain("cannot keep its owner or group");
    expect(stderr).toContain("the lines to paste");
    expect([readFileSync(file, "utf8"), statSync(file).gid]).toEqual([TEXT, 4321]);
  });

  test("may write into the folder of a file of another user: it is left alone, with the line that makes it theirs", async () => {
    await using home = await registeredHome({ ".claude/settings.json": TEXT }, USER);
    const file = join(home.path, ".claude/settings.json");
    chownSync(file, 0, 0);
    chmodSync(file, 0o666);
    const { exitCode, stderr } = home.symposium("init", "--add-agent", "claude");
    expect(exitCode, stderr).toBe(1);
    expect(stderr).toContain(`sudo chown ${USER}: `);
    expect([readFileSync(file, "utf8"), statSync(file).uid]).toEqual([TEXT, 0]);
  });
});

async function editsKeep(agent: string, path: string, set: (file: string) => void, told: (file: string) => unknown): Promise<void> {
  await using house = await household();
  const file = put(house, path);
  set(file);
  const before = told(file);
  expect((await house.run(["init", "--add-agent", agent])).exitCode).toBe(0);
  expect(readFileSync(file, "utf8")).toContain("symposium-hook");
  expect(told(file)).toEqual(before);
  expect((await house.run(["uninstall"])).exitCode).toBe(0);
  expect(readFileSync(file, "utf8")).toBe(TEXT);
  expect(told(file)).toEqual(before);
}

function put(house: Household, path: string, text = TEXT): string {
  const file = join(house.home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

function run(file: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(file, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${file} ${args.join(" ")}: ${stderr}`);
  return stdout;
}

function aclOf(file: string): string {
  return run("getfacl", ["--absolute-names", "--numeric", file]);
}

function xattrsOf(file: string): string {
  return run("getfattr", ["--dump", "--absolute-names", file]);
}

/** Whether the tool is installed and the file system of temporary folders knows what it sets. */
function worksHere(tool: string, args: readonly string[]): boolean {
  const script = 'file=$(mktemp) && "$@" "$file"; code=$?; rm -f "$file"; exit $code';
  return spawnSync("sh", ["-c", script, "sh", tool, ...args], { stdio: "ignore" }).status === 0;
}
