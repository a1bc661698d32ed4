import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { lockOf, pack } from "../support/cargo-workspace.ts";
import { createHome, type Home } from "../support/home.ts";
import { hook, skillText } from "../support/plugin.ts";
import { runInProcess } from "../support/run-in-process.ts";

const WORK = {
  ".git": { HEAD: "ref: refs/heads/main\n" },
  "Cargo.toml": pack("app", '[dependencies]\nwidget = { path = "widget" }\n[workspace]\nexclude = ["widget"]\n'),
  "Cargo.lock": lockOf(["app", "0.1.0", ["widget"]], ["widget", "1.0.0", []]),
  "SYMPOSIUM.toml": `name = "house-rules"\n${hook("guard", "PreToolUse", 'on-failure = "closed"')}`,
  "guard.sh": "exit 0\n",
  widget: { "Cargo.toml": pack("widget", "", "1.0.0"), "SYMPOSIUM.toml": hook("note", "PostToolUse"), "note.sh": "exit 0\n" },
};

const CONFIG = '[[agent]]\nname = "claude"\n[defaults]\nsymposium-recommendations = false\n';
const LOCK = "symposium-trust.lock";

const machine = (work: object = WORK) => createHome({}, { work: work as never, "config.toml": CONFIG });

function run(home: Home, ...args: string[]) {
  return runInProcess({ args, context: { ...home.services().context, cwd: home.getPath("work") } });
}

const check = (home: Home) => run(home, "sync", "--check");

/** A fresh machine with the same files. */
async function runner(home: Home): Promise<Home> {
  return machine({ ...WORK, [LOCK]: readFileSync(home.getPath("work", LOCK), "utf8") });
}

describe("PL-27 the digests that a team commits", () => {
  test("let `sync --check` pass on a fresh machine, and consent to nothing", async () => {
    await using home = await machine();
    expect(await check(home)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("waits for your consent") });
    expect(await run(home, "trust", "lock")).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("the digests of 2 plugins") });
    expect((await run(home, "trust", "lock")).stdout).toContain("already");
    await using fresh = await runner(home);
    expect(await check(fresh)).toMatchObject({ exitCode: 0, stdout: `the plugins of this project are as ${LOCK} says\n` });
    const { stdout } = await run(fresh, "trust", "list", "--json");
    expect((JSON.parse(stdout) as { answer: { plugins: object[] } }).answer.plugins).toMatchObject([
      { plugin: "house-rules", state: "waiting" },
      { plugin: "widget", state: "candidate" },
    ]);
  });

  const INLINE = `name = "house-rules"
[[hooks]]
name = "guard"
event = "PreToolUse"
command = { script = "guard.sh", args = ["--in", "."], requirements = [{ install_commands = ["true"] }] }
[[mcp_servers]]
name = "s"
command = "sh"
args = ["\${PLUGIN_ROOT}/guard.sh"]
cwd = "."
[subcommand.tell]
description = "Tells"
command = { script = "guard.sh" }
[[predicate]]
name = "is_it"
command = { script = "guard.sh" }
`;

  test("are the same in every folder, also with inline installations", async () => {
    await using home = await machine({ ...WORK, "SYMPOSIUM.toml": INLINE });
    await run(home, "trust", "lock");
    const lock = readFileSync(home.getPath("work", LOCK), "utf8");
    for (const part of ["hook `guard`", "server `s`", "command `tell`", "predicate `is_it`"]) expect(lock).toContain(part);
    await using fresh = await machine({ ...WORK, "SYMPOSIUM.toml": INLINE, [LOCK]: lock });
    expect(await check(fresh)).toMatchObject({ exitCode: 0 });
  });

  test.each<[string, (home: Home) => void, RegExp]>([
    ["a script", (home) => appendFileSync(home.getPath("work/guard.sh"), "#\n"), /`house-rules` has other bytes than .*: hook `guard`\n/],
    [
      "a script of a dependency",
      (home) => appendFileSync(home.getPath("work/widget/note.sh"), "#\n"),
      /`widget` has other bytes than .*: hook `note`\n/,
    ],
    ["an entry", (home) => appendFileSync(home.getPath("work/SYMPOSIUM.toml"), "timeout = 3\n"), /`house-rules` has other bytes/],
    ["a new hook", (home) => appendFileSync(home.getPath("work/SYMPOSIUM.toml"), hook("more", "SessionStart", "", "guard")), /hook `more`/],
    [
      "the removal of the plugin",
      (home) => rmSync(home.getPath("work/SYMPOSIUM.toml")),
      /`house-rules` is in symposium-trust\.lock, and was not found/,
    ],
    ["a damaged list", (home) => writeFileSync(home.getPath("work", LOCK), "{"), /is damaged.*symposium trust lock/s],
    [
      "a list that is a link",
      (home) => {
        rmSync(home.getPath("work", LOCK));
        symlinkSync("/dev/zero", home.getPath("work", LOCK));
      },
      /is not a regular file/,
    ],
    [
      "a list without the plugin",
      (home) => writeFileSync(home.getPath("work", LOCK), '{"format":"symposium-trust-lock","version":1,"plugins":{}}'),
      /`house-rules` is not in symposium-trust\.lock/,
    ],
  ])("differ after %s, and the check fails", async (_, change, told) => {
    await using home = await machine();
    await run(home, "trust", "lock");
    await using fresh = await runner(home);
    change(fresh);
    expect(await check(fresh)).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(told) });
  });

  test("do not differ after a comment, a skill, another clone or another decision", async () => {
    await using home = await machine();
    await run(home, "trust", "lock");
    await using fresh = await runner(home);
    appendFileSync(fresh.getPath("work/SYMPOSIUM.toml"), "# said\n");
    mkdirSync(fresh.getPath("work/skills/spin"), { recursive: true });
    writeFileSync(fresh.getPath("work/skills/spin/SKILL.md"), skillText("spin"));
    writeFileSync(fresh.getPath("config.toml"), `${CONFIG}[plugins]\nuse = ["widget"]\n`);
    expect(await check(fresh)).toMatchObject({ exitCode: 0 });
  });
});

