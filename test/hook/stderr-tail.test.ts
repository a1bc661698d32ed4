import { describe, expect, test } from "vitest";

import { stderrTail } from "../../src/hook/read-outcome.ts";
import { capturedPayload } from "../support/payloads.ts";
import { BUILT, createHome } from "../support/home.ts";
import { hook, plugin } from "../support/plugin.ts";
import { longEnough } from "../support/long-enough.ts";

const NODE_20 = `node:internal/modules/esm/get_format:218
  throw new ERR_UNKNOWN_FILE_EXTENSION(ext, filepath);
        ^

TypeError [ERR_UNKNOWN_FILE_EXTENSION]: Unknown file extension ".ts" for /plugins/p/hook.ts
    at Object.getFileProtocolModuleFormat [as file:] (node:internal/modules/esm/get_format:218:9)
    at defaultGetFormat (node:internal/modules/esm/get_format:244:36) {
  code: 'ERR_UNKNOWN_FILE_EXTENSION'
}

Node.js v20.20.2
`;

describe("the end of stderr", () => {
  test.each([
    ["nothing", "", ""],
    ["blank lines", "\n \r\n\n", ""],
    ["one line", "broken\n", "broken"],
    ["the last five lines", "1\n2\n3\n4\n5\n6\n", "2\n3\n4\n5\n6"],
    ["without colours", "\u001b[31merror\u001b[0m: \u001b[1;4mno\u001b[m", "error: no"],
    ["other control characters as text", "a\u0007b\u001b]0;title\u0007", "a\\x07b\\x1b]0;title\\x07"],
  ])("%s", (_what, stderr, shown) => {
    expect(stderrTail(stderr)).toBe(shown);
  });

  test("at most 500 characters, from the end", () => {
    const shown = stderrTail(`${"x".repeat(2000)}the end`);
    expect([...shown]).toHaveLength(500);
    expect(shown).toMatch(/^…x+the end$/);
  });

  test("the error of a stack trace fits", () => {
    expect(stderrTail(NODE_20).split("\n")).toContain(
      'TypeError [ERR_UNKNOWN_FILE_EXTENSION]: Unknown file extension ".ts" for /plugins/p/hook.ts',
    );
  });
});

describe.each(BUILT)("a failing handler's stderr through the %s", (form) => {
  const call = capturedPayload("claude-code", "PreToolUse.shell");
  const crash = { "crash.sh": "echo 'cannot open rules.json' >&2; exit 1\n" };

  test("is in the reason of a closed hook", async () => {
    await using home = await createHome(plugin("guard", hook("crash", "PreToolUse", 'on-failure = "closed"'), crash));
    const { stdout } = await home.call("claude-code", "PreToolUse", call, { form });
    expect(JSON.parse(stdout)).toMatchObject({
      hookSpecificOutput: {
        permissionDecision: "deny",
        permissionDecisionReason:
          'The hook guard/crash failed, and on-failure = "closed" denies the call: it exited with code 1\nits stderr:\ncannot open rules.json',
      },
    });
    expect(home.trace()[0]?.ran[0]).toMatchObject({ failure: "it exited with code 1" });
  });

  test("is in the message to the user where the hook is open", async () => {
    await using home = await createHome(plugin("guard", hook("crash"), crash));
    const { stdout } = await home.call("claude-code", "PreToolUse", call, { form });
    expect(JSON.parse(stdout)).toMatchObject({
      systemMessage: expect.stringMatching(/it exited with code 1\nits stderr:\ncannot open rules\.json$/),
    });
  });

  test("is there when the time is up, and without it nothing is added", async () => {
    const slow = { "slow.sh": "echo waiting >&2; sleep 20\n", "mute.sh": "exit 3\n" };
    const callWithin = async (deadlineMs: number) => {
      const hooks = hook("mute", "PreToolUse") + hook("slow", "PreToolUse", `timeout = ${deadlineMs / 1000}\non-failure = "closed"`);
      await using home = await createHome(plugin("guard", hooks, slow));
      return (await home.call("claude-code", "PreToolUse", call, { form })).stdout;
    };
    const { hookSpecificOutput, systemMessage } = JSON.parse(await longEnough(500, callWithin, (said) => said.includes("waiting")));
    expect(hookSpecificOutput.permissionDecisionReason).toMatch(/it did not answer within [\d.]+ s\nits stderr:\nwaiting$/);
    expect(systemMessage).toContain("it exited with code 3\nsymposium: the hook guard/slow");
  });
});
