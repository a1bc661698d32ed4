import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import * as v from "valibot";
import { describe, expect, test } from "vitest";

import { TraceLineSchema } from "../../src/runtime/trace-schema.ts";
import { createHome, plugin } from "../support/home.ts";
import { capturedPayload } from "../support/payloads.ts";

const SHELL = capturedPayload("claude-code", "PreToolUse.shell");

const hook = (name: string, more = "") => `
[[hooks]]
name = "${name}"
event = "PreToolUse"
command = { script = "${name}.sh" }
${more}
`;

const says = (body: object, event = "PreToolUse") => `cat >/dev/null; echo '${JSON.stringify({ [event]: body })}'`;

describe("RT-21 what goes wrong is silence, a line on stderr and one in the trace", () => {
  const closed = plugin("guard", hook("closed", 'on-failure = "closed"\nmatcher = "Read"'), { "closed.sh": "exit 0" });

  test.each([
    ["an unknown agent", "nobody", "PreToolUse", "{}", 'unknown agent "nobody"'],
    ["an unknown event", "claude", "OnTuesday", "{}", 'unknown event "OnTuesday"'],
    ["an event the agent does not have", "codex", "notification", "{}", 'unknown event "notification"'],
    ["empty input on an event that prevents nothing", "claude", "SessionStart", "", "not a JSON object"],
    ["JSON that is no object", "claude", "Stop", "[1]", "not a JSON object"],
  ])("%s", async (_, agent, event, payload, message) => {
    await using home = await createHome(closed);
    const { stdout, stderr, exitCode } = await home.call(agent, event, payload);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 0 });
    expect(stderr).toMatch(/^symposium: .*\n$/);
    expect(stderr).toContain(message);
    expect(home.trace()).toMatchObject([{ problems: [expect.stringContaining(message)], exit: 0, answerBytes: 0 }]);
  });

  test.each([["claude"], ["codex"], ["gemini"]])("an unreadable payload still meets hooks that fail closed (%s)", async (agent) => {
    await using home = await createHome(closed);
    const { stdout, exitCode } = await home.call(agent, "pre-tool-use", '{"tool_name": "Ba');
    expect(stdout).toContain("deny");
    expect(stdout).toContain("guard/closed");
    expect(exitCode).toBe(0);
  });

  test("with a broken config the last good index is used", async () => {
    await using home = await createHome(plugin("guard", hook("deny"), { "deny.sh": says({ decision: "deny", reason: "no" }) }));
    await home.call("claude", "PreToolUse", SHELL);
    writeFileSync(home.getPath("config.toml"), "auto-sync = \n");
    const { stdout, stderr } = await home.call("claude", "PreToolUse", SHELL);
    expect(stdout).toContain("no (guard/deny)");
    expect(stderr).toContain("config.toml:1:");
    expect(home.trace().at(-1)).toMatchObject({ index: "last-good" });
  });

  test("with a broken config and no index nothing runs, and it is said", async () => {
    await using home = await createHome({}, { "config.toml": "= broken" });
    const { stdout, stderr, exitCode } = await home.call("claude", "PreToolUse", SHELL);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 0 });
    expect(stderr).toContain("config.toml:1:");
  });
});

describe("RT-22 `hook symposium <event>`", () => {
  const payload = { PreToolUse: { tool_name: "Bash", tool_input: { command: "rm -rf /" }, session_id: null, cwd: "/" } };

  test("runs the portable hooks and answers in the same format with exit 0", async () => {
    const hooks = hook("one") + hook("two", 'format = "interchange"') + hook("native", 'format = "claude"') + hook("codexonly", 'agent = "codex"');
    await using home = await createHome(
      plugin("guard", hooks, {
        "one.sh": says({ additionalContext: "careful" }),
        "two.sh": `cat >/dev/null; echo '{"decision":"deny","reason":"no"}'`,
        "native.sh": "touch native-ran",
        "codexonly.sh": "touch codex-ran",
      }),
    );
    const { stdout, exitCode } = await home.call("symposium", "pre-tool-use", payload);
    expect(JSON.parse(stdout)).toEqual({ PreToolUse: { decision: "deny", reason: "no (guard/two)", additionalContext: "careful" } });
    expect(exitCode).toBe(0);
    expect(home.trace()[0]).toMatchObject({ ran: [{ hook: "guard/one" }, { hook: "guard/two" }], skipped: { format: ["guard/native"], agent: ["guard/codexonly"] } });
  });
});

