/** Programs and directories that a project offers in place of Symposium's: an agent's entry never starts or uses them. */

import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { shellOf } from "../setup/registered-home.ts";
import { expectDenied, expectOpen, FORMS, GUARD_REASON, guardedHome, type GuardedHome, MOST, SOME } from "./guarded-home.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { fewer, inTurns, sampled, turnsOf } from "../support/thoroughness.ts";

const slow = { timeout: 120_000 };

/** A directory like ours, whose program lets everything pass and leaves a mark. */
function trap(home: GuardedHome, folder: string): void {
  const file = join(home.project, folder, "bin/symposium-hook");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n/bin/touch '${home.project}/marked'\n`);
  chmodSync(file, 0o755);
}

const isMarked = (home: GuardedHome) => existsSync(join(home.project, "marked"));

/** Our command in the project, with these variables. */
async function symposium(home: GuardedHome, env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const all = { HOME: home.path, PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, NO_COLOR: "1", ...env };
  const context = { os: "linux", home: home.path, cwd: home.project, env: all, now: Date.now } as const;
  const { exitCode: status, ...wrote } = await runInProcess({ args, context });
  return { status, ...wrote };
}

describe.each(FORMS)("the process that an agent's entry starts: %s", (form) => {
  const isTurn = turnsOf(form, FORMS);
  test.runIf(isTurn())("RG-2 RT-36 SYMPOSIUM_HOME in the project leads no agent's entry to the project's program", slow, async () => {
    await using home = await guardedHome({ form, agents: MOST });
    trap(home, "trap");
    for (const SYMPOSIUM_HOME of inTurns([join(home.project, "trap"), "trap", "./trap", "$PWD/trap"], form, FORMS)) {
      for (const agent of MOST) await expectDenied(agent, await home.call(agent, { env: { SYMPOSIUM_HOME } }), { reason: GUARD_REASON });
    }
    expect(isMarked(home)).toBe(false);
  });

  test.runIf(isTurn())(
    "RG-2 folders of the project that are named like our directory are skipped, with no home and with a relative one",
    slow,
    async () => {
      await using home = await guardedHome({ form });
      for (const folder of ["~/.symposium", ".symposium", "~", "rel/.symposium", "%USERPROFILE%/.symposium"]) trap(home, folder);
      for (const agent of SOME) {
        await expectDenied(agent, await home.call(agent), { reason: GUARD_REASON });
        for (const arrange of ['unset HOME; "$@"', 'HOME= "$@"', 'HOME=rel "$@"', 'HOME=. "$@"', "HOME='~' \"$@\""]) {
          if (agent !== "opencode") await home.call(agent, { arrange, shell: "/bin/dash" });
        }
      }
      expect(isMarked(home)).toBe(false);
    },
  );

  test.runIf(isTurn())("RT-36 where the user moved our directory, entries name it and the program finds it by itself", slow, async () => {
    await using home = await guardedHome({ form, agents: ["claude-code"] });
    const place = join(home.path, "my $own 'place'");
    cpSync(home.ours("plugins"), join(place, "plugins"), { recursive: true });
    const agents = [...new Set([...SOME, "opencode"])].flatMap((agent) => ["--add-agent", agent]);
    const { status, stderr } = await symposium(home, { SYMPOSIUM_HOME: place }, "init", ...agents);
    expect(status, stderr).toBe(0);
    renameSync(home.ours(), join(home.path, "gone"));
    trap(home, "trap");
    for (const env of [{}, { SYMPOSIUM_HOME: join(home.project, "trap") }, { XDG_CONFIG_HOME: join(home.project, "trap") }] as Record<
      string,
      string
    >[]) {
      for (const agent of SOME.filter((name) => name !== "opencode")) {
        await expectDenied(agent, await home.call(agent, { env }), { reason: GUARD_REASON });
      }
    }
    expect(readFileSync(join(home.path, ".config/opencode/plugins/symposium.js"), "utf8")).toContain(
      `const MOVED_TO = ${JSON.stringify(place)};`,
    );
    expect(isMarked(home)).toBe(false);
  });

  test.runIf(isTurn())("RT-36 a home that is reached through a link, and one that was renamed", slow, async () => {
    await using home = await guardedHome({ form });
    const link = join(home.path, "project/link");
    symlinkSync(home.path, link);
    for (const agent of SOME) {
      await expectDenied(agent, await home.call(agent, { env: { HOME: link } }), { reason: GUARD_REASON });
      await expectDenied(agent, await home.call(agent), { reason: GUARD_REASON });
    }
    renameSync(home.ours(), join(home.path, "other"));
    mkdirSync(join(home.path, "moved"));
    renameSync(join(home.path, "other"), join(home.path, "moved/.symposium"));
    for (const agent of SOME.filter((name) => name !== "opencode")) {
      const env = { HOME: join(home.path, "moved") };
      await expectDenied(agent, await home.call(agent, { env, shell: shellOf(agent) }), { reason: GUARD_REASON });
    }
  });
});

test("RT-36 without its record the program still takes the directory it lies in", slow, async () => {
  await using home = await guardedHome();
  renameSync(home.ours("places.json"), home.ours("lost.json"));
  const env = { SYMPOSIUM_HOME: join(home.project, "trap"), XDG_CONFIG_HOME: home.project };
  for (const agent of SOME) await expectDenied(agent, await home.call(agent, { env }), { reason: GUARD_REASON });
});

const RECORDS = [
  ["a pipe", (file: string) => spawnSync("mkfifo", [file])],
  ["a folder", (file: string) => mkdirSync(file)],
  ["nonsense", (file: string) => writeFileSync(file, "{")],
  ["of another version", (file: string) => writeFileSync(file, '{"format":"symposium-places","version":99}')],
  [
    "one that names a relative folder",
    (file: string) => writeFileSync(file, '{"format":"symposium-places","version":1,"config":"x","environment":{}}'),
  ],
  ["a link to nowhere", (file: string) => symlinkSync("/nowhere/at/all", file)],
  ["a link into a loop", (file: string) => symlinkSync(file, file)],
] as const;

test.each(fewer(sampled(RECORDS, ([what]) => what.split(" ")[1] ?? what)))(
  "RT-36 RT-38 a record that is %s leaves the guard in force, in a workspace that was never seen too",
  slow,
  async (_, make) => {
    await using home = await guardedHome();
    for (const agent of SOME) await home.call(agent);
    renameSync(home.ours("places.json"), home.ours("lost.json"));
    make(home.ours("places.json"));
    const cwd = join(home.project, "never-seen");
    mkdirSync(join(cwd, ".git"), { recursive: true });
    for (const agent of SOME) {
      await expectDenied(agent, await home.call(agent), { reason: GUARD_REASON });
      await expectDenied(agent, await home.call(agent, { cwd }), { reason: GUARD_REASON });
    }
    expect((await symposium(home, {}, "sync", "--user")).status).toBe(0);
    expect(JSON.parse(readFileSync(home.ours("places.json"), "utf8"))).toMatchObject({ format: "symposium-places", version: 1 });
  },
);

describe("commands", () => {
  const variables = [
    ["SYMPOSIUM_HOME", "inside"],
    ["SYMPOSIUM_HOME", "./inside"],
    ["XDG_CONFIG_HOME", "inside"],
    ["XDG_CACHE_HOME", "inside"],
    ["XDG_STATE_HOME", "inside"],
  ] as const;

  test.each(
    fewer(
      sampled(variables, ([name]) => name.slice(0, 4)),
      2,
    ),
  )("RT-36 %s=%s in the project is refused", slow, async (name, value) => {
    await using home = await guardedHome({ agents: ["claude-code"] });
    for (const args of [["status"], ["sync"], ["init", "--add-agent", "gemini"], ["plugin", "list"]]) {
      const { status, stderr } = await symposium(home, { [name]: value }, ...args);
      expect({ status, stderr }, args.join(" ")).toMatchObject({ status: 2, stderr: expect.stringContaining("inside the project") });
    }
    expect(existsSync(join(home.project, "inside"))).toBe(false);
  });

  test("RT-36 what an agent runs ignores both, and says so", slow, async () => {
    await using home = await guardedHome({ agents: ["claude-code"] });
    const env = { CLAUDECODE: "1", SYMPOSIUM_HOME: join(home.path, "elsewhere"), XDG_CONFIG_HOME: join(home.path, "elsewhere") };
    const { status, stderr, stdout } = await symposium(home, env, "status");
    expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining("Claude Code") });
    expect(stderr).toContain("SYMPOSIUM_HOME and XDG_CONFIG_HOME are ignored: CLAUDECODE is set");
    expect(existsSync(join(home.path, "elsewhere"))).toBe(false);
  });

  test("RT-36 a command with another XDG_CONFIG_HOME changes nothing that calls go by; sync with it does", slow, async () => {
    await using home = await guardedHome();
    const XDG_CONFIG_HOME = join(home.path, "xdg");
    mkdirSync(join(XDG_CONFIG_HOME, "symposium"), { recursive: true });
    writeFileSync(join(XDG_CONFIG_HOME, "symposium/config.toml"), readFileSync(home.ours("config.toml")));
    for (const args of [["status"], ["plugin", "list"], ["plugin", "sync"], ["search", "x"]])
      await symposium(home, { XDG_CONFIG_HOME }, ...args);
    for (const agent of SOME) await expectDenied(agent, await home.call(agent), { reason: GUARD_REASON });
    // The user's own wish: there are no plugins in that config.
    expect((await symposium(home, { XDG_CONFIG_HOME }, "sync", "--user")).status).toBe(0);
    for (const agent of SOME) await expectOpen(agent, await home.call(agent));
    expect((await symposium(home, {}, "sync", "--user")).status).toBe(0);
    for (const agent of SOME) await expectDenied(agent, await home.call(agent), { reason: GUARD_REASON });
  });
});

test("RT-36 what runs detached gets the recorded environment, without what a project could put into it", slow, async () => {
  await using home = await guardedHome({ agents: ["claude-code"] });
  const { environment } = JSON.parse(readFileSync(home.ours("places.json"), "utf8")) as { environment: Record<string, string> };
  expect(environment["HOME"]).toBe(home.path);
  expect(Object.keys(environment).filter((name) => /^(?:NODE_OPTIONS|LD_|BASH_ENV|NO_COLOR)/.test(name))).toEqual([]);
  const secret = {
    GITHUB_TOKEN: "secret",
    AWS_SECRET_ACCESS_KEY: "secret",
    PATH: `${join(home.project, "bin")}:bin:/usr/bin:/bin`,
    LANG: "C.UTF-8",
  };
  expect((await symposium(home, secret, "sync", "--user")).status).toBe(0);
  const text = readFileSync(home.ours("places.json"), "utf8");
  expect(text).not.toContain("secret");
  expect(JSON.parse(text)).toMatchObject({ environment: { PATH: "/usr/bin:/bin", LANG: "C.UTF-8" } });
  // An agent's own sync leaves it alone.
  expect((await symposium(home, { CLAUDECODE: "1", PATH: "/evil:/usr/bin:/bin", LANG: "evil" }, "sync", "--user")).status).toBe(0);
  expect(readFileSync(home.ours("places.json"), "utf8")).toBe(text);
});
