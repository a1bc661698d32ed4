import assert from "node:assert/strict";
import { test } from "node:test";

import { outcomeOf } from "@symposium-agents/symposium/sdk";

import { handlers } from "./handlers.ts";

test("rm -rf is refused, anything else is left to the agent", async () => {
  const ask = (command: string) => outcomeOf(handlers, "PreToolUse", { tool_name: "Bash", tool_input: { command } });
  assert.deepEqual(await ask("cd / && rm -rf *"), { decision: "deny", reason: "Destructive rm -rf commands are not allowed" });
  assert.deepEqual(await ask("cargo test"), {});
});
