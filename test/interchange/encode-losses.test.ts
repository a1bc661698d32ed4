/** What a hook becomes on an agent that cannot have all of it; expected losses are written by hand. */

import { describe, expect, test } from "vitest";

import { encodeHooks } from "../../src/interchange/encode.ts";
import { sentenceOf } from "../../src/interchange/losses.ts";
import { targetFor } from "../../src/interchange/target.ts";
import { dialectData, type ManifestHook } from "../../src/model/hook-manifest.ts";

function on(agent: string, hook: Partial<ManifestHook>, source?: string) {
  const whole: ManifestHook = { event: "before_tool_execute", handler: { type: "command", command: "guard" }, ...hook };
  const target = targetFor(agent)!;
  const dialect = source === undefined ? {} : dialectData(source);
  const { files, losses } = encodeHooks(
    { spec: "hooks/1.0", hooks: [{ ...whole, provider_data: { ...whole.provider_data, ...dialect } }] },
    target,
  );
  // The payload differs on every agent, and is told for each hook: see below.
  const told = losses.filter(({ field }) => field !== "handler");
  return {
    document: files[0] === undefined ? undefined : (JSON.parse(files[0].content) as { readonly hooks: unknown }).hooks,
    losses: told.map(({ field, effect, strategy, severity }) => [field, effect, strategy, severity].join(" ")),
    sentences: losses.map(sentenceOf),
  };
}

describe("IX-6 strategies", () => {
  const rewriting = { blocking: true, capabilities: ["input_rewrite"] };

  test("an input rewrite that an agent cannot make becomes a hook that blocks", () => {
    const { document, losses } = on("kiro", rewriting);
    expect(losses).toContain("capabilities blocks block warning");
    const [entry] = (document as { readonly preToolUse: readonly { readonly command: string }[] }).preToolUse;
    expect(entry?.command).toMatch(/ >&2; exit 2$/);
    expect(entry?.command).not.toContain("guard");
  });

  test("the author's strategy beats the default", () => {
    expect(on("kiro", { ...rewriting, degradation: { input_rewrite: "exclude" } })).toMatchObject({ document: undefined });
    const { document, losses } = on("kiro", { ...rewriting, degradation: { input_rewrite: "warn" } });
    expect(document).toEqual({ preToolUse: [{ command: "guard" }] });
    expect(losses).toContain("capabilities dropped warn warning");
  });

  test("blocking is stronger than leaving out", () => {
    const { losses } = on("kiro", { ...rewriting, degradation: { structured_output: "exclude" } });
    expect(losses).toEqual(expect.arrayContaining(["blocking blocks exclude warning", "capabilities blocks block warning"]));
  });

  test("a prompt is left out where there is no model to ask", () => {
    expect(on("gemini-cli", { handler: { type: "prompt", prompt: "fine?" } })).toMatchObject({
      document: undefined,
      losses: ["handler.type excluded exclude warning"],
    });
  });
});

describe("IX-6 a matcher that cannot be expressed never widens what runs", () => {
  test("an observing hook is left out, a blocking one refused", () => {
    const matcher = { mcp: { server: "github", tool: "create_issue" } };
    expect(on("windsurf", { event: "after_tool_execute", matcher }).losses).toEqual(["matcher excluded none warning"]);
    expect(on("windsurf", { matcher, blocking: true }).losses).toEqual(["matcher refused none error"]);
    expect(on("vscode-copilot", { matcher: "shell", blocking: true }).losses).toEqual(["matcher refused none error"]);
  });

  test.each(["Edit|Write", ".*", "^Zed$"])("the pattern %s for the names of one agent is refused on another", (pattern) => {
    expect(on("gemini-cli", { matcher: { pattern }, blocking: true }, "claude-code").losses).toEqual(["matcher refused none error"]);
  });

  test("a filter of another agent's own refuses or excludes", () => {
    const provider_data = { "claude-code": { if: "Bash(git *)" } };
    expect(on("codex", { provider_data, blocking: true }).losses).toEqual(["provider_data.claude-code.if refused none error"]);
    expect(on("codex", { provider_data, event: "after_tool_execute" }).losses).toEqual([
      "provider_data.claude-code.if excluded none warning",
    ]);
  });

  test("a tool that the agent does not have is nothing to guard", () => {
    expect(on("goose", { matcher: "web_search", blocking: true }).losses).toEqual(["matcher excluded none warning"]);
  });
});

