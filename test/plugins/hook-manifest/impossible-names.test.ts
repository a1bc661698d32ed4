import { describe, expect, test } from "vitest";

import { problemText } from "../../../src/files/problem.ts";
import { readManifest } from "../../../src/plugins/hook-manifest/hook-manifest-text.ts";

function warningsOf(matcher: string, event = "before_tool_execute") {
  const hook = `{"event": "${event}", "handler": {"type": "command", "command": "x"},\n"matcher": ${matcher}}`;
  const read = readManifest(`{"spec": "hooks/1.0", "hooks": [${hook}]}`, "hooks.json");
  return read.ok ? read.warnings.map((problem) => [problemText(problem), problem.hint]) : expect.fail("invalid");
}

describe("IX-2 a name that no tool can have", () => {
  test.each([
    ['"Bash|Write"', 'hooks.json:2:12: Hook 1: "Bash|Write" is one name, which no tool has', 'write ["Bash","Write"] for these tools'],
    ['["shell", "a, b"]', 'hooks.json:2:22: Hook 1: "a, b" is one name, which no tool has', 'write ["a","b"] for these tools'],
    ['"*"', 'hooks.json:2:12: Hook 1: "*" is one name, which no tool has', "leave `matcher` out for every tool"],
    ['"^mcp__.*"', 'hooks.json:2:12: Hook 1: "^mcp__.*" is one name, which no tool has', 'write {"pattern": …} for a pattern'],
  ])("%s is a warning with what to write", (matcher, message, hint) => expect(warningsOf(matcher)).toEqual([[message, hint]]));

  test.each(["Bash", "github.list", "@github/list", "mcp__my-server__do_it", "a:b"])("%s is an ordinary name", (name) =>
    expect(warningsOf(JSON.stringify(name))).toEqual([]),
  );

  test("has no effect at an event without a tool", () => expect(warningsOf('"a|b"', "session_start")).toEqual([]));
});
