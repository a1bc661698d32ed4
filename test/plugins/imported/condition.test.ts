import { expect, test } from "vitest";

import { loadShim } from "../../../src/agents/find-agent.ts";
import { importStage, settings } from "./stage.ts";

const { holds } = (await loadShim("claude-code"))!;

test.skipIf(holds === undefined).each([
  ["Bash", true],
  ["Bash(git push *)", false],
  ["Edit(src/**)", false],
])("IX-14 IX-13 with `if: %s` it blocks the shell: %s", async (rule, blocked) => {
  await using stage = await importStage({ ".claude": { "settings.json": settings("PreToolUse", [{ command: "exit 2", if: rule }]) } });
  await stage.importAs();
  expect((await stage.shell("gemini-cli", "BeforeTool")).blocked).toBe(blocked);
});
