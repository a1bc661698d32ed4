import { expect, test } from "vitest";

import { createHome } from "../support/home.ts";
import { hook, plugin, says } from "../support/plugin.ts";

const payload = { PreToolUse: { tool_name: "Bash", tool_input: { command: "rm x", description: "tidy" }, session_id: null, cwd: "/" } };

test("RT-22 a rewrite comes back as the complete input, with everything else the hook said", async () => {
  const said = { updatedInput: { command: "rm -i x" }, additionalContext: "careful", systemMessage: "changed", suppressOutput: true };
  await using home = await createHome(plugin("guard", hook("change"), { "change.sh": says(said) }));
  const { stdout, exitCode } = await home.call("symposium", "pre-tool-use", payload);
  expect(JSON.parse(stdout)).toEqual({ PreToolUse: { ...said, updatedInput: { command: "rm -i x", description: "tidy" } } });
  expect(exitCode).toBe(0);
});

test("RT-22 the end of the run is said with its reason", async () => {
  await using home = await createHome(plugin("guard", hook("end"), { "end.sh": says({ continue: false, stopReason: "enough" }) }));
  const { stdout } = await home.call("symposium", "pre-tool-use", payload);
  expect(JSON.parse(stdout)).toMatchObject({ PreToolUse: { decision: "deny", continue: false, stopReason: "enough" } });
});
