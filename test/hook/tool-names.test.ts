import { expect, test } from "vitest";

import { createHome } from "../support/home.ts";
import { hook, plugin } from "../support/plugin.ts";
import { capturedPayload } from "../support/payloads.ts";

/** One captured call of a tool on each agent, under its neutral and Claude's name. */
const TOOLS: readonly [agent: string, payload: string, neutral: string, claude: string][] = [
  ["claude-code", "PreToolUse.shell", "shell", "Bash"],
  ["claude-code", "PreToolUse.read", "file_read", "Read"],
  ["claude-code", "PreToolUse.write", "file_write", "Write"],
  ["claude-code", "PreToolUse.edit", "file_edit", "Edit"],
  ["claude-code", "PreToolUse.grep", "search", "Grep"],
  ["claude-code", "PreToolUse.glob", "find", "Glob"],
  ["claude-code", "PreToolUse.web-search", "web_search", "WebSearch"],
  ["claude-code", "PreToolUse.web-fetch", "web_fetch", "WebFetch"],
  ["claude-code", "PreToolUse.agent", "agent", "Agent"],
  ["codex", "PreToolUse.shell", "shell", "Bash"],
  ["codex", "PreToolUse.patch-update", "file_edit", "Edit"],
  ["codex", "PreToolUse.patch-add", "file_write", "Write"],
  ["codex", "PreToolUse.agent", "agent", "Agent"],
  ["gemini-cli", "BeforeTool.shell", "shell", "Bash"],
  ["gemini-cli", "BeforeTool.replace", "file_edit", "Edit"],
  ["gemini-cli", "BeforeTool.grep", "search", "Grep"],
  ["gemini-cli", "BeforeTool.agent", "agent", "Task"],
];

test.each(TOOLS)("RT-10 %s %s meets matchers for %s and %s, and no others", async (agent, name, neutral, claude) => {
  const hooks =
    hook("neutral", "PreToolUse", `matcher = "${neutral}"`) +
    hook("claude", "PreToolUse", `matcher = "${claude}"`) +
    hook("other", "PreToolUse", 'matcher = "NotebookEdit"');
  const silent = { "neutral.sh": "cat >/dev/null", "claude.sh": "cat >/dev/null", "other.sh": "exit 2" };
  await using home = await createHome(plugin("guard", hooks, silent));
  await home.call(agent, name.slice(0, name.indexOf(".")), capturedPayload(agent, name));
  expect(home.trace()[0]).toMatchObject({
    ran: [{ hook: "guard/neutral" }, { hook: "guard/claude" }],
    skipped: { matcher: ["guard/other"] },
  });
});
