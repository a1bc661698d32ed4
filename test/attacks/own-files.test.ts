/** Files and folders of Symposium, the workspace and agents that are a pipe, a socket, a device, a folder, a loop of links, huge, unreadable or another user's. */

import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname } from "node:path";

import { describe, expect, test } from "vitest";

import { ALLOWS, expectDenied, expectOpen, FORMS, GUARDED, type GuardedHome, guardedHome, MOST, SOME } from "./guarded-home.ts";
import { fewer, inTurns, sampled, turnsOf } from "../support/thoroughness.ts";

const isRoot = process.getuid?.() === 0;
/** Anyone but root; permissions mean nothing to root. */
const NOBODY = 65_534;

type Spoil = (path: string) => void | Promise<void>;

const SPOILS: Readonly<Record<string, Spoil>> = {
  "a pipe no one writes to": (path) => void execFileSync("mkfifo", [path]),
  "a socket": (path) =>
    new Promise(
      (resolve) =>
        void createServer()
          .listen(path, () => resolve())
          .unref(),
    ),
  "a device without an end": (path) => symlinkSync("/dev/zero", path),
  "a folder": (path) => void mkdirSync(path),
  "a link to itself": (path) => symlinkSync(path, path),
  "a link that leads nowhere": (path) => symlinkSync("/no/such/file", path),
  "a terabyte of nothing": (path) => {
    writeFileSync(path, "");
    truncateSync(path, 2 ** 40);
  },
  "bytes that mean nothing": (path) => writeFileSync(path, Buffer.from([0xff, 0, 0x7b, 0x22, 0xfe])),
  "brackets nested 100,000 deep": (path) => writeFileSync(path, "[".repeat(100_000)),
};

/** What a call reads or writes below our directory; the index and sessions get their names from hashes. */
const OURS = ["index/no-workspace", "trace/trace.jsonl", "ledger.json", "state.toml", "config.toml", "program.json"];

async function spoil(path: string, how: Spoil): Promise<void> {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  await how(path);
}