describe("IX-7 nothing is dropped without a loss", () => {
  test("blocking where nothing can be prevented", () => {
    expect(on("codex", { event: "session_start", blocking: true }).losses).toContain("blocking observes none warning");
  });

  test("an event that the agent does not have", () => {
    expect(on("windsurf", { event: "session_start" }).losses).toEqual(["event excluded none warning"]);
    expect(on("kiro", { event: "before_model", blocking: true }).losses).toEqual(["event excluded none error"]);
  });

  test("fields", () => {
    const handler = { type: "command", command: "x", timeout: 5, cwd: "sub", env: { A: "1" }, async: true, status_message: "…" };
    expect(on("kiro", { event: "after_tool_execute", name: "n", handler }).losses.toSorted()).toEqual([
      "handler.async dropped warn warning",
      "handler.cwd dropped warn warning",
      "handler.env dropped warn warning",
      "handler.status_message unwritten none info",
      "name unwritten none info",
    ]);
  });

  test("variables that an agent replaces in every text of its settings", () => {
    const handler = { type: "command", command: "X=1; echo $X", env: { A: "$B" } };
    expect(on("gemini-cli", { handler, blocking: true }).losses).toEqual([
      "handler.command adapted none info",
      "handler.env changed none warning",
    ]);
    expect(on("claude-code", { handler: { type: "command", command: "X=1; echo $X" }, blocking: true }).losses).toEqual([]);
  });

  test("headers of such an agent, where a command sends no variable that is not allowed", () => {
    const handler = { type: "http", url: "https://hooks.example", headers: { A: "$TOKEN $SECRET" }, allowed_env_vars: ["TOKEN"] };
    const { document, losses } = on("qwen-code", { handler, blocking: true });
    expect(JSON.stringify(document)).toContain("curl ");
    expect(losses).toContain("handler.type changed warn warning");
    const allowed = { ...handler, allowed_env_vars: ["TOKEN", "SECRET"] };
    expect(on("qwen-code", { handler: allowed, blocking: true })).toMatchObject({
      document: { PreToolUse: [{ hooks: [{ type: "http", url: "https://hooks.example" }] }] },
      losses: [],
    });
  });

  test("the order of hooks, where an agent starts them at once", () => {
    const hook: ManifestHook = { event: "before_prompt", handler: { type: "command", command: "x" }, blocking: true };
    const told = (agent: string) =>
      encodeHooks(
        { spec: "hooks/1.0", hooks: [hook, { ...hook, event: "agent_stop", blocking: false }, hook] },
        targetFor(agent)!,
      ).losses.filter(({ field }) => field === "hooks");
    expect(told("codex").map(({ index, effect }) => [index, effect])).toEqual([[2, "adapted"]]);
    expect(told("copilot-cli")).toEqual([]);
  });

  test("the payload, which a command without a shim gets from the agent", () => {
    expect(on("codex", {}, "claude-code").sentences).toContain(
      "Hook 1 on Codex CLI, `handler`: Codex CLI sends its own payload and expects the answer to match, so the hook runs differently.",
    );
    expect(on("codex", { blocking: true }, "codex").sentences).toEqual([]);
  });
});

describe("IX-5 provider_data", () => {
  const provider_data = (data: Record<string, never> | object) => ({ "claude-code": data as never });

  test("of the agent is written into its entry, of others never", () => {
    expect(on("claude-code", { blocking: true, provider_data: { "claude-code": { once: true }, cursor: { loop_limit: 3 } } })).toEqual({
      document: { PreToolUse: [{ hooks: [{ type: "command", command: "guard", once: true }] }] },
      losses: [],
      sentences: expect.anything(),
    });
  });

  test.each([
    ["permissions", { permissions: ["*"] }],
    ["an address", { report: "https://evil.example" }],
    ["a path outside", { log: "../../x" }],
    ["an absolute path", { deep: { log: "/etc/x" } }],
    ["a field that the manifest has", { command: "evil" }],
    ["a name that every object has", JSON.parse('{"__proto__": {"command": "evil"}, "allowedTools": ["*"]}') as object],
  ])("%s does not get there", (_, data) => {
    const { document, losses } = on("claude-code", { blocking: true, provider_data: provider_data(data) }, "claude-code");
    expect(JSON.stringify(document)).not.toMatch(/evil\.example|\.\.|etc|"evil"|\["\*"\]/);
    expect(losses.some((loss) => loss.startsWith("provider_data.claude-code."))).toBe(true);
  });

  test("notes of a wrong type are not taken", () => {
    const data = { native: { event: 5, matcher: ["x"], group: "y", with_previous: "z" } };
    expect(on("claude-code", { blocking: true, provider_data: provider_data(data) }).document).toEqual({
      PreToolUse: [{ hooks: [{ type: "command", command: "guard" }] }],
    });
  });

  test("a noted event of another kind does not move the hook", () => {
    const data = { native: { event: "SessionStart" } };
    expect(on("claude-code", { blocking: true, provider_data: provider_data(data) }).document).toMatchObject({
      PreToolUse: expect.anything(),
    });
  });
});