describe("RT-16 a failure is never silent", () => {
  const failing = plugin("guard", hook("crash"), { "crash.sh": "echo oops >&2; exit 3" });

  test("it is told to the user once per hook and session, and traced every time", async () => {
    await using home = await createHome(failing);
    const first = await home.call("claude", "PreToolUse", SHELL);
    expect(JSON.parse(first.stdout)).toEqual({ systemMessage: expect.stringContaining("guard/crash failed, went on without it: it exited with code 3") });
    expect((await home.call("claude", "PreToolUse", SHELL)).stdout).toBe("");
    expect(JSON.parse((await home.call("claude", "PreToolUse", { ...SHELL, session_id: "another" })).stdout)).toHaveProperty("systemMessage");
    expect(home.trace().map(({ ran }) => ran[0]?.failure)).toEqual(Array(3).fill("it exited with code 3"));
  });

  test("what is wrong with a plugin is told once, when the user is there to read it", async () => {
    await using home = await createHome({ bad: { "SYMPOSIUM.toml": 'name = "bad\n' } });
    expect((await home.call("claude", "PreToolUse", SHELL)).stdout).toBe("");
    const prompt = capturedPayload("claude-code", "UserPromptSubmit");
    expect(JSON.parse((await home.call("claude", "UserPromptSubmit", prompt)).stdout).systemMessage).toMatch(/bad.SYMPOSIUM\.toml:1:/);
    expect((await home.call("claude", "UserPromptSubmit", prompt)).stdout).toBe("");
  });
});

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

  test("passes over a failed tool to the next event that carries it", async () => {
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

  test("the reason that Gemini CLI sends back as a prompt is nobody's prompt and no new turn", async () => {
    await using home = await createHome(stopper);
    const { session_id } = capturedPayload("gemini-cli", "AfterAgent");
    const { stdout } = await home.call("gemini", "AfterAgent", capturedPayload("gemini-cli", "AfterAgent"));
    const { reason } = JSON.parse(stdout) as { reason: string };
    await home.call("gemini", "BeforeAgent", { ...capturedPayload("gemini-cli", "BeforeAgent"), session_id, prompt: reason });
    expect(home.trace().at(-1)?.event).toEqual({ native: "BeforeAgent", neutral: null });
  });

  test("handlers always learn whether a stop was blocked before", async () => {
    await using home = await createHome(
      plugin("tests", '[[hooks]]\nname = "see"\nevent = "Stop"\ncommand = { script = "see.sh" }', { "see.sh": `cat > "$SYMPOSIUM_HOME/seen"` }),
    );
    const { stop_hook_active: _, ...silent } = capturedPayload("codex", "Stop");
    await home.call("codex", "Stop", silent);
    expect(JSON.parse(readFileSync(home.getPath("seen"), "utf8"))).toMatchObject({ Stop: { stop_hook_active: false } });
  });
});

