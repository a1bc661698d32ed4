import { rmSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { createHome } from "../support/home.ts";
import { hook, plugin, says } from "../support/plugin.ts";
import { capturedPayload } from "../support/payloads.ts";

const SHELL = capturedPayload("claude-code", "PreToolUse.shell");

describe("RT-21 what goes wrong is silence, a line on stderr and one in the trace", () => {
  const closed = plugin("guard", hook("closed", "PreToolUse", 'on-failure = "closed"\nmatcher = "Read"'), { "closed.sh": "exit 0" });

  test.each([
    ["an unknown agent", "nobody", "PreToolUse", "{}", 'unknown agent "nobody"'],
    ["an unknown event", "claude", "OnTuesday", "{}", 'unknown event "OnTuesday"'],
    ["an event the agent does not have", "codex", "notification", "{}", 'unknown event "notification"'],
    ["empty input on an event that prevents nothing", "claude", "SessionStart", "", "not a JSON object"],
    ["JSON that is not an object", "claude", "Stop", "[1]", "not a JSON object"],
  ])("%s", async (_, agent, event, payload, message) => {
    await using home = await createHome(closed);
    const { stdout, stderr, exitCode } = await home.call(agent, event, payload);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 0 });
    expect(stderr).toMatch(/^symposium: .*\n$/);
    expect(stderr).toContain(message);
    expect(home.trace()).toMatchObject([{ problems: [expect.stringContaining(message)], exit: 0, answerBytes: 0 }]);
  });

  test.each([["claude"], ["codex"], ["gemini"]])("an unreadable payload still meets hooks that fail closed (%s)", async (agent) => {
    await using home = await createHome(closed);
    const { stdout, exitCode } = await home.call(agent, "pre-tool-use", '{"tool_name": "Ba');
    expect(stdout).toContain("deny");
    expect(stdout).toContain("guard/closed");
    expect(exitCode).toBe(0);
  });

  test("RT-37 with a broken config the last good one is used", async () => {
    await using home = await createHome(plugin("guard", hook("deny"), { "deny.sh": says({ decision: "deny", reason: "no" }) }));
    await home.call("claude", "PreToolUse", SHELL);
    writeFileSync(home.getPath("config.toml"), "auto-sync = \n");
    const { stdout, stderr } = await home.call("claude", "PreToolUse", SHELL);
    expect(stdout).toContain("no (guard/deny)");
    expect(stderr).toContain("config.toml:1:");
    expect(home.trace().at(-1)).toMatchObject({ index: "rebuilt", problems: [expect.stringContaining("config.toml:1:")] });
    await home.call("claude", "PreToolUse", SHELL);
    expect(home.trace().at(-1)).toMatchObject({ index: "fresh", problems: [expect.stringContaining("config.toml:1:")] });
  });

  test("with a broken config and nothing known of an earlier one the last good index is used", async () => {
    await using home = await createHome(plugin("guard", hook("deny"), { "deny.sh": says({ decision: "deny", reason: "no" }) }));
    await home.call("claude", "PreToolUse", SHELL);
    rmSync(home.getPath("last-good"), { recursive: true });
    writeFileSync(home.getPath("config.toml"), "auto-sync = \n");
    const { stdout, stderr } = await home.call("claude", "PreToolUse", SHELL);
    expect(stdout).toContain("no (guard/deny)");
    expect(stderr).toContain("config.toml:1:");
    expect(home.trace().at(-1)).toMatchObject({ index: "last-good" });
  });

  test("with a broken config and no index nothing runs, and it is reported", async () => {
    await using home = await createHome({}, { "config.toml": "= broken" });
    const { stdout, stderr, exitCode } = await home.call("claude", "PreToolUse", SHELL);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 0 });
    expect(stderr).toContain("config.toml:1:");
  });
});

