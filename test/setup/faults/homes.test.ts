import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createSandbox, type Sandbox } from "./sandbox.ts";
import { treeOf } from "./tree.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
  chmodSync(sandbox.at(), 0o755);
});
afterAll(() => sandbox[Symbol.asyncDispose]());

describe("RG-10 a home that cannot be used", () => {
  test.each(["init", "sync", "uninstall"])("%s: one that does not exist is not made", async (command) => {
    const home = sandbox.at("no-such-home");
    const ran = await sandbox.run([command, ...(command === "init" ? ["--add-agent", "claude"] : [])], { home });
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toBe(`error: the home folder ${home} does not exist\n\nhint: set HOME to your home folder and run this again\n`);
    expect(existsSync(home)).toBe(false);
  });

  test("a file is reported as one", async () => {
    const home = sandbox.at("a-file");
    writeFileSync(home, "mine\n");
    const ran = await sandbox.run(["init", "--add-agent", "claude"], { home });
    expect(ran).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(`the home folder ${home} is not a folder`) });
    expect(readFileSync(home, "utf8")).toBe("mine\n");
  });

  test("one that is not absolute, and none", async () => {
    expect((await sandbox.run(["init", "--add-agent", "claude"], { home: "here" })).stderr).toContain("here is not an absolute path");
    expect((await sandbox.run(["init", "--add-agent", "claude"], { home: "" })).stderr).toContain("HOME is not set");
  });
});

/** An ordinary user, whom permissions stop; only root can become one. */
const asNobody = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  spawnSync(
    "setpriv",
    ["--reuid", "54321", "--regid", "54321", "--clear-groups", process.execPath, join(sandbox.dist, "symposium.cjs"), ...args],
    { cwd: "/", encoding: "utf8", env: { PATH: process.env["PATH"], ...env } },
  );
const MAY_BECOME = process.getuid?.() === 0 && spawnSync("setpriv", ["--reuid", "54321", "true"]).status === 0;

describe.skipIf(!MAY_BECOME)("RG-10 as an ordinary user", () => {
  test("a read-only home: what cannot be written, and what to do", () => {
    const home = sandbox.at("read-only");
    mkdirSync(home, { mode: 0o555 });
    chownSync(home, 54321, 54321);
    const { status, stderr } = asNobody(["init", "--add-agent", "claude"], { HOME: home });
    expect(status).toBe(1);
    expect(stderr).toContain(`error: cannot write ${home}/.symposium: EACCES`);
    expect(stderr).toContain(`hint: run \`chmod u+wx ${home}\`, or set SYMPOSIUM_HOME to a writable folder`);
  });

  test("HOME unset and no home known: an error, and hook calls go on", () => {
    const { status, stderr } = asNobody(["init", "--add-agent", "claude"], {});
    expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining("there is no home folder: HOME is not set") });
    expect(asNobody(["hook", "claude-code", "PreToolUse"], {}).status).toBe(0);
  });

  test("a file that may not be read, one in a read-only folder: told with what to paste, the others done", () => {
    const home = sandbox.at("mixed");
    for (const folder of ["", ".claude", ".codex"]) mkdirSync(join(home, folder), { recursive: true });
    writeFileSync(join(home, ".claude/settings.json"), "{}\n", { mode: 0o600 });
    chmodSync(join(home, ".codex"), 0o555);
    spawnSync("chown", ["54321", home]);
    const before = treeOf(home, { times: true });
    const { status, stdout } = asNobody(["init", "--json", "--add-agent", "claude", "--add-agent", "codex", "--add-agent", "goose"], {
      HOME: home,
    });
    expect(status).toBe(1);
    const { answer } = JSON.parse(stdout) as { answer: { files: { action: string; remarks: { message: string; snippet?: string }[] }[] } };
    expect(answer.files.map(({ action }) => action)).toEqual(["refused", "refused", "create", "create", "refused", "create"]);
    const [claude, codex] = answer.files.flatMap(({ remarks }) => remarks);
    expect(claude).toMatchObject({
      message: expect.stringMatching(/cannot be read \(EACCES\); run `sudo chown 54321: .*settings\.json`$/),
      snippet: expect.any(String),
    });
    expect(codex).toMatchObject({
      message: expect.stringMatching(/the folder .*\.codex is write-protected; run `sudo chown 54321: .*\.codex`$/),
      snippet: expect.any(String),
    });
    expect(asNobody(["uninstall", "--purge"], { HOME: home }).status).toBe(0);
    expect(treeOf(home, { times: true })).toEqual(before);
  });
});