describe("RT-25 the trace", () => {
  test("says what was considered, what ran and what was lost, and none of the words", async () => {
    const hooks = hook("say") + hook("reader", 'matcher = "Read"') + hook("mine", 'agent = "codex"');
    const files = { "say.sh": says({ additionalContext: "SECRET-context", decision: "allow" }), "reader.sh": "", "mine.sh": "" };
    await using home = await createHome({ ...plugin("notes", hooks, files), gated: { "SYMPOSIUM.toml": `name = "gated"\ncrates = ["serde"]\n${hook("x")}`, "x.sh": "" } });
    await home.call("gemini", "BeforeTool", { ...capturedPayload("gemini-cli", "BeforeTool.shell"), tool_input: { command: "SECRET-input" } });
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
    const hooks = hook("say") + hook("crash") + hook("slow", "timeout = 0.2") + hook("gone");
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
    await using home = await createHome({}, { trace: { "trace.jsonl": "x".repeat(8 * 1024 * 1024 + 1), "trace.1.jsonl": "oldest" } });
    await home.call("claude", "PreToolUse", SHELL);
    expect(home.trace()).toHaveLength(1);
    expect(readFileSync(home.getPath("trace/trace.1.jsonl"), "utf8")).toMatch(/^x+$/);
  });

  test("that cannot be written costs nothing", async () => {
    await using home = await createHome(plugin("guard", hook("deny"), { "deny.sh": says({ decision: "deny" }) }), { trace: "a file in the way" });
    expect((await home.call("claude", "PreToolUse", SHELL)).stdout).toContain("Denied by guard/deny");
  });
});

describe("RT-28 the index is followed", () => {
  const deny = plugin("guard", hook("deny"), { "deny.sh": says({ decision: "deny" }) });
  const state = (home: { trace: () => readonly { index: string }[] }) => home.trace().at(-1)?.index;

  test("it is built once and then read", async () => {
    await using home = await createHome(deny);
    await home.call("claude", "PreToolUse", SHELL);
    expect(state(home)).toBe("rebuilt");
    await home.call("claude", "PreToolUse", SHELL);
    expect(state(home)).toBe("fresh");
  });

  test.each([
    ["a config that appears", (path: (name: string) => string) => writeFileSync(path("config.toml"), "auto-sync = false\n")],
    ["a plugin that goes", (path: (name: string) => string) => rmSync(path("plugins/guard"), { recursive: true })],
    ["the manifest of a hook that is about to run", (path: (name: string) => string) => writeFileSync(path("plugins/guard/SYMPOSIUM.toml"), 'name = "guard"\ncrates = ["*"]\n')],
    ["a torn file", (path: (name: string) => string) => writeFileSync(path("index/no-workspace"), readFileSync(path("index/no-workspace"), "utf8").slice(0, -20))],
    ["a foreign file", (path: (name: string) => string) => writeFileSync(path("index/no-workspace"), '{"format":"other"}\n')],
  ])("%s makes it stale", async (_, change) => {
    await using home = await createHome(deny);
    await home.call("claude", "PreToolUse", SHELL);
    change((name) => home.getPath(name));
    await home.call("claude", "PreToolUse", SHELL);
    expect(state(home)).toBe("rebuilt");
  });

  test("every manifest is looked at when a prompt comes", async () => {
    await using home = await createHome({ deep: { er: deny } });
    const prompt = capturedPayload("claude-code", "UserPromptSubmit");
    await home.call("claude", "UserPromptSubmit", prompt);
    writeFileSync(home.getPath("plugins/deep/er/guard/SYMPOSIUM.toml"), 'name = "guard"\ncrates = ["*"]\n# changed\n');
    await home.call("claude", "UserPromptSubmit", prompt);
    expect(state(home)).toBe("rebuilt");
  });

  test("an index directory that cannot be written costs time, not the answer", async () => {
    await using home = await createHome(deny, { index: "a file in the way" });
    expect((await home.call("claude", "PreToolUse", SHELL)).stdout).toContain("Denied by");
    chmodSync(home.path, 0o700);
  });
});

test("nothing is written where Claude Code would hand it to the model: not even that a hook failed", async () => {
  const manifest = '[[hooks]]\nname = "say"\nevent = "PreCompact"\ncommand = { script = "say.sh" }';
  await using home = await createHome(plugin("notes", manifest, { "say.sh": `${says({ systemMessage: "hello" }, "PreCompact")}; exit 1` }));
  expect((await home.call("claude", "PreCompact", capturedPayload("claude-code", "PreCompact.manual"))).stdout).toBe("");
  expect(home.trace()[0]).toMatchObject({ losses: [{ code: "system-message-unsupported" }], ran: [{ failure: "it exited with code 1" }] });
});
