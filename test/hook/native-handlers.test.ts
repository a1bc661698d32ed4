import { describe, expect, test } from "vitest";

import type { HandlerEnd } from "../../src/host/run-handler.ts";
import { createHome } from "../support/home.ts";
import { plugin } from "../support/plugin.ts";
import { capturedPayload } from "../support/payloads.ts";

const SHELL = capturedPayload("claude-code", "PreToolUse.shell");

/** Hooks `first`, `second` … of one plugin, all in this format, at one event. */
function hooks(format: string, event: string, names: readonly string[]): string {
  return names
    .map((name) => `[[hooks]]\nname = "${name}"\nevent = "${event}"\nformat = "${format}"\ncommand = { script = "${name}.sh" }\n`)
    .join("\n");
}

type Said = Partial<Extract<HandlerEnd, { kind: "exited" }>> & { readonly json?: object };

/** Calls the agent's hooks, which end as told, in order; gives the answer and what each was given. */
async function call(agent: string, event: string, payload: object, format: string, ...said: readonly Said[]) {
  const names = ["first", "second", "third"].slice(0, said.length);
  const files = Object.fromEntries(names.map((name) => [`${name}.sh`, ""]));
  await using home = await createHome(plugin("guard", hooks(format, event, names), files));
  const inputs: string[] = [];
  const { stdout } = await home.call(agent, event, payload, {
    services: {
      runHandler: async ({ input }) => {
        const { json, ...end } = said[inputs.push(input) - 1] ?? {};
        return { kind: "exited", code: 0, stdout: json === undefined ? "" : JSON.stringify(json), stderr: "", ms: 1, ...end };
      },
    },
  });
  return { output: stdout === "" ? undefined : (JSON.parse(stdout) as object), inputs, trace: home.trace().at(-1) };
}

describe("RT-15 a handler in Claude Code's own format", () => {
  const atTool = (...said: readonly Said[]) => call("claude", "PreToolUse", SHELL, "claude", ...said);

  test("gets the payload as it is, and after a rewrite as if the agent had sent that", async () => {
    const rewrite = { hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { command: "ls" } } };
    const { inputs } = await atTool({ json: rewrite }, {});
    expect(inputs.map((input) => (JSON.parse(input) as { tool_input: object }).tool_input)).toEqual([
      SHELL["tool_input"],
      { command: "ls" },
    ]);
  });

  test("fields we have no name for pass through, the later handler winning", async () => {
    const { output } = await atTool(
      { json: { terminalSequence: "a", hookSpecificOutput: { hookEventName: "PreToolUse", somethingNew: 1 } } },
      { json: { terminalSequence: "b", hookSpecificOutput: { hookEventName: "PreToolUse", another: 2 } } },
    );
    expect(output).toEqual({ terminalSequence: "b", hookSpecificOutput: { hookEventName: "PreToolUse", somethingNew: 1, another: 2 } });
  });

  test("exit code 2 blocks with stderr", async () => {
    const { output } = await atTool({ code: 2, stderr: "too risky\n" });
    expect(output).toMatchObject({
      hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "too risky (guard/first)" },
    });
  });

  test("exit code 2 has no effect on a permission, and the user reads why", async () => {
    const payload = capturedPayload("claude-code", "PermissionRequest.shell");
    expect((await call("claude", "PermissionRequest", payload, "claude", { code: 2, stderr: "no" })).output).toEqual({
      systemMessage: "no",
    });
  });

  test("RT-16 any other exit code is a failure", async () => {
    const { trace } = await atTool({ code: 1, json: { decision: "block" } });
    expect(trace?.ran[0]).toMatchObject({ failure: "it exited with code 1" });
  });

  test("plain text is context at a prompt and at the start of a session, and nothing elsewhere", async () => {
    const prompt = capturedPayload("claude-code", "UserPromptSubmit");
    const { output } = await call("claude", "UserPromptSubmit", prompt, "claude", { stdout: "good to know\n" });
    expect(output).toEqual({ hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: "good to know" } });
    expect((await atTool({ stdout: "good to know\n" })).output).toBeUndefined();
  });
});

describe("RT-15 a handler in another agent's own format", () => {
  test("Codex, whose reader takes no field it does not know, is given none", async () => {
    const payload = capturedPayload("codex", "PreToolUse.shell");
    expect((await call("codex", "PreToolUse", payload, "codex", { json: { somethingNew: 1 } })).output).toBeUndefined();
  });

  describe("Gemini CLI", () => {
    const payload = capturedPayload("gemini-cli", "BeforeTool.shell");
    const atTool = (said: Said) => call("gemini", "BeforeTool", payload, "gemini", said);

    test("a high exit code with words on stderr denies", async () => {
      expect((await atTool({ code: 3, stderr: "too risky" })).output).toEqual({ decision: "deny", reason: "too risky (guard/first)" });
    });

    test("its rewrite stands under tool_input", async () => {
      const { output } = await atTool({ json: { hookSpecificOutput: { tool_input: { command: "ls" } } } });
      expect(output).toEqual({ hookSpecificOutput: { hookEventName: "BeforeTool", tool_input: { command: "ls" } } });
    });

    test("fields we have no name for pass through", async () => {
      const { output } = await atTool({ json: { somethingNew: 1, hookSpecificOutput: { another: 2 } } });
      expect(output).toEqual({ somethingNew: 1, hookSpecificOutput: { hookEventName: "BeforeTool", another: 2 } });
    });
  });
});
