import { chmodSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { GUARD, importStage, settings } from "./stage.ts";

describe("IX-14 IX-13 hooks that no other agent can run as Claude does", () => {
  async function attempted(event: string, entry: object) {
    await using stage = await importStage({
      ".claude": {
        "settings.json": JSON.stringify({
          hooks: { Stop: [{ hooks: [{ type: "command", command: "true" }] }], [event]: [groupOf(entry)] },
        }),
      },
    });
    const { without } = await stage.importAs();
    return { without, ...(await stage.run(["hooks", "import"])) };
  }
  const groupOf = ({ matcher, ...entry }: { readonly matcher?: string }) => ({ matcher, hooks: [{ type: "command", ...entry }] });

  test.each([
    ["a matcher with a lookahead", { matcher: "^(?!Bash)", command: "guard" }, "lookaround"],
    ["`once`", { command: "guard", once: true }, "`once`"],
    ["a command for PowerShell", { command: "guard", shell: "powershell" }, "`shell`"],
    ["a request to a foreign address in the clear", { type: "http", url: "http://example.com" }, "http is allowed only on this machine"],
  ])("a guard with %s is refused with an error that names it, and the rest is imported", async (_, entry, why) => {
    const { without, exitCode, stderr } = await attempted("PreToolUse", entry);
    expect(without).toMatchObject([{ event: "PreToolUse", isGuard: true, reason: expect.stringContaining(why) as string }]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("1 hook that can block was not imported, so only Claude Code is guarded by it");
  });

  test.each([
    ["a matcher with a lookahead", "SessionStart", { matcher: "^(?!clear)", command: "look" }, "lookaround"],
    ["an event that no other agent has", "ConfigChange", { command: "look" }, "no other agent has the event"],
    ["a prompt for a model", "PreToolUse", { type: "prompt", prompt: "Is it safe?" }, "need the agent itself"],
    ["a guard that no one waits for, and `once`", "PreToolUse", { command: "look", async: true, once: true }, "`once`"],
  ])("%s is left out and said", async (_, event, entry, why) => {
    const { without, exitCode, stdout } = await attempted(event, entry);
    expect(without).toMatchObject([{ event, isGuard: false, reason: expect.stringContaining(why) as string }]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("left out");
  });

  test("later ones are said by `status` too", async () => {
    await using stage = await importStage();
    await stage.importAs();
    stage.write("work/.claude/settings.json", settings("PreToolUse", [{ matcher: "(?=x)", command: "guard" }]));
    expect((await stage.run(["status"])).stdout).toContain("does not guard other agents");
  });
});

describe("IX-14 what a hook becomes", () => {
  async function hookOf(event: string, entry: object) {
    await using stage = await importStage({ ".claude": { "settings.json": settings(event, [entry as { readonly matcher?: string }]) } });
    const { subject, hooks } = await stage.importAs({}, "later");
    return { item: hooks[0], recorded: subject?.subject.parts[0]?.hook };
  }

  test("its condition, matcher, limit and policy are shown", async () => {
    const entry = { matcher: "Bash|mcp__db__.*", command: "guard", if: "Bash(git *)", timeout: 5, async: true, onFailure: "block" };
    const { item, recorded } = await hookOf("PreToolUse", entry);
    expect(item?.when).toBe(
      "PreToolUse, only Bash|every tool of MCP server db, if Bash(git *), at most 5 s, in the background, denies if it fails",
    );
    expect(recorded).toMatchObject({ isClosed: true, format: "shim:claude-code", native: { condition: "Bash(git *)" } });
  });

  test("a request shows its address and every variable that it takes", async () => {
    const entry = { type: "http", url: "https://example.com/hook", headers: { "X-Key": "$KEY" }, allowedEnvVars: ["KEY"] };
    expect((await hookOf("PreToolUse", entry)).item).toMatchObject({
      commands: ["POST https://example.com/hook"],
      variables: ["X-Key=$KEY", "$KEY"],
    });
  });

  test("a request sends what Claude Code would send, and its answer is read as Claude's", async () => {
    const entry = { type: "http", url: "https://example.com/hook" };
    await using stage = await importStage({ ".claude": { "settings.json": settings("PreToolUse", [entry]) } });
    await stage.importAs();
    let body: unknown;
    const deny = { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "Not here." } };
    const reading = await stage.shell("gemini-cli", "BeforeTool", {
      services: {
        runHandler: (job) => {
          body = JSON.parse((JSON.parse(job.input) as { body: string }).body);
          return Promise.resolve({ kind: "exited", code: 0, stdout: JSON.stringify(deny), stderr: "", ms: 1 });
        },
      },
    });
    expect(body).toMatchObject({ hook_event_name: "PreToolUse", tool_name: "Bash" });
    expect(reading).toMatchObject({ blocked: true });
  });

  test("a program with a list of arguments is started without a shell, in Claude's folders", async () => {
    await using stage = await importStage({
      ".claude": {
        "settings.json": settings("PreToolUse", [{ command: "${CLAUDE_PROJECT_DIR}/guard.sh", args: ["$(touch evil)", "; touch evil"] }]),
      },
      "guard.sh": '#!/bin/sh\necho "$1 $2" >&2\nexit 2\n',
    });
    chmodSync(stage.getPath("work/guard.sh"), 0o755);
    const { hooks } = await stage.importAs();
    expect(hooks[0]).toMatchObject({ isOpenEnded: false });
    expect(await stage.shell("gemini-cli", "BeforeTool")).toMatchObject({
      blocked: true,
      reason: expect.stringContaining("$(touch evil) ; touch evil") as string,
    });
    expect(stage.has("work/evil")).toBe(false);
  });

  test.each([
    ['"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh', true],
    ["${CLAUDE_PROJECT_DIR}/.claude/hooks/guard.sh --strict", true],
    ['bash "$CLAUDE_PROJECT_DIR/.claude/my hooks/guard.sh"', true],
    ["cd .claude && ./hooks/guard.sh", false],
    ["python3 .claude/hooks/guard.sh", true],
    ["npm run lint", false],
  ])("the script in %s is found: %s", async (command, isFound) => {
    await using stage = await importStage({
      ".claude": {
        "settings.json": settings("PreToolUse", [{ command }]),
        hooks: { "guard.sh": GUARD },
        "my hooks": { "guard.sh": GUARD },
      },
    });
    const { hooks } = await stage.importAs({}, "later");
    expect(hooks[0]?.isOpenEnded).toBe(!isFound);
  });
});

describe("IX-14 the user's own hooks", () => {
  const HOME = {
    ".claude": {
      "settings.json": settings("PreToolUse", [{ command: "~/.claude/hooks/guard.sh", onFailure: "block" }]),
      hooks: { "guard.sh": GUARD },
    },
  };

  test("run in every folder after one yes, in a workspace or not, and on agents that do not read the user's file", async () => {
    await using stage = await importStage({}, { ...HOME, other: { ".git": { HEAD: "" } }, plain: { x: "" } });
    await stage.importAs({ user: true });
    for (const folder of ["work", "other", "plain"])
      expect.soft(await stage.shell("codex", "PreToolUse", { folder }), folder).toMatchObject({ blocked: true });
    expect(await stage.shell("copilot-cli", "preToolUse")).toMatchObject({ blocked: true });
    expect(await stage.shell("cursor", "preToolUse")).toMatchObject({ blocked: false });
    expect(await stage.shell("claude-code", "PreToolUse")).toMatchObject({ blocked: false });
  });

  test("a changed script in the home asks again, everywhere", async () => {
    await using stage = await importStage({}, { ...HOME, other: { ".git": { HEAD: "" } } });
    await stage.importAs({ user: true });
    stage.write(".claude/hooks/guard.sh", "#!/bin/sh\ntouch evil\n");
    expect(await stage.shell("codex", "PreToolUse", { folder: "other" })).toMatchObject({
      blocked: true,
      reason: expect.stringContaining("trust accept") as string,
    });
    expect(stage.has("other/evil")).toBe(false);
  });
});

describe("IX-14 a plugin of Claude", () => {
  const PLUGIN = {
    "hooks/hooks.json": settings("PreToolUse", [{ command: "${CLAUDE_PLUGIN_ROOT}/scripts/guard.sh" }]),
    scripts: { "guard.sh": '#!/bin/sh\n. "$CLAUDE_PLUGIN_ROOT"/scripts/words.sh\n', "words.sh": "echo 'Not with me.' >&2\nexit 2\n" },
  };

  test("runs from its folder, and every file of it is covered", async () => {
    await using stage = await importStage({}, { market: { formatter: PLUGIN } });
    chmodSync(stage.getPath("market/formatter/scripts/guard.sh"), 0o755);
    const { plugin } = await stage.importAs({ folder: stage.getPath("market/formatter") });
    expect(plugin).toBe("claude-code-hooks-of-formatter");
    expect(await stage.shell("gemini-cli", "BeforeTool")).toMatchObject({
      blocked: true,
      reason: expect.stringContaining("Not with me.") as string,
    });
    expect(await stage.shell("copilot-cli", "preToolUse")).toMatchObject({ blocked: true });
    stage.write("market/formatter/scripts/words.sh", "touch evil\n");
    expect(await stage.shell("gemini-cli", "BeforeTool")).toMatchObject({ blocked: false });
    expect(stage.has("work/evil")).toBe(false);
  });

  test.each([
    ["a path", { hooks: "./config/hooks.json" }, "./config/hooks.json"],
    ["a list with a path", { hooks: ["./hooks/hooks.json", "./more.json"] }, "./more.json"],
    ["the hooks themselves", { hooks: { Stop: [{ hooks: [{ type: "command", command: "x" }] }] } }, "Stop"],
  ])("hooks in its plugin.json (%s) are refused with an error that names them, and the rest is imported", async (_, named, shown) => {
    const manifest = { "plugin.json": JSON.stringify({ name: "formatter", ...named }) };
    await using stage = await importStage({}, { market: { formatter: { ...PLUGIN, ".claude-plugin": manifest } } });
    const folder = stage.getPath("market/formatter");
    const { without, hooks } = await stage.importAs({ folder });
    expect(hooks).toHaveLength(1);
    expect(without).toMatchObject([
      {
        file: `${folder}/.claude-plugin/plugin.json`,
        command: expect.stringContaining(shown) as string,
        isGuard: true,
        reason: expect.stringContaining("hooks/hooks.json") as string,
      },
    ]);
    expect((await stage.run(["status"])).stdout).toContain("plugin.json");
  });

  test.each([{}, { hooks: "./hooks/hooks.json" }, { hooks: {} }])("a plugin.json with %j has no others", async (named) => {
    const manifest = { "plugin.json": JSON.stringify({ name: "formatter", ...named }) };
    await using stage = await importStage({}, { market: { formatter: { ...PLUGIN, ".claude-plugin": manifest } } });
    expect((await stage.importAs({ folder: stage.getPath("market/formatter") })).without).toEqual([]);
  });

  test("a hook that needs the plugin's data folder is refused", async () => {
    const hooks = settings("PreToolUse", [
      { command: "${CLAUDE_PLUGIN_ROOT}/scripts/guard.sh" },
      { command: 'check "$CLAUDE_PLUGIN_DATA/rules"' },
    ]);
    await using stage = await importStage({}, { market: { formatter: { ...PLUGIN, "hooks/hooks.json": hooks } } });
    const { without, hooks: imported } = await stage.importAs({ folder: stage.getPath("market/formatter") });
    expect(imported).toHaveLength(1);
    expect(without).toMatchObject([{ isGuard: true, reason: "it needs CLAUDE_PLUGIN_DATA, which only the agent itself sets" }]);
  });

  test("a folder without hooks is an error that says what is missing", async () => {
    await using stage = await importStage({}, { market: { x: "" } });
    await expect(stage.importAs({ folder: stage.getPath("market") })).rejects.toMatchObject({
      message: expect.stringContaining("hooks/hooks.json") as string,
    });
    await expect(stage.importAs({ folder: "nowhere" })).rejects.toMatchObject({ code: "NOT-FOUND" });
  });
});
