import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

import * as v from "valibot";
import { describe, expect, test } from "vitest";

import { TraceLineSchema } from "../../scripts/schema-of-trace.ts";
import { createHome } from "../support/home.ts";
import { hook, plugin, says } from "../support/plugin.ts";
import { capturedPayload } from "../support/payloads.ts";

const SHELL = capturedPayload("claude-code", "PreToolUse.shell");

describe("RT-25 the trace", () => {
  test("says what was considered, what ran and what was lost, and none of the words", async () => {
    const hooks = hook("say") + hook("reader", "PreToolUse", 'matcher = "Read"') + hook("mine", "PreToolUse", 'agent = "codex"');
    const files = { "say.sh": says({ additionalContext: "SECRET-context", decision: "allow" }), "reader.sh": "", "mine.sh": "" };
    await using home = await createHome({
      ...plugin("notes", hooks, files),
      gated: { "SYMPOSIUM.toml": `name = "gated"\ncrates = ["serde"]\n${hook("x")}`, "x.sh": "" },
    });
    await home.call("gemini", "BeforeTool", {
      ...capturedPayload("gemini-cli", "BeforeTool.shell"),
      tool_input: { command: "SECRET-input" },
    });
    const [line] = home.trace();
    expect(line).toMatchObject({
      version: 1,
      agent: { registered: "gemini", recognised: "gemini-cli" },
      event: { native: "BeforeTool", neutral: "PreToolUse" },
      ran: [{ hook: "notes/say", format: "symposium", exit: 0, outcome: { decision: "allow", context: 14 } }],
      skipped: { matcher: ["notes/reader"], agent: ["notes/mine"] },
      outcome: { held: 1 },
      losses: [{ code: "allow-not-passed" }, { code: "context-held" }],
      exit: 0,
    });
    expect(Object.keys(line?.skipped ?? {}).find((why) => why.startsWith("inactive: "))).toContain("serde");
    expect(readFileSync(home.getPath("trace/trace.jsonl"), "utf8")).not.toContain("SECRET");
  });

  test("follows its published schema, whatever happened", async () => {
    const hooks = hook("say") + hook("crash") + hook("slow", "PreToolUse", "timeout = 0.2") + hook("gone");
    const files = { "say.sh": says({ additionalContext: "x", reason: 5 }), "crash.sh": "exit 3", "slow.sh": "exec sleep 5" };
    await using home = await createHome(plugin("many", hooks, files));
    await home.call("claude", "PreToolUse", SHELL);
    await home.call("gemini", "BeforeTool", capturedPayload("gemini-cli", "BeforeTool.shell"));
    await home.call("claude", "PreToolUse", "{");
    await home.call("nobody", "PreToolUse", "{}");
    for (const line of home.trace()) v.parse(TraceLineSchema, line);
    expect(home.trace()[0]?.ran.map(({ exit }) => exit)).toEqual([0, 3, "timed-out", "missing"]);
  });

  test("RT-26 is all that a call writes, unless the log level asks for more", async () => {
    await using home = await createHome();
    await home.call("claude", "PreToolUse", SHELL);
    expect(existsSync(home.getPath("logs"))).toBe(false);
    writeFileSync(home.getPath("config.toml"), '[logging]\nlevel = "debug"\n');
    await home.call("claude", "PreToolUse", SHELL);
    const [log = ""] = readdirSync(home.getPath("logs"));
    expect(log).toMatch(/^symposium-\d{8}-\d{6}\.log$/);
    expect(readFileSync(home.getPath("logs", log), "utf8")).toContain('"native":"PreToolUse"');
  });

  test.each([
    ["a file of the user's", "notes.txt", "my notes\n"],
    ["a file that a shell would run", ".bash_login", undefined],
    ["a file that is empty and would be run", ".zshenv", ""],
  ])("RT-25 RT-36 a project that names %s as the full trace changes nothing", async (_, name, before) => {
    await using home = await createHome({}, before === undefined ? {} : { [name]: before });
    await home.call("claude", "PreToolUse", SHELL, { env: { SYMPOSIUM_HOOK_TRACE: home.getPath(name) } });
    expect(existsSync(home.getPath(name)) ? readFileSync(home.getPath(name), "utf8") : undefined).toBe(before);
  });

  test("SYMPOSIUM_HOOK_TRACE writes the words as well, on request only, in a private file", async () => {
    await using home = await createHome(plugin("notes", hook("say"), { "say.sh": says({ additionalContext: "words" }) }));
    await home.call("claude", "PreToolUse", SHELL, { env: { SYMPOSIUM_HOOK_TRACE: home.getPath("full.jsonl") } });
    expect(JSON.parse(readFileSync(home.getPath("full.jsonl"), "utf8"))).toEqual({
      event: "PreToolUse",
      agent: "claude-code",
      input: SHELL,
      output: { hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: "words" } },
    });
  });

  test("is bounded by two files", async () => {
    const full = "x".repeat(8 * 1024 * 1024 + 1);
    await using home = await createHome({}, { trace: { "trace.jsonl": full, "trace.1.jsonl": "oldest" } });
    await home.call("claude", "PreToolUse", SHELL);
    expect(home.trace()).toHaveLength(1);
    expect(readFileSync(home.getPath("trace/trace.1.jsonl"), "utf8") === full).toBe(true);
  });

  test("that cannot be written costs nothing", async () => {
    await using home = await createHome(plugin("guard", hook("deny"), { "deny.sh": says({ decision: "deny" }) }), {
      trace: "a file in the way",
    });
    expect((await home.call("claude", "PreToolUse", SHELL)).stdout).toContain("Denied by guard/deny");
  });
});
