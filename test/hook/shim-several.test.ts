import { describe, expect, test } from "vitest";

import { createHome } from "../support/home.ts";
import { plugin } from "../support/plugin.ts";
import { capturedPayload } from "../support/payloads.ts";
import { callIn, homeOf } from "../support/shim-handler.ts";

test.each(["Bash", "Bash|Edit", "^Ba.h$", "B.*"])(
  "IX-12 a hook that was written for Claude Code denies with the matcher %s",
  async (matcher) => {
    await using home = await homeOf("PreToolUse", `matcher = '${matcher}'`);
    const gemini = capturedPayload("gemini-cli", "BeforeTool.shell");
    const { stdout } = await callIn(home, "gemini", "PreToolUse", gemini, () => ({ code: 2, stderr: "too risky" }));
    expect(JSON.parse(stdout)).toMatchObject({ decision: "deny" });
  },
);

describe("IX-12 several hooks that were written for Claude Code", () => {
  const hooks = (event: string, format: string) =>
    ["lint", "types", "log"]
      .map((name) => `[[hooks]]\nname = "${name}"\nevent = "${event}"\nformat = "${format}"\ncommand = { script = "${name}.sh" }\n`)
      .join("\n");
  const scripts = {
    "lint.sh": "cat >/dev/null; echo 'line 1 is too long' >&2; exit 2\n",
    "types.sh": `cat >/dev/null; echo '{"decision": "block", "reason": "line 2 has no type"}'\n`,
    "log.sh": 'cat > "$(dirname "$0")/logged"\n',
  };
  const say = async (event: string, payload: string) => {
    await using home = await createHome(plugin("checks", hooks(event, "shim:claude"), scripts));
    const { stdout } = await home.call("gemini", event, capturedPayload("gemini-cli", payload));
    return JSON.parse(stdout) as Record<string, unknown>;
  };

  test("all run after a tool, as on Claude Code, and the model is told what each found", async () => {
    const { reason } = await say("PostToolUse", "AfterTool.shell");
    expect(reason).toBe("line 1 is too long (checks/lint)\nline 2 has no type (checks/types)");
  });

  test("RT-17 before a tool the first denial is the last word", async () => {
    expect(await say("PreToolUse", "BeforeTool.shell")).toMatchObject({ reason: "line 1 is too long (checks/lint)" });
  });
});
