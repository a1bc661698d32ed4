import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { createHome } from "../support/home.ts";
import { hook, plugin, says } from "../support/plugin.ts";
import { capturedPayload } from "../support/payloads.ts";

describe("a call for which no hook is installed", () => {
  test("RT-19 carries context that waits", async () => {
    await using home = await createHome(plugin("notes", hook("say"), { "say.sh": says({ additionalContext: "remember" }) }));
    const before = capturedPayload("gemini-cli", "BeforeTool.shell");
    await home.call("gemini", "BeforeTool", before);
    const after = { ...capturedPayload("gemini-cli", "AfterTool.shell"), session_id: before["session_id"] as string };
    expect((await home.call("gemini", "AfterTool", after)).stdout).toContain("remember");
    expect(home.trace().at(-1)?.ran).toEqual([]);
  });

  test("RT-24 prunes old sessions when one begins", async () => {
    await using home = await createHome();
    mkdirSync(home.getPath("sessions/codex"), { recursive: true });
    writeFileSync(home.getPath("sessions/codex/old.json"), "{}");
    utimesSync(home.getPath("sessions/codex/old.json"), 1, 1);
    await home.call("codex", "SessionStart", capturedPayload("codex", "SessionStart"));
    expect(readdirSync(home.getPath("sessions/codex"))).toEqual([]);
  });
});

test("RT-21 an unreadable payload is denied by no one who does not fail closed", async () => {
  await using home = await createHome(plugin("guard", hook("open"), { "open.sh": says({ decision: "deny" }) }));
  expect((await home.call("claude", "PreToolUse", '{"tool_name": "Ba')).stdout).toBe("");
});
