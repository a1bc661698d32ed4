import { expect, test } from "vitest";

import { createHome } from "../support/home.ts";
import { hook, plugin, says } from "../support/plugin.ts";
import { capturedPayload } from "../support/payloads.ts";

async function answer(agent: string, event: string, payload: object, said: object): Promise<unknown> {
  await using home = await createHome(plugin("notes", hook("say"), { "say.sh": says(said) }));
  const { stdout } = await home.call(agent, event, payload);
  return JSON.parse(stdout);
}

test("RT-6 Claude Code is told to suppress output, and shows the message all the same", async () => {
  const said = { suppressOutput: true, systemMessage: "hello" };
  expect(await answer("claude", "PreToolUse", capturedPayload("claude-code", "PreToolUse.shell"), said)).toEqual(said);
});

test("RT-6 Gemini CLI, which would hide the message as well, is only told the message", async () => {
  const payload = capturedPayload("gemini-cli", "BeforeTool.shell");
  expect(await answer("gemini", "BeforeTool", payload, { suppressOutput: true, systemMessage: "hello" })).toEqual({
    systemMessage: "hello",
  });
  expect(await answer("gemini", "BeforeTool", payload, { suppressOutput: true })).toEqual({ suppressOutput: true });
});
