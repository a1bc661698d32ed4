import { describe, expect, test } from "vitest";

import { hookTime as claude } from "../../src/agents/claude-code/payload.ts";
import { absorb, nothingYet } from "../../src/hook/combine.ts";
import { symposiumInput } from "../../src/model/handler-formats.ts";
import { withServedCommand } from "../../src/model/input.ts";
import type { Outcome } from "../../src/model/outcome.ts";

const AUTHOR = { plugin: "guard", hook: "shell", onUnsupported: "deny" } as const;

function call(tool: string, args: readonly string[]) {
  return withServedCommand(
    claude.read({ session_id: "s", cwd: "/w", tool_name: tool, tool_input: { args }, hook_event_name: "PreToolUse" }, "PreToolUse"),
  );
}

const spin = () => call("mcp__symposium__spin", ["--fast", "two words", "it's"]);
const absorbed = (outcome: Outcome) => absorb(nothingYet(spin()), outcome, AUTHOR, claude, []);

describe("MC-7 RT-10 a plugin's command called as a tool", () => {
  test("a hook for the shell reads the command line, quoted", () => {
    const input = symposiumInput({ ...spin(), event: "PreToolUse" });
    expect(input).toMatchObject({
      PreToolUse: {
        tool_name: "mcp__symposium__spin",
        tool_input: { args: ["--fast", "two words", "it's"], command: String.raw`symposium spin --fast 'two words' 'it'\''s'` },
      },
    });
  });

  test.each(["mcp__symposium__skills", "mcp__symposium__docs__search", "mcp__other__spin", "Bash"])("%s has none", (tool) => {
    expect(call(tool, []).toolInput).toEqual({ args: [] });
  });

  test("new arguments reach the tool, without the command line", () => {
    const { input, isRewritten } = absorbed({ updatedInput: { args: ["--slow"] } });
    expect(isRewritten).toBe(true);
    expect(input.nativeToolInput).toEqual({ args: ["--slow"] });
    expect(input.toolInput).toEqual({ args: ["--slow"], command: "symposium spin --slow" });
  });

  test("the same command line beside new arguments is none of them", () => {
    const { command } = spin().toolInput as { command: string };
    expect(absorbed({ updatedInput: { command } }).isRewritten).toBe(false);
  });

  test("another command line cannot be expressed, so the call is denied", () => {
    expect(absorbed({ updatedInput: { command: "true" } })).toMatchObject({ decision: "deny", isRewritten: false });
  });
});
