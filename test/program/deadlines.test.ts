/** Deadlines through the built programs, read off the trace: no clock decides whether these tests pass. */

import { existsSync, readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { isAlive, until } from "../host/runtimes.ts";
import { BUILT, createHome, type Home } from "../support/home.ts";
import { hook, plugin } from "../support/plugin.ts";
import { capturedPayload } from "../support/payloads.ts";
import { SHELL } from "./calling.ts";
import { turnsOf } from "../support/thoroughness.ts";

const SLEEP = 'echo $$ > "$SYMPOSIUM_HOME/$1pid"; sleep 10';

/** So that the time of the call that counts is not spent on it. */
const makeIndex = (home: Home) =>
  home.call("claude", "SessionStart", capturedPayload("claude-code", "SessionStart"), { form: "native-hook" });

const END = capturedPayload("claude-code", "SessionEnd");

describe.concurrent.each(BUILT)("processes that are ended by %s", (form) => {
  const isTurn = turnsOf(form, BUILT);
  test.runIf(isTurn())("RT-13 the end of a session does not wait for a handler that sleeps, whatever timeout it has", async () => {
    await using home = await createHome(plugin("slow", hook("sleep", "SessionEnd", "timeout = 20"), { "sleep.sh": SLEEP }));
    await makeIndex(home);
    const { exitCode } = await home.call("claude", "SessionEnd", END, { form });
    // There Claude Code shows the user what stands on stderr with exit code 2, and nothing else.
    expect(exitCode).toBe(2);
    expect(home.trace().slice(1)).toMatchObject([
      { ran: [{ hook: "slow/sleep", exit: "timed-out", policy: "open", failure: expect.stringContaining("did not answer") }] },
    ]);
    await until(() => !isAlive(Number(readFileSync(home.getPath("pid"), "utf8"))));
  });

  test.runIf(isTurn())(
    "RT-13 RT-16 handlers share the time of the call in order; those it does not reach follow their policy",
    async () => {
      const hooks = hook("first", "SessionEnd") + hook("second", "SessionEnd", 'on-failure = "closed"') + hook("third", "SessionEnd");
      const files = {
        "first.sh": "trap '' TERM; while :; do sleep 1; done",
        "second.sh": 'touch "$SYMPOSIUM_HOME/second-ran"',
        "third.sh": 'touch "$SYMPOSIUM_HOME/third-ran"',
      };
      await using home = await createHome(plugin("slow", hooks, files));
      await makeIndex(home);
      const { exitCode } = await home.call("claude", "SessionEnd", END, { form });
      expect(exitCode).toBe(2);
      const late = { exit: "no-time", failure: "no time was left to start it" };
      expect(home.trace()[1]?.ran).toMatchObject([
        { hook: "slow/first", exit: "timed-out", policy: "open" },
        { hook: "slow/second", policy: "closed", ...late },
        { hook: "slow/third", policy: "open", ...late },
      ]);
      expect([existsSync(home.getPath("second-ran")), existsSync(home.getPath("third-ran"))]).toEqual([false, false]);
    },
  );

  test.runIf(isTurn())("RT-13 RT-16 a timeout in fractions of a second, for each handler by itself", async () => {
    const hooks = hook("sleep", "PreToolUse", 'timeout = 0.3\non-failure = "closed"') + hook("after");
    await using home = await createHome(plugin("slow", hooks, { "sleep.sh": SLEEP, "after.sh": "" }));
    const { stdout } = await home.call("claude", "PreToolUse", SHELL, { form });
    expect(JSON.parse(stdout).hookSpecificOutput).toMatchObject({
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringMatching(/slow\/sleep.*did not answer within/),
    });
    expect(home.trace()[0]).toMatchObject({ ran: [{ exit: "timed-out", policy: "closed" }], skipped: { "after-deny": ["slow/after"] } });
  });

  test.runIf(isTurn())("RT-13 one handler's deadline does not cost the next one its turn", async () => {
    const hooks = hook("sleep", "PreToolUse", "timeout = 0.3") + hook("after");
    await using home = await createHome(
      plugin("slow", hooks, { "sleep.sh": SLEEP, "after.sh": 'cat >/dev/null; echo \'{"PreToolUse":{"additionalContext":"hello"}}\'' }),
    );
    const { stdout } = await home.call("claude", "PreToolUse", SHELL, { form });
    expect(JSON.parse(stdout)).toMatchObject({
      hookSpecificOutput: { additionalContext: "hello" },
      systemMessage: expect.stringContaining("slow/sleep"),
    });
    expect(home.trace()[0]?.ran.map(({ exit }) => exit)).toEqual(["timed-out", 0]);
  });
});
