import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { createHome } from "../support/home.ts";
import { hook, plugin, says } from "../support/plugin.ts";
import { capturedPayload } from "../support/payloads.ts";

describe("RT-19 context that is held back", () => {
  const home = () => createHome(plugin("notes", hook("say"), { "say.sh": says({ additionalContext: "remember" }) }));
  const before = capturedPayload("gemini-cli", "BeforeTool.shell");
  const after = { ...capturedPayload("gemini-cli", "AfterTool.shell"), session_id: before["session_id"] as string };

  test("reaches the model with the result of the tool, once", async () => {
    await using place = await home();
    expect((await place.call("gemini", "BeforeTool", before)).stdout).toBe("");
    expect(JSON.parse((await place.call("gemini", "AfterTool", after)).stdout)).toEqual({
      hookSpecificOutput: { hookEventName: "AfterTool", additionalContext: "remember" },
    });
    expect((await place.call("gemini", "AfterTool", after)).stdout).toBe("");
  });

  test("waits past a failed tool for the next event that carries it", async () => {
    await using place = await home();
    await place.call("gemini", "BeforeTool", before);
    const failed = { ...capturedPayload("gemini-cli", "AfterTool.failed"), session_id: before["session_id"] as string };
    expect((await place.call("gemini", "AfterTool", failed)).stdout).toBe("");
    expect((await place.call("gemini", "AfterTool", after)).stdout).toContain("remember");
  });

  test("is a recorded loss when the session ends before", async () => {
    await using place = await home();
    await place.call("gemini", "BeforeTool", before);
    const end = { ...capturedPayload("gemini-cli", "SessionEnd"), session_id: before["session_id"] as string };
    await place.call("gemini", "SessionEnd", end);
    expect(place.trace().at(-1)?.losses).toEqual([{ code: "context-lost" }]);
  });
});

describe("RT-20 stop blocks", () => {
  const stopper = plugin("tests", '[[hooks]]\nname = "more"\nevent = "Stop"\ncommand = { script = "more.sh" }', {
    "more.sh": says({ decision: "deny", reason: "run the tests" }, "Stop"),
  });

  test.each([
    ["codex", "Stop", "Stop.again", "UserPromptSubmit"],
    ["gemini-cli", "AfterAgent", "AfterAgent.again", "BeforeAgent"],
  ])("%s, which has no limit of its own, is blocked eight times a turn", async (agent, event, again, prompt) => {
    await using home = await createHome(stopper);
    const first = capturedPayload(agent, event);
    const session_id = first["session_id"] as string;
    const stop = (payload: object) => home.call(agent, event, { ...payload, session_id });
    expect((await stop(first)).stdout).toContain("run the tests");
    for (let count = 2; count <= 8; count++) expect((await stop(capturedPayload(agent, again))).stdout).toContain("run the tests");
    expect((await stop(capturedPayload(agent, again))).stdout).toBe("");
    expect(home.trace().at(-1)?.losses).toEqual([{ code: "stop-blocks-exhausted" }]);
    await home.call(agent, prompt, { ...capturedPayload(agent, prompt), session_id });
    expect((await stop(first)).stdout).toContain("run the tests");
  });

  test("the reason that Gemini CLI sends back as a prompt is not a user's prompt and not a new turn", async () => {
    await using home = await createHome(stopper);
    const { session_id } = capturedPayload("gemini-cli", "AfterAgent");
    const { stdout } = await home.call("gemini", "AfterAgent", capturedPayload("gemini-cli", "AfterAgent"));
    const { reason } = JSON.parse(stdout) as { reason: string };
    await home.call("gemini", "BeforeAgent", { ...capturedPayload("gemini-cli", "BeforeAgent"), session_id, prompt: reason });
    expect(home.trace().at(-1)?.event).toEqual({ native: "BeforeAgent", neutral: null });
  });

  test("handlers always learn whether a stop was blocked before", async () => {
    await using home = await createHome(
      plugin("tests", '[[hooks]]\nname = "see"\nevent = "Stop"\ncommand = { script = "see.sh" }', {
        "see.sh": `cat > "$SYMPOSIUM_HOME/seen"`,
      }),
    );
    const { stop_hook_active: _, ...silent } = capturedPayload("codex", "Stop");
    await home.call("codex", "Stop", silent);
    expect(JSON.parse(readFileSync(home.getPath("seen"), "utf8"))).toMatchObject({ Stop: { stop_hook_active: false } });
  });
});