describe("PL-16 PL-17 `trust` knows the plugins of dependencies", () => {
  test("show and accept find them by name and id; accept enables them", async () => {
    await using home = await machine();
    for (const name of ["widget", "cargo:widget"])
      expect(await run(home, "trust", "show", name)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("./note.sh") });
    const shown = JSON.parse((await run(home, "trust", "show", "widget", "--json")).stdout) as {
      answer: { plugins: { digest: string }[] };
    };
    const digest = shown.answer.plugins[0]?.digest ?? "";
    expect(await run(home, "trust", "accept", "widget", "--digest", digest)).toMatchObject({ exitCode: 0 });
    expect(readFileSync(home.getPath("config.toml"), "utf8")).toContain('name = "widget"');
    expect((await run(home, "trust", "list")).stdout).toMatch(/accepted +widget/);
  });

  test("`sync` without a terminal names everything that waits, with what to run", async () => {
    await using home = await machine();
    const { stderr } = await run(home, "sync");
    expect(stderr).toContain("`symposium trust accept house-rules`");
    expect(stderr).toContain("`symposium trust accept widget`");
  });

  test("one that brings only skills has nothing to accept", async () => {
    const widget = { "Cargo.toml": pack("widget", "", "1.0.0"), skills: { spin: { "SKILL.md": skillText("spin") } } };
    await using home = await machine({ ...WORK, widget });
    expect((await run(home, "trust", "list")).stdout).toMatch(/candidate +widget .*brings no code/);
    expect(await run(home, "trust", "accept", "widget", "--digest", "0".repeat(64))).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("`symposium use widget`"),
    });
    expect((await run(home, "sync")).stderr).toContain("`symposium use widget`");
  });
});