/** A folder that is not a workspace, so that `index/no-workspace` is what a call reads. */
function outside(home: GuardedHome): string {
  const folder = `${home.path}/outside`;
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Of the workspace, and of agents that read files there. */
const THEIRS = ["Cargo.toml", "Cargo.lock", ".git/config", ".mcp.json", ".claude/settings.json", ".github/hooks/x.json"];

test("RT-38 a link in the place of one of our files: what it leads to keeps its bytes", async () => {
  await using home = await guardedHome();
  const cwd = outside(home);
  await home.call("claude-code", { cwd });
  const users = `${home.path}/of-the-user`;
  writeFileSync(users, "the user's own\n");
  for (const name of ["index/no-workspace", "trace/trace.jsonl", "last-good/x.json", "places.json"]) {
    await spoil(home.ours(name), (path) => symlinkSync(users, path));
  }
  for (const agent of SOME) await expectDenied(agent, await home.call(agent, { cwd }));
  home.symposium("sync");
  expect(readFileSync(users, "utf8")).toBe("the user's own\n");
});

const POSITIONS = ["one by one", "all at once", "of the workspace"];
/** Every way to spoil a file in every position; in a sample in one of them each. */
const waysTo = (position: string) => inTurns(Object.entries(SPOILS), position, POSITIONS);

describe("RT-38 a process ends and answers where one of our files after the other is", () => {
  test.each(fewer(waysTo("one by one")))("%s", { timeout: 120_000 }, async (_, how) => {
    await using home = await guardedHome();
    const cwd = outside(home);
    await home.call("claude-code", { cwd });
    cpSync(home.ours(), `${home.path}/kept`, { recursive: true });
    for (const [at, name] of OURS.entries()) {
      await spoil(home.ours(name), how);
      const agent = SOME[at % SOME.length] ?? "";
      await expectDenied(agent, await home.call(agent, { cwd }));
      rmSync(home.ours(name), { recursive: true, force: true });
      cpSync(`${home.path}/kept/${name}`, home.ours(name));
    }
  });

  test.each(fewer(waysTo("all at once")))("and all of them at once: %s", { timeout: 120_000 }, async (_, how) => {
    await using home = await guardedHome();
    const cwd = outside(home);
    await home.call("claude-code", { cwd });
    for (const name of OURS) await spoil(home.ours(name), how);
    for (const agent of SOME) await expectDenied(agent, await home.call(agent, { cwd }));
  });

  test.each(fewer(waysTo("of the workspace")))("and those of the workspace: %s", { timeout: 120_000 }, async (_, how) => {
    await using home = await guardedHome();
    for (const [at, name] of THEIRS.entries()) {
      await spoil(`${home.project}/${name}`, how);
      const agent = SOME[at % SOME.length] ?? "";
      await expectDenied(agent, await home.call(agent));
    }
  });
});

const FOLDERS = ["index", "trace", "sessions", "locks", "idle", "closed", "cache", "logs"];

describe.each(FORMS)("files that block the process that opens them, and the %s program", (form) => {
  const isTurn = turnsOf(form, FORMS);
  const agents = form === "native" ? GUARDED : MOST;
  const before = ["a pipe no one writes to", "a device without an end", "a terabyte of nothing", "a folder"] as const;
  test.each(fewer(inTurns(before, form, FORMS), 2))("RT-38 %s as index and trace, on every agent", { timeout: 120_000 }, async (how) => {
    await using home = await guardedHome({ form, agents });
    const cwd = outside(home);
    for (const name of ["index/no-workspace", "trace/trace.jsonl"]) await spoil(home.ours(name), SPOILS[how] ?? (() => {}));
    for (const agent of agents) await expectDenied(agent, await home.call(agent, { cwd }));
  });

  test.each(sampled(form === "native" ? before : before.slice(0, 1), () => "any"))(
    "RT-38 %s in place of each of our folders",
    { timeout: 120_000 },
    async (how) => {
      for (const folder of inTurns(FOLDERS, form, FORMS)) {
        await using home = await guardedHome({ form, agents: ["claude-code"] });
        await spoil(home.ours(folder), SPOILS[how] ?? (() => {}));
        await expectDenied("claude-code", await home.call("claude-code"));
      }
    },
  );

  test.runIf(isTurn())("RT-38 a program of the guard that is a pipe: the closed policy denies", { timeout: 120_000 }, async () => {
    await using home = await guardedHome({ form });
    await spoil(home.ours("plugins/guard/guard.sh"), SPOILS["a pipe no one writes to"] ?? (() => {}));
    for (const agent of SOME) await expectDenied(agent, await home.call(agent), { reason: /guard\/at-PreToolUse/ });
  });

  test.runIf(isTurn())(
    "RT-38 when neither index nor config nor plugins can be read, the flag of closed hooks denies",
    { timeout: 120_000 },
    async () => {
      await using home = await guardedHome({ form, agents });
      const cwd = outside(home);
      for (const name of ["index", "config.toml", "plugins", "last-good"])
        await spoil(home.ours(name), SPOILS["a link to itself"] ?? (() => {}));
      for (const agent of agents) await expectDenied(agent, await home.call(agent, { cwd }), { reason: /symposium status|guard/ });
    },
  );

  test.runIf(isTurn())("RT-38 the same without any closed hook lets the agent go on", { timeout: 120_000 }, async () => {
    await using home = await guardedHome({ form, plugins: { guard: {} } });
    const cwd = outside(home);
    for (const name of ["index", "config.toml", "plugins", "last-good"])
      await spoil(home.ours(name), SPOILS["a link to itself"] ?? (() => {}));
    for (const agent of SOME) await expectOpen(agent, await home.call(agent, { cwd }));
  });
});

test("RT-38 flags of closed hooks come with the guard and go with it", { timeout: 60_000 }, async () => {
  await using home = await guardedHome({ script: ALLOWS });
  const flag = home.ours("closed/claude-code.PreToolUse");
  expect(statSync(flag).size).toBe(0);
  rmSync(home.ours("plugins/guard"), { recursive: true });
  await expectOpen("claude-code", await home.call("claude-code"));
  expect(statSync(flag, { throwIfNoEntry: false })).toBeUndefined();
});

describe.skipIf(!isRoot)("in processes of an ordinary user", () => {
  const unreadable = [
    "index",
    "index/no-workspace",
    "trace",
    "trace/trace.jsonl",
    "sessions",
    "config.toml",
    "plugins",
    "plugins/guard",
    "ledger.json",
    "state.toml",
    "closed",
    "locks",
  ];

  test.each(fewer(sampled(unreadable, (name) => (name.includes("/") ? "below" : name.includes(".") ? "a file" : "a folder"))))(
    "RT-38 %s with mode 000",
    { timeout: 120_000 },
    async (name) => {
      await using home = await guardedHome({ user: NOBODY });
      const cwd = outside(home);
      chownSync(cwd, NOBODY, NOBODY);
      await home.call("claude-code", { cwd });
      mkdirSync(dirname(home.ours(name)), { recursive: true });
      if (statSync(home.ours(name), { throwIfNoEntry: false }) === undefined) mkdirSync(home.ours(name));
      chmodSync(home.ours(name), 0);
      for (const agent of SOME) await expectDenied(agent, await home.call(agent, { cwd }));
      chmodSync(home.ours(name), 0o700);
    },
  );

  test.each(fewer(["index/no-workspace", "trace/trace.jsonl", "ledger.json"]))(
    "RT-38 %s that belongs to another user",
    { timeout: 120_000 },
    async (name) => {
      await using home = await guardedHome({ user: NOBODY });
      const cwd = outside(home);
      chownSync(cwd, NOBODY, NOBODY);
      await home.call("claude-code", { cwd });
      const path = home.ours(name);
      rmSync(path, { force: true });
      writeFileSync(path, "not yours\n");
      chownSync(path, 12_345, 12_345);
      chmodSync(path, 0o644);
      for (const agent of SOME) await expectDenied(agent, await home.call(agent, { cwd }));
    },
  );
});
