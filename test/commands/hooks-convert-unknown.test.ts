import { describe, expect, test } from "vitest";

import { type ConversionLoss, sentenceOf } from "../../src/interchange/losses.ts";
import { household } from "./command-line.ts";

const hooks = (command: string) => [{ hooks: [{ type: "command", command }] }];
const SETTINGS = JSON.stringify({ hooks: { PreToolUse: hooks("guard"), Stop: hooks("check") } });

const project = { ".claude": { "settings.json": SETTINGS } };
const CONVERT = ["hooks", "convert", "--from", "claude", "--to", "gemini", ".claude/settings.json"];

describe("IX-7 IX-12 what the script of a converted hook does not find out", () => {
  test("is a loss for each field of each hook, as information", async () => {
    await using house = await household({ project });
    const { stdout } = await house.run([...CONVERT, "--json"]);
    const { losses } = (JSON.parse(stdout) as { readonly answer: { readonly losses: readonly ConversionLoss[] } }).answer;
    const unknown = losses.filter(({ effect }) => effect === "unknown");
    expect(unknown.map(({ hook, agent, field, severity }) => [hook, agent, field, severity].join(" "))).toEqual([
      "Hook 1 gemini-cli payload.prompt_id info",
      "Hook 1 gemini-cli payload.permission_mode info",
      "Hook 1 gemini-cli payload.tool_use_id info",
      "Hook 2 gemini-cli payload.prompt_id info",
      "Hook 2 gemini-cli payload.permission_mode info",
    ]);
    expect(sentenceOf(unknown[2]!)).toBe(
      "Hook 1 on Gemini CLI, `payload.tool_use_id`: Gemini CLI does not send it, so the script finds a placeholder there.",
    );
  });

  test("is one line for each agent", async () => {
    await using house = await household({ project });
    const { stderr } = await house.run(CONVERT);
    const lines = stderr.split("\n").filter((line) => line.includes("placeholder"));
    expect(lines).toEqual([
      expect.stringContaining(
        "Gemini CLI does not send `prompt_id`, `permission_mode`, `tool_use_id`: a script that reads one of these fields finds a placeholder",
      ),
    ]);
  });

  test("does not fail `--check`, and is not told where the script gets the agent's own payload", async () => {
    await using house = await household({ project });
    expect((await house.run([...CONVERT, "--check", "--fail-on", "lossy"])).exitCode).toBe(0);
    expect((await house.run([...CONVERT, "--no-shim"])).stderr).not.toContain("placeholder");
  });
});
