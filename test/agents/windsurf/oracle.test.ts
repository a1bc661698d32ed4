import { describe, expect, test } from "vitest";

import { exit, json, nested, plain } from "../../oracles/answers.ts";
import { type HookAnswer, isLegal, withToolInput } from "../../oracles/oracle.ts";
import { oracle } from "./oracle.ts";

const at = (event: string, answer: HookAnswer) => oracle.read(event, {}, answer);

describe("RT-30 Windsurf before an action", () => {
  test("exit 2 blocks before every tool and at a prompt, and nowhere else", () => {
    const blocked = oracle.events.filter((event) => at(event, exit(2, "WHY\n")).blocked);
    expect(blocked).toEqual(["pre_run_command", "pre_write_code", "pre_read_code", "pre_mcp_tool_use", "pre_user_prompt"]);
    expect(at("pre_run_command", exit(2, "WHY"))).toEqual({ blocked: true, reason: "WHY", ignored: false });
  });

  test.each<[string, HookAnswer]>([
    ["Claude's denial", nested("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: "WHY" })],
    ["decision: block", json({ decision: "block", reason: "WHY" })],
    ["plain text", plain("no")],
    ["exit 1 with stderr", exit(1, "WHY")],
    ["exit 3 with stderr", exit(3, "WHY")],
  ])("%s lets it go on", (_, answer) => {
    expect(at("pre_run_command", answer)).toMatchObject({ blocked: false, ignored: true, void: expect.any(String) });
  });
});

test("RT-30 nothing reaches Windsurf's model but the reason of a block", () => {
  const context = nested("UserPromptSubmit", { additionalContext: "CTX" });
  for (const event of oracle.events) for (const answer of [plain("CTX"), context]) expect(at(event, answer).context).toBeUndefined();
  expect(at("post_run_command", exit(2, "WHY"))).toMatchObject({ blocked: false, ignored: true });
});

test("RT-30 the input of a tool is tool_info, and for MCP its arguments", () => {
  const command = { tool_info: { command_line: "ls", cwd: "/" } };
  const mcp = { tool_info: { mcp_server_name: "s", mcp_tool_name: "t", mcp_tool_arguments: { a: 1 } } };
  expect(oracle.toolInput(command)).toEqual({ command_line: "ls", cwd: "/" });
  expect(oracle.toolInput(mcp)).toEqual({ a: 1 });
  expect(withToolInput(oracle, command, { command_line: "id" })).toEqual({ tool_info: { command_line: "id" } });
  expect(withToolInput(oracle, mcp, { a: 2 })).toEqual({ tool_info: { ...mcp.tool_info, mcp_tool_arguments: { a: 2 } } });
});

test("RT-30 legal for Windsurf: silence, or exit 2 with a reason and nothing beside it", () => {
  for (const answer of [plain(""), exit(2, "WHY")]) expect(isLegal(oracle, answer)).toBe(true);
  for (const answer of [plain("CTX"), exit(2), exit(2, "WHY", "CTX"), exit(1, "WHY"), exit(0, "log line")]) {
    expect(isLegal(oracle, answer)).toBe(false);
  }
});
