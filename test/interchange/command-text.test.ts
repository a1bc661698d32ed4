import { describe, expect, test } from "vitest";

import { commandText } from "../../src/interchange/encode-handler.ts";
import { targetFor } from "../../src/interchange/target.ts";

describe("IX-4 a script beside the manifest is found from the project", () => {
  test.each([
    ["./check.sh", "tools/hooks", "./tools/hooks/check.sh"],
    ["./check.sh --strict $X", "tools/hooks/", "./tools/hooks/check.sh --strict $X"],
    ["scripts/check.sh", "tools", "./tools/scripts/check.sh"],
    ["./check.sh", "/home/ada/hooks", "/home/ada/hooks/check.sh"],
    ["./check.sh", "my hooks", "'my hooks/check.sh'"],
    ["./check.sh", "it's", "'it'\\''s/check.sh'"],
    ["./check.sh", "", "./check.sh"],
    // Not a script reference: the shell reads it as it is.
    ["bash check.sh", "tools", "bash check.sh"],
    ["/usr/bin/check", "tools", "/usr/bin/check"],
    ["~/check.sh", "tools", "~/check.sh"],
    ["$HOME/check.sh", "tools", "$HOME/check.sh"],
    ["check", "tools", "check"],
  ])("%s in %j", (command, base, expected) => {
    expect(commandText(command, targetFor("claude-code")!, { base }).command).toBe(expected);
  });
});

describe("IX-4 variables of another agent", () => {
  test("become the agent's own", () => {
    const { command, changes } = commandText(
      '"$QWEN_PROJECT_DIR"/a; "${QWEN_PROJECT_DIR:-.}"/b $QWEN_PROJECT_DIRS',
      targetFor("claude-code")!,
      {},
    );
    expect(command).toBe('"$CLAUDE_PROJECT_DIR"/a; "${CLAUDE_PROJECT_DIR:-.}"/b $QWEN_PROJECT_DIRS');
    expect(changes).toEqual(["Claude Code does not set QWEN_PROJECT_DIR"]);
  });

  test("are set where the agent sets none", () => {
    expect(commandText("$CLAUDE_PROJECT_DIR/a", targetFor("kiro")!, {}).command).toBe(
      'export CLAUDE_PROJECT_DIR="$PWD"; $CLAUDE_PROJECT_DIR/a',
    );
  });

  test("of a plugin are set nowhere else", () => {
    expect(commandText("${CLAUDE_PLUGIN_ROOT}/a", targetFor("codex")!, {}).broken).toMatch(/CLAUDE_PLUGIN_ROOT/);
    expect(commandText("${CLAUDE_PLUGIN_ROOT}/a", targetFor("claude-code")!, {}).broken).toMatch(/CLAUDE_PLUGIN_ROOT/);
  });
});
