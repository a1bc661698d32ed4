/** The first call of a workspace, in which no program has answered the gates of a guard: the call asks them, and denies where they give no answer. */

import { appendFileSync, existsSync, rmSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import type { HandlerEnd } from "../../src/host/run-handler.ts";
import { agentsUnderTest, onePerEvent } from "../conformance/agents.ts";
import { decide, repositoryHome, SHELL } from "../support/consented.ts";
import { BUILT, createHome, type Home } from "../support/home.ts";
import { hook, manifestText } from "../support/plugin.ts";
import { turnsOf } from "../support/thoroughness.ts";

const REASON = "the guard says no";
const DENIES = `cat >/dev/null; echo '${REASON}' >&2; exit 2\n`;
const CUSTOM = '\n[[predicate]]\nname = "asks"\ncommand = { script = "ask.sh" }\n';

const UNKNOWN = "unknown(it)";

type Level = "plugin" | "hook";

/** A user's plugin whose guard has this gate. */
function guard(predicate: string, level: Level = "hook", { mode = "closed", ask = "" } = {}) {
  const gate = `predicates = [${JSON.stringify(predicate)}]\n`;
  const text = hook("deny", "PreToolUse", `${level === "hook" ? gate : ""}on-failure = "${mode}"`, "guard");
  const files = { "guard.sh": DENIES, "ask.sh": ask };
  return { guarded: { "SYMPOSIUM.toml": manifestText("guarded", `${level === "plugin" ? gate : ""}${text}${CUSTOM}`), ...files } };
}

/** What Claude Code is told. */
async function reasonOf(home: Home, options: Parameters<Home["call"]>[3] = {}): Promise<string> {
  const cwd = home.getPath("work");
  const { stdout } = await home.call("claude", "PreToolUse", { ...SHELL, cwd }, { cwd, ...options });
  const { hookSpecificOutput: { permissionDecision, permissionDecisionReason } = {} as Record<string, string> } = JSON.parse(
    stdout || "{}",
  );
  return permissionDecision === undefined ? "" : `${permissionDecision}: ${permissionDecisionReason}`;
}

const DENIED = expect.stringContaining(REASON);

describe.each(["plugin", "hook"] as const)("RT-29 in the first process of a workspace, at the level of the %s", (level) => {
  test.each<[string, string, string]>([
    ["a command", "shell(true)", ""],
    ["a command with a pipe", "shell(echo x | grep -q x)", ""],
    ["a program of the plugin", "asks(it)", "exit 0\n"],
    ["the absence of something", "not(shell(false))", ""],
    ["one of two", "any(shell(no-such-program), shell(true))", ""],
    ["both of two", "all(shell(true), asks(it))", "exit 0\n"],
    ["a command beside a variable", "any(env(NOBODY_SETS_THIS), shell(true))", ""],
  ])("the guard denies the first call where %s says yes", async (_, predicate, ask) => {
    await using home = await createHome(guard(predicate, level, { ask }));
    expect(await reasonOf(home)).toEqual(DENIED);
    expect(await reasonOf(home)).toEqual(DENIED);
  });

  test.each<[string, string, string]>([
    ["a command", "shell(false)", ""],
    ["any other exit code", "shell(exit 3)", ""],
    ["a program of the plugin", "asks(it)", "exit 1\n"],
    ["a command that is not to hold", "not(shell(true))", ""],
    ["one of two that must both hold", "all(shell(no-such-program), shell(false))", ""],
    ["one beside an unknown predicate", "all(unknown(it), shell(false))", ""],
  ])("a no of %s is an answer", async (_, predicate, ask) => {
    await using home = await createHome(guard(predicate, level, { ask }));
    expect(await reasonOf(home)).toBe("");
    expect(await reasonOf(home)).toBe("");
  });

  test.each<[string, string, string]>([
    ["a missing command", "shell(no-such-program)", ""],
    ["a command that a signal ends", "shell(kill -9 $$)", ""],
    ["a program that a signal ends", "asks(it)", "kill -9 $$\n"],
    ["a command whose program a signal ends", "shell(sh -c 'kill -9 $$'; exit $?)", ""],
    ["a program that cannot be started", "asks(it)", "exit 126\n"],
    ["a predicate that no plugin defines", UNKNOWN, ""],
    ["the absence of what no plugin defines", "not(unknown(it))", ""],
    ["an unknown predicate beside a yes", "all(shell(true), unknown(it))", ""],
    ["an unknown predicate beside a no", "any(shell(false), unknown(it))", ""],
  ])("%s denies and names the gate, until it answers", async (_, predicate, ask) => {
    await using home = await createHome(guard(predicate, level, { ask }));
    for (let times = 0; times < 2; times++) {
      expect(await reasonOf(home)).toMatch(/^deny: .*guarded\/deny denies this call.*is broken/);
      expect(await reasonOf(home)).toContain(predicate.includes(UNKNOWN) ? UNKNOWN : predicate);
    }
    writeFileSync(home.getPath("plugins/guarded/SYMPOSIUM.toml"), guard("shell(true)", level).guarded["SYMPOSIUM.toml"]);
    expect(await reasonOf(home)).toEqual(DENIED);
  });
});

describe("RT-29 a question that the hook program asks a process of its own", () => {
  test("is asked once, for all hooks that depend on it, and its answer is stored", async () => {
    const hooks = ["one", "two"].map((name) =>
      hook(name, "PreToolUse", 'predicates = ["shell(echo x >> asked; false)"]\non-failure = "closed"', "guard"),
    );
    await using home = await createHome({ guarded: { "SYMPOSIUM.toml": manifestText("guarded", hooks.join("")), "guard.sh": DENIES } });
    const jobs: string[] = [];
    const services = {
      runHandler: async ({ args }: { readonly args: readonly string[] }): Promise<HandlerEnd> => {
        jobs.push(args.join(" "));
        return { kind: "exited", code: 1, stdout: "", stderr: "", ms: 1 };
      },
    };
    for (let times = 0; times < 3; times++) expect(await reasonOf(home, { services })).toBe("");
    expect(jobs).toEqual(["-c echo x >> asked; false"]);
  });

  test("has five seconds, and what is left of the call's time", async () => {
    await using home = await createHome(guard("shell(true)"));
    const seen: number[] = [];
    const slow = (elapsed: number) => ({
      elapsed: () => elapsed,
      runHandler: async ({ timeoutMs }: { readonly timeoutMs: number }): Promise<HandlerEnd> => {
        seen.push(timeoutMs);
        return { kind: "timed-out", stdout: "", stderr: "", ms: timeoutMs };
      },
    });
    expect(await reasonOf(home, { services: slow(0) })).toMatch(/^deny: .*shell\(true\) is broken: took longer than 5 s/);
    expect(await reasonOf(home, { services: slow(56_000) })).toContain("shell(true) is broken");
    expect(await reasonOf(home, { services: slow(58_000) })).toContain("no time was left to ask it");
    expect(seen).toEqual([5_000, 1_700]);
  });

  test("runs without what could steer it, and with the programs of the system", async () => {
    await using home = await createHome(guard('shell(test -z "$BASH_ENV$LD_PRELOAD$NODE_OPTIONS" && cat /dev/null)'));
    const env = { BASH_ENV: "/evil", NODE_OPTIONS: "--evil", PATH: "/no/such/folder" };
    expect(await reasonOf(home, { env })).toEqual(DENIED);
  });

  test("is not asked where the rest decides, nor for another tool, nor for an open hook", async () => {
    const services = { runHandler: (): Promise<HandlerEnd> => Promise.reject(new Error("it was asked")) };
    await using decided = await createHome(guard("all(env(NOBODY_SETS_THIS), shell(true))"));
    expect(await reasonOf(decided, { services })).toBe("");
    await using open = await createHome(guard("shell(true)", "hook", { mode: "open" }));
    expect(await reasonOf(open, { services })).toBe("");
    const text = guard("shell(true)").guarded["SYMPOSIUM.toml"].replace("[[hooks]]", '[[hooks]]\nmatcher = "Read"');
    await using other = await createHome({ guarded: { "SYMPOSIUM.toml": text, "guard.sh": DENIES } });
    expect(await reasonOf(other, { services })).toBe("");
  });

  test("an old answer counts until there is another, also where the program has become broken", async () => {
    await using home = await createHome(guard("asks(it)", "hook", { ask: "exit 0\n" }));
    expect(await reasonOf(home)).toEqual(DENIED);
    rmSync(home.getPath("plugins/guarded/ask.sh"));
    expect(await reasonOf(home)).toEqual(DENIED);
  });
});

describe("RT-29 a process that does not count as a custom predicate", () => {
  const defines = (text: string) => ({ "SYMPOSIUM.toml": text, "ask.sh": "exit 0\n" });
  test.each<[string, Record<string, object>]>([
    ["two plugins define it", { one: defines(manifestText("one", CUSTOM)), two: defines(manifestText("two", CUSTOM)) }],
    ["its manifest cannot be read", { one: defines('name = "one"\n[[predicate]\n') }],
    ["it has no command", { one: defines(manifestText("one", '[[predicate]]\nname = "asks"\n')) }],
  ])("denies where %s", async (_, plugins) => {
    const text = manifestText("guarded", hook("deny", "PreToolUse", 'predicates = ["asks(it)"]\non-failure = "closed"', "guard"));
    await using home = await createHome({ ...plugins, guarded: { "SYMPOSIUM.toml": text, "guard.sh": DENIES } });
    expect(await reasonOf(home)).toMatch(/^deny: .*guarded\/deny denies this call.*asks\(it\) is broken/);
  });
});

test("RT-29 a question is asked by the hook program where the call's folder is gone", async () => {
  await using home = await createHome(guard("shell(true)"));
  const { stdout } = await home.call("claude", "PreToolUse", { ...SHELL, cwd: "/no/such/folder" });
  expect(stdout).toContain(REASON);
});

describe("RT-29 PL-16 the gate of a repository's own guard, which no process has asked", () => {
  const GATE = 'on-failure = "closed"\npredicates = ["shell(echo x >> asked)", "asks(it)"]\n';
  const repository = () => repositoryHome(`${GATE}${CUSTOM}`, { "ask.sh": "echo x >> asked\n" });

  test("is not asked before the user agreed, and in the first call after that", async () => {
    await using home = await repository();
    expect(await reasonOf(home)).toBe("");
    expect(existsSync(home.getPath("work/asked"))).toBe(false);
    decide(home, "accepted");
    expect(await reasonOf(home)).toContain("Not here.");
    expect(existsSync(home.getPath("work/asked"))).toBe(true);
  });

  test("is asked where its program was written again with the same bytes a moment ago", async () => {
    await using home = await repository();
    decide(home, "accepted");
    writeFileSync(home.getPath("work/ask.sh"), "echo x >> asked\n");
    expect(await reasonOf(home)).toContain("Not here.");
  });

  test("nor when a byte of its program has changed since: the guard runs, as if its gate were open", async () => {
    await using home = await repository();
    decide(home, "accepted");
    appendFileSync(home.getPath("work/ask.sh"), "echo x >> changed\n");
    expect(await reasonOf(home)).toContain("Not here.");
    expect(existsSync(home.getPath("work/changed"))).toBe(false);
  });
});

describe.each(BUILT)("the process of a question, through %s", (form) => {
  const isTurn = turnsOf(form, BUILT);
  test.runIf(isTurn())("RT-29 the first call of every agent is denied, and a broken gate denies", { timeout: 120_000 }, async () => {
    for (const [predicate, words] of [
      ["shell(true)", REASON],
      ["shell(no-such-program)", "shell(no-such-program) is broken"],
    ] as const)
      for (const { oracle, payloads } of await agentsUnderTest()) {
        const at = onePerEvent(payloads).find(({ event, payload }) => oracle.means(event, payload) === "PreToolUse");
        if (at === undefined || !oracle.obeys(at.event, at.payload).block) continue;
        await using home = await createHome(guard(predicate));
        const { blocked, reason } = await oracle.read(at.event, at.payload, await home.call(oracle.agent, at.event, at.payload, { form }));
        expect({ agent: oracle.agent, blocked, reason }).toEqual({
          agent: oracle.agent,
          blocked: true,
          reason: expect.stringContaining(words),
        });
      }
  });
});
