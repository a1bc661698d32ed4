/** Where the commands of converted hooks look for their scripts; `test/program/converted-scripts.test.ts` runs them. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { household, symposium } from "./command-line.ts";

describe("IX-9 hooks convert", () => {
  test.each([
    ["./guard.sh --strict", '"./guard.sh" --strict'],
    ["hooks/guard.sh", '"hooks/guard.sh"'],
    ["sh ./guard.sh", "sh ./guard.sh"],
  ])("the script of an agent's command %j is not beside the manifest", async (command, expected) => {
    const settings = JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: "command", command }] }] } });
    const { stdout } = await symposium(["hooks", "convert", "--to", "hooks"], { stdin: settings });
    expect(JSON.parse(stdout).hooks[0].handler.command).toBe(expected);
  });

  test("a manifest in another folder names its script and the pinned bytes from there", async () => {
    const handler = { type: "command", command: "./guard.sh --strict" };
    const hooks = [{ event: "before_tool_execute", blocking: true, handler }];
    const text = JSON.stringify({ spec: "hooks/1.0", hooks, content_hashes: { "guard.sh": `sha256:${"0".repeat(64)}` } });
    await using house = await household({ project: { tools: { "hooks.json": text }, out: {} } });
    await house.run(["hooks", "convert", "--to", "hooks", "-o", "out/moved.json", "tools/hooks.json"]);
    const moved = JSON.parse(readFileSync(join(house.project, "out/moved.json"), "utf8"));
    expect(moved.hooks[0].handler.command).toBe("./../tools/guard.sh --strict");
    expect(Object.keys(moved.content_hashes)).toEqual(["../tools/guard.sh"]);
  });
});
