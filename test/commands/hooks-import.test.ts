import { describe, expect, test } from "vitest";

import { importStage, settings } from "../plugins/imported/stage.ts";

type Stage = Awaited<ReturnType<typeof importStage>>;

async function answerOf({ run }: Stage, ...args: string[]) {
  return (JSON.parse((await run([...args, "--json"])).stdout) as { answer: Record<string, unknown> }).answer;
}

describe("IX-14 hooks import", () => {
  test("shows every hook with its command and where it runs, and changes nothing with --dry-run", async () => {
    await using stage = await importStage();
    expect(await stage.run(["hooks", "import", "--dry-run"])).toEqual({
      exitCode: 0,
      stderr: "",
      stdout: `Claude Code  ~/work/.claude/settings.json
  PreToolUse-1  PreToolUse, only Bash, at most 60 s
    "$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh
Symposium runs them on Gemini CLI and Codex CLI
  Copilot CLI loses the reason of exit code 2, and context; \`--move\` keeps them
Claude Code and Copilot CLI run them without Symposium
nothing was changed: this is a dry run
`,
    });
    expect(stage.has("imports.json")).toBe(false);
  });

  test("IX-15 prints what an agent cannot do: an event that it does not have, a block, a rewrite, context", async () => {
    const hooks = Object.fromEntries(
      ["PermissionRequest", "PostToolUse", "PreToolUse"].map((event) => [event, [{ hooks: [{ type: "command", command: "true" }] }]]),
    );
    await using stage = await importStage({ ".claude": { "settings.json": JSON.stringify({ hooks }) } });
    await stage.run(["init", "--add-agent", "goose"]);
    const { stdout } = await stage.run(["hooks", "import", "--dry-run"]);
    expect(stdout.split("\n").filter((line) => /^ {2}(?:Gemini|goose)/.test(line))).toEqual([
      "  Gemini CLI has no event PermissionRequest, so PermissionRequest-1 does not run there",
      "  goose has no event PermissionRequest, so PermissionRequest-1 does not run there",
      "  goose cannot block at PostToolUse (PostToolUse-1)",
      "  goose takes no context (PostToolUse-1)",
      "  goose cannot rewrite at PreToolUse, so it denies the call and says the wanted form (PreToolUse-1)",
      "  goose takes no context (PreToolUse-1)",
    ]);
  });

  test("says that Claude Code ignores a file with a comment, whose hooks the other agents run", async () => {
    const text = `{\n  // Team rules\n${settings("PreToolUse", [{ command: "exit 2" }]).slice(1)}`;
    await using stage = await importStage({ ".claude": { "settings.json": text } });
    const { stderr, exitCode } = await stage.run(["hooks", "import", "--dry-run"]);
    expect(exitCode).toBe(0);
    expect(stderr).toContain("Claude Code ignores this whole file because of the comment in line 2");
    expect(stderr).toContain("hint: remove it: until then Claude Code runs none of these hooks");
    await stage.importAs();
    expect(await stage.shell("gemini-cli", "BeforeTool")).toMatchObject({ blocked: true });
  });

  test("PL-27 without a terminal it waits, and a script accepts the digest that it printed", async () => {
    await using stage = await importStage();
    const { digest, state } = await answerOf(stage, "hooks", "import", "--from", "claude");
    expect(state).toBe("waiting");
    expect((await stage.run(["sync", "--check"])).exitCode).toBe(1);
    expect((await stage.run(["trust", "accept", "claude-code-hooks", "--digest", String(digest)])).exitCode).toBe(0);
    expect(await answerOf(stage, "hooks", "import")).toMatchObject({ state: "accepted", digest, isNew: false });
  });

  test("PL-27 --yes needs a terminal, and neither it nor an agent's terminal is enough for an agent", async () => {
    await using stage = await importStage();
    expect(await stage.run(["hooks", "import", "--yes"])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("terminal") as string,
    });
    const asAgent = { person: true, env: { CLAUDECODE: "1" } };
    for (const args of [["--yes"], []])
      expect(await stage.run(["hooks", "import", ...args], asAgent)).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining("only you can") as string,
      });
    expect(stage.has("imports.json")).toBe(false);
    expect(stage.has("consent.json")).toBe(false);
  });

  test("--yes at a terminal accepts what is there, once, without a question", async () => {
    await using stage = await importStage();
    expect(await stage.run(["hooks", "import", "--yes"], { person: true })).toMatchObject({ exitCode: 0 });
    expect(await stage.shell("codex", "PreToolUse")).toMatchObject({ blocked: true });
    expect((await stage.run(["trust", "list"])).stdout).toBe("accepted  claude-code-hooks  imported from claude-code\n");
  });

  test("status, plugin list and plugin show name it, and nothing else of the file", async () => {
    await using stage = await importStage({
      ".claude": { "settings.json": settings("Stop", [{ command: "true" }], { env: { TOKEN: "hunter2" } }) },
    });
    await stage.importAs();
    expect((await stage.run(["status"])).stdout).toContain("claude-code-hooks  imported from .claude/settings.json");
    expect((await stage.run(["plugin", "list"])).stdout).toContain(
      "claude-code-hooks  active, 1 hook: imported from .claude/settings.json",
    );
    const shown = await stage.run(["plugin", "show", "claude-code-hooks"]);
    expect(shown.stdout).toContain('"command": "true"');
    expect(shown.stdout).not.toContain("hunter2");
  });

  test.each([
    [["--from", "opencode"], "hooks of OpenCode are code, which only OpenCode can run"],
    [["--from", "nope"], "unknown agent: nope"],
    [["nowhere"], "is not a folder"],
    [["--user"], "Claude Code has no hooks here"],
  ])("%j is an error that says what to do", async (args, message) => {
    await using stage = await importStage();
    const { exitCode, stderr } = await stage.run(["hooks", "import", ...args]);
    expect(exitCode).toBeGreaterThan(0);
    expect(stderr).toContain(message);
    expect(stage.has("imports.json")).toBe(false);
  });

  test("outside of a workspace it says what to do", async () => {
    await using stage = await importStage({}, { plain: { x: "" } });
    const { exitCode, stderr } = await stage.run(["hooks", "import"], { cwd: stage.getPath("plain") });
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("--user") as string });
  });

  test("a mistake in the file is told with its line", async () => {
    await using stage = await importStage({ ".claude": { "settings.json": '{\n  "hooks": {\n    x\n' } });
    expect((await stage.run(["hooks", "import"])).stderr).toMatch(/settings\.json:3:1: is not valid JSON/);
  });
});