describe("RT-22 `hook symposium <event>`", () => {
  const payload = {
    PreToolUse: { tool_name: "Bash", tool_input: { command: "rm -rf /", description: "tidy" }, session_id: null, cwd: "/" },
  };

  test("gives a rewrite back as the complete input, with everything else the hook said", async () => {
    const said = { updatedInput: { command: "rm -i x" }, additionalContext: "careful", systemMessage: "changed", suppressOutput: true };
    await using home = await createHome(plugin("guard", hook("change"), { "change.sh": says(said) }));
    const { stdout, exitCode } = await home.call("symposium", "pre-tool-use", payload);
    expect(JSON.parse(stdout)).toEqual({ PreToolUse: { ...said, updatedInput: { command: "rm -i x", description: "tidy" } } });
    expect(exitCode).toBe(0);
  });

  test("says the end of the run with its reason", async () => {
    await using home = await createHome(plugin("guard", hook("end"), { "end.sh": says({ continue: false, stopReason: "enough" }) }));
    const { stdout } = await home.call("symposium", "pre-tool-use", payload);
    expect(JSON.parse(stdout)).toMatchObject({ PreToolUse: { decision: "deny", continue: false, stopReason: "enough" } });
  });

  test("runs the portable hooks and answers in the same format with exit 0", async () => {
    const hooks =
      hook("one") +
      hook("two", "PreToolUse", 'format = "interchange"') +
      hook("native", "PreToolUse", 'format = "claude"') +
      hook("codexonly", "PreToolUse", 'agent = "codex"');
    await using home = await createHome(
      plugin("guard", hooks, {
        "one.sh": says({ additionalContext: "careful" }),
        "two.sh": `cat >/dev/null; echo '{"decision":"deny","reason":"no"}'`,
        "native.sh": "touch native-ran",
        "codexonly.sh": "touch codex-ran",
      }),
    );
    const { stdout, exitCode } = await home.call("symposium", "pre-tool-use", payload);
    expect(JSON.parse(stdout)).toEqual({ PreToolUse: { decision: "deny", reason: "no (guard/two)", additionalContext: "careful" } });
    expect(exitCode).toBe(0);
    expect(home.trace()[0]).toMatchObject({
      ran: [{ hook: "guard/one" }, { hook: "guard/two" }],
      skipped: { format: ["guard/native"], agent: ["guard/codexonly"] },
    });
  });
});

describe("RT-16 a failure is never silent", () => {
  const failing = plugin("guard", hook("crash"), { "crash.sh": "echo oops >&2; exit 3" });

  test("it is told to the user once per hook and session, and traced every time", async () => {
    await using home = await createHome(failing);
    const first = await home.call("claude", "PreToolUse", SHELL);
    expect(JSON.parse(first.stdout)).toEqual({
      systemMessage: expect.stringContaining("guard/crash failed, the call went on without it: it exited with code 3"),
    });
    expect((await home.call("claude", "PreToolUse", SHELL)).stdout).toBe("");
    expect(JSON.parse((await home.call("claude", "PreToolUse", { ...SHELL, session_id: "another" })).stdout)).toHaveProperty(
      "systemMessage",
    );
    expect(home.trace().map(({ ran }) => ran[0]?.failure)).toEqual(Array(3).fill("it exited with code 3"));
  });

  test("a problem with a plugin is reported once, when the user is there to read it", async () => {
    await using home = await createHome({ bad: { "SYMPOSIUM.toml": 'name = "bad\n' } });
    expect((await home.call("claude", "PreToolUse", SHELL)).stdout).toBe("");
    const prompt = capturedPayload("claude-code", "UserPromptSubmit");
    expect(JSON.parse((await home.call("claude", "UserPromptSubmit", prompt)).stdout).systemMessage).toMatch(/bad.SYMPOSIUM\.toml:1:/);
    expect((await home.call("claude", "UserPromptSubmit", prompt)).stdout).toBe("");
  });
});

test("nothing is written where Claude Code would hand it to the model: not even that a hook failed", async () => {
  const manifest = '[[hooks]]\nname = "say"\nevent = "PreCompact"\ncommand = { script = "say.sh" }';
  await using home = await createHome(plugin("notes", manifest, { "say.sh": `${says({ systemMessage: "hello" }, "PreCompact")}exit 1` }));
  expect((await home.call("claude", "PreCompact", capturedPayload("claude-code", "PreCompact.manual"))).stdout).toBe("");
  expect(home.trace()[0]).toMatchObject({ losses: [{ code: "system-message-unsupported" }], ran: [{ failure: "it exited with code 1" }] });
});