describe("RG-16 odd homes come back byte for byte", () => {
  const names = ["with space", 'it\'s "$HOME" `id`', "line\nbreak", "名前 ü", "-rf", "back\\slash %s", "trailing/"];
  test.each(names)("%j", async (name) => {
    const home = sandbox.at("odd", name);
    mkdirSync(join(home, ".codex"), { recursive: true });
    writeFileSync(join(home, ".codex/hooks.json"), "{ }");
    const before = treeOf(home);
    const ran = await sandbox.run(["init", "--add-agent", "codex", "--add-agent", "opencode"], { home });
    expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
    expect(ran.stdout).toContain("changed       ~/.codex/hooks.json");
    expect(readFileSync(join(home, ".codex/hooks.json"), "utf8")).not.toContain(sandbox.at());
    await sandbox.run(["uninstall", "--purge"], { home });
    expect(treeOf(home)).toEqual(before);
  });
});

describe("RG-14 our directory elsewhere", () => {
  test("SYMPOSIUM_HOME is the home itself: folders of the user's with our names stay, and so does the home", async () => {
    const home = sandbox.at("same");
    for (const folder of ["cache", "logs", "bin", "sessions/mine"]) mkdirSync(join(home, folder), { recursive: true });
    for (const file of ["logs/mine.txt", "bin/tool", "sessions/mine/notes.json"]) writeFileSync(join(home, file), "mine\n");
    const before = treeOf(home);
    const env = { SYMPOSIUM_HOME: home };
    expect((await sandbox.run(["init", "--add-agent", "claude"], { home, env })).exitCode).toBe(0);
    expect((await sandbox.run(["uninstall", "--purge"], { home, env })).exitCode).toBe(0);
    expect(treeOf(home)).toEqual(before);
    const empty = sandbox.at("same-and-empty");
    mkdirSync(empty);
    await sandbox.run(["init", "--add-agent", "claude"], { home: empty, env: { SYMPOSIUM_HOME: empty } });
    await sandbox.run(["uninstall", "--purge"], { home: empty, env: { SYMPOSIUM_HOME: empty } });
    expect(treeOf(empty)).toEqual({});
  });

  test("SYMPOSIUM_HOME in another place, XDG folders: everything goes from there", async () => {
    const home = sandbox.at("xdg/home");
    mkdirSync(home, { recursive: true });
    const xdg = { XDG_CONFIG_HOME: sandbox.at("xdg/c"), XDG_CACHE_HOME: sandbox.at("xdg/k"), XDG_STATE_HOME: sandbox.at("xdg/s") };
    for (const folder of Object.values(xdg)) mkdirSync(folder);
    for (const env of [xdg, { SYMPOSIUM_HOME: sandbox.at("xdg/own") }]) {
      const before = treeOf(sandbox.at("xdg"));
      expect((await sandbox.run(["init", "--add-agent", "claude", "--add-agent", "opencode"], { home, env })).exitCode).toBe(0);
      expect((await sandbox.run(["uninstall", "--purge"], { home, env })).exitCode).toBe(0);
      expect(treeOf(sandbox.at("xdg"))).toEqual(before);
    }
  });
});

test("RG-14 a file of the user's inside our folders stays, with the folders around it", async () => {
  const home = sandbox.at("guests");
  mkdirSync(home);
  await sandbox.run(["init", "--add-agent", "goose"], { home });
  const guests = [".symposium/idle/notes.txt", ".symposium/bin/mine", ".symposium/mine.md", ".agents/plugins/symposium/README.md"];
  for (const guest of guests) writeFileSync(join(home, guest), "mine\n");
  expect((await sandbox.run(["uninstall", "--purge"], { home })).exitCode).toBe(0);
  expect(Object.keys(treeOf(home)).filter((path) => !path.endsWith("/"))).toEqual(guests.toSorted());
});
