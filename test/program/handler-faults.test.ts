/** Handlers that misbehave, and what that costs a call through the built programs: an answer always comes. */

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { isAlive, until } from "../host/runtimes.ts";
import { BUILT, createHome, type Home } from "../support/home.ts";
import { inTurns, turnsOf } from "../support/thoroughness.ts";
import { hook, plugin, says } from "../support/plugin.ts";
import { context, SHELL, speaker } from "./calling.ts";
import { longEnough } from "../support/long-enough.ts";

const HELLO = `echo '{"PreToolUse":{"additionalContext":"hello"}}'`;
const MEGABYTE = 1024 * 1024;

/** More than ten megabytes, of characters that a careless reader cuts in two. */
const LARGE = JSON.stringify({ ...SHELL, tool_input: { command: `echo ${"é€".repeat(2.2 * MEGABYTE)}` } });

const failure = (words: string) => ({
  exitCode: 0,
  stderr: "",
  stdout: expect.stringMatching(new RegExp(`^{"systemMessage":".*speaker/say failed.*${words}.*"}$`)),
});

const numberIn = (home: Home, file: string) => Number(readFileSync(home.getPath(file), "utf8"));

describe.concurrent.each(BUILT)("processes that misbehave, through %s", (form) => {
  const isTurn = turnsOf(form, BUILT);
  test.runIf(isTurn())("RT-12 RT-21 a payload of ten megabytes reaches a handler of its own format byte for byte", async () => {
    const script = 'printf \'{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"%s"}}\' "$(cksum)"';
    await using home = await createHome(speaker(script, 'format = "claude"'));
    expect(Buffer.byteLength(LARGE)).toBeGreaterThan(10 * MEGABYTE);
    expect(await home.call("claude", "PreToolUse", LARGE, { form })).toEqual(
      context(execFileSync("cksum", { input: LARGE, encoding: "utf8" }).trim()),
    );
  });

  test.runIf(isTurn())("RT-12 a handler that never reads a large payload is heard all the same", async () => {
    await using home = await createHome(speaker(HELLO));
    expect(await home.call("claude", "PreToolUse", LARGE, { form })).toEqual(context());
  });

  test.runIf(isTurn())("RT-12 a handler that answers before it reads is heard, and then reads", async () => {
    await using home = await createHome(speaker(`${HELLO}; cat > "$SYMPOSIUM_HOME/read"`));
    expect(await home.call("claude", "PreToolUse", LARGE, { form })).toEqual(context());
    expect(JSON.parse(readFileSync(home.getPath("read"), "utf8"))).toMatchObject({
      PreToolUse: { tool_input: JSON.parse(LARGE).tool_input },
    });
  });

  test.runIf(isTurn())("RT-12 RT-16 a handler that prints 100 MB after its answer has failed, and that is reported", async () => {
    await using home = await createHome(speaker(`cat >/dev/null; ${HELLO}; yes | head -c ${100 * MEGABYTE}`));
    expect(await home.call("claude", "PreToolUse", SHELL, { form })).toMatchObject({
      stdout: expect.stringMatching(/^{"systemMessage":".*speaker\/say failed.*text beside the JSON object.*"additionalContext":"hello"/),
    });
  });

  test.runIf(isTurn())("RT-12 100 MB on stderr do not hide the answer", async () => {
    await using home = await createHome(speaker(`cat >/dev/null; yes | head -c ${100 * MEGABYTE} >&2; ${HELLO}`));
    expect(await home.call("claude", "PreToolUse", SHELL, { form })).toEqual(context());
  });

  test.runIf(isTurn())("RT-12 RT-13 RT-16 a handler that ignores TERM is gone after its deadline", async () => {
    const script = `trap '' TERM; echo $$ > "$SYMPOSIUM_HOME/pid"; while :; do sleep 1; done`;
    const callWithin = async (deadlineMs: number) => {
      await using home = await createHome(speaker(script, `timeout = ${deadlineMs / 1000}`));
      expect(await home.call("claude", "PreToolUse", SHELL, { form })).toEqual(failure("did not answer within"));
      expect(home.trace()[0]?.ran).toMatchObject([{ exit: "timed-out", policy: "open" }]);
      return existsSync(home.getPath("pid")) ? numberIn(home, "pid") : 0;
    };
    const pid = await longEnough(2_000, callWithin, (number) => number > 0);
    expect(pid).toBeGreaterThan(0);
    await until(() => !isAlive(pid));
  });

  test.runIf(isTurn())("RT-12 a daemon that holds the handler's pipes does not hold the program, and lives on", async () => {
    await using home = await createHome(speaker(`cat >/dev/null; sleep 300 & echo $! > "$SYMPOSIUM_HOME/pid"; ${HELLO}`));
    expect(await home.call("claude", "PreToolUse", SHELL, { form })).toEqual(context());
    const daemon = numberIn(home, "pid");
    expect(isAlive(daemon)).toBe(true);
    process.kill(daemon, "SIGKILL");
  });

  test.each(
    inTurns(
      [
        ["a signal", "kill -SEGV $$", "SIGSEGV"],
        ["its own process group, which is not ours", "kill -KILL 0", "SIGKILL"],
      ],
      form,
      BUILT,
    ),
  )("RT-16 a handler that dies by killing %s", async (_, script, signal) => {
    await using home = await createHome(speaker(script));
    expect(await home.call("claude", "PreToolUse", SHELL, { form })).toEqual(failure(`ended by ${signal}`));
    expect(home.trace()[0]?.ran).toMatchObject([{ exit: signal, failure: `it was ended by ${signal}` }]);
  });

  test.runIf(isTurn())("RT-16 a handler that dies denies where it is set to, and the next one does not run", async () => {
    const files = { "first.sh": "kill -KILL $$", "second.sh": 'touch "$SYMPOSIUM_HOME/ran"' };
    await using home = await createHome(plugin("guard", hook("first", "PreToolUse", 'on-failure = "closed"') + hook("second"), files));
    const { hookSpecificOutput } = JSON.parse((await home.call("claude", "PreToolUse", SHELL, { form })).stdout);
    expect(hookSpecificOutput).toEqual({
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringMatching(/guard\/first.*SIGKILL/),
    });
    expect(home.trace()[0]).toMatchObject({ ran: [{ hook: "guard/first" }], skipped: { "after-deny": ["guard/second"] } });
  });

  test.runIf(isTurn())("RT-14 an environment of a megabyte reaches the handler", async () => {
    const env = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`LONG_${n}`, `${n}`.repeat(100_000)]));
    const script = 'cat >/dev/null; printf \'{"PreToolUse":{"additionalContext":"%s"}}\' "${#LONG_0} ${#LONG_9}"';
    await using home = await createHome(speaker(script));
    expect(await home.call("claude", "PreToolUse", SHELL, { form, env })).toEqual(context("100000 100000"));
  });

  test.each(
    inTurns(
      [
        ["without a first line, and not executable", says({ additionalContext: "hello" })],
        ["with line ends of Windows", `${HELLO}\r\n`],
        ["with a byte order mark", `\uFEFF\n${HELLO}\n`],
        ["with the first line of another shell", `#!/no/such/shell\n${HELLO}\n`],
      ],
      form,
      BUILT,
    ),
  )("RT-12 a script is read by sh: %s", async (_, script) => {
    await using home = await createHome(speaker(script));
    expect(await home.call("claude", "PreToolUse", SHELL, { form })).toEqual(context());
  });

  test.each(
    inTurns(
      [
        ["is not there", {}, 0o755, "was not found"],
        ["is not executable", { run: `#!/bin/sh\n${HELLO}\n` }, 0o644, "is not executable"],
        ["is text without a first line", { run: HELLO }, 0o755, "has no #! line"],
        ["names an interpreter that is not there", { run: "#!/no/such/shell\n" }, 0o755, "the interpreter on its first line"],
        ["is a folder", { run: { file: "" } }, 0o755, "is not executable|was not found"],
      ],
      form,
      BUILT,
    ),
  )("RT-12 RT-16 an executable that %s is a missing one, and the trace says why", async (_, files, mode, why) => {
    const manifest = '\n[[hooks]]\nname = "say"\nevent = "PreToolUse"\ncommand = { executable = "./run" }\n';
    await using home = await createHome(plugin("speaker", manifest, files));
    if ("run" in files) chmodSync(home.getPath("plugins/speaker/run"), mode);
    expect(await home.call("claude", "PreToolUse", SHELL, { form })).toEqual(failure(""));
    expect(home.trace()[0]?.ran).toMatchObject([{ exit: "missing", failure: expect.stringMatching(why) }]);
  });
});