describe("IX-14 hooks remove", () => {
  test.each([["claude"], ["claude-code-hooks"], []])("takes an import back, with the consent to it (%s)", async (...args) => {
    await using stage = await importStage();
    await stage.importAs();
    expect((await stage.run(["hooks", "remove", "--dry-run", ...args])).stdout).toContain("claude-code-hooks");
    expect(await stage.run(["hooks", "remove", ...args])).toMatchObject({ exitCode: 0 });
    expect(await stage.shell("gemini-cli", "BeforeTool")).toMatchObject({ blocked: false });
    expect((await stage.run(["trust", "list"])).stdout).toBe("no plugin here needs your consent\n");
    expect((await stage.run(["hooks", "remove", "claude"])).stderr).toContain("no hooks of claude-code are imported here");
  });

  test("PL-27 an agent cannot", async () => {
    await using stage = await importStage();
    await stage.importAs();
    expect(await stage.run(["hooks", "remove", "claude"], { env: { CLAUDECODE: "1" } })).toMatchObject({ exitCode: 1 });
    expect(stage.read("imports.json")).toContain("claude-code");
  });

  test("uninstall removes the record", async () => {
    await using stage = await importStage();
    await stage.importAs();
    await stage.run(["uninstall"]);
    expect(stage.has("imports.json")).toBe(false);
  });
});

test("IX-9 IX-14 the hooks of installed files are a manifest with `hooks convert`", async () => {
  await using stage = await importStage();
  const { stdout } = await stage.run(["hooks", "convert", "--from", "claude-code", "--to", "hooks", ".claude/settings.json"]);
  expect(JSON.parse(stdout)).toMatchObject({ spec: "hooks/1.0", hooks: [{ event: "before_tool_execute", matcher: "shell" }] });
});
