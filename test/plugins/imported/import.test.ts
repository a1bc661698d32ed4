import { rmSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { BUILT } from "../../support/home.ts";
import { GUARD, importStage, settings, SHELL_CALLS } from "./stage.ts";

describe("IX-14 hooks imported from Claude Code", () => {
  test("run nowhere before the user said yes, and on every other agent afterwards", async () => {
    await using stage = await importStage();
    await stage.importAs({}, "later");
    for (const [agent, event] of SHELL_CALLS) expect.soft(await stage.shell(agent, event), agent).toMatchObject({ blocked: false });
    await stage.importAs();
    for (const [agent, event] of SHELL_CALLS)
      expect
        .soft(await stage.shell(agent, event), agent)
        .toMatchObject({ blocked: true, reason: expect.stringContaining("Not here.") as string });
  });

  test.each([
    ["claude-code", "PreToolUse"],
    ["copilot-cli", "preToolUse"],
    ["vscode-copilot", "PreToolUse"],
    ["cursor", "preToolUse"],
  ])("RG-7 do not run twice on %s, which reads the file itself", async (agent, event) => {
    await using stage = await importStage();
    await stage.importAs();
    expect(await stage.shell(agent, event)).toMatchObject({ blocked: false });
  });

  test("run only where Claude's matcher says", async () => {
    await using stage = await importStage({
      ".claude": { "settings.json": settings("PreToolUse", [{ matcher: "Edit|Write", command: "exit 2" }]) },
    });
    await stage.importAs();
    expect(await stage.shell("gemini-cli", "BeforeTool")).toMatchObject({ blocked: false });
  });

  test.each(BUILT)("run through the built program (%s)", async (form) => {
    await using stage = await importStage();
    await stage.importAs();
    expect(await stage.shell("gemini-cli", "BeforeTool", { form })).toMatchObject({ blocked: true });
    expect(await stage.shell("copilot-cli", "preToolUse", { form })).toMatchObject({ blocked: false });
  });

  test("are those of settings.json and settings.local.json, each once, without Symposium's own entries", async () => {
    const command = "exit 2";
    await using stage = await importStage({
      ".claude": {
        "settings.json": JSON.stringify({
          hooks: {
            PreToolUse: [
              { hooks: [{ type: "command", command }] },
              { hooks: [{ type: "command", command: "~/.symposium/bin/symposium-hook claude-code PreToolUse" }] },
            ],
            Stop: [{ hooks: [{ type: "command", command: "cargo-agents hook claude stop" }] }],
          },
        }),
        "settings.local.json": settings("PreToolUse", [{ command }, { command: "exit 0" }]),
      },
    });
    const { hooks } = await stage.importAs();
    expect(hooks.map(({ name, commands }) => [name, commands[0]])).toEqual([
      ["PreToolUse-1", "exit 2"],
      ["PreToolUse-2", "exit 0"],
    ]);
  });
});

describe("IX-14 PL-17 when Claude's files change", () => {
  async function imported(file = settings("PreToolUse", [{ matcher: "Bash", command: ".claude/hooks/guard.sh", onFailure: "block" }])) {
    const stage = await importStage({ ".claude": { "settings.json": file } });
    stage.write("work/.claude/hooks/guard.sh", GUARD);
    await stage.importAs();
    return stage;
  }
  const denied = { blocked: true, reason: expect.stringContaining("symposium trust") as string };

  test("a log that a hook writes asks nothing", async () => {
    const log = [{ command: 'cat >> "$CLAUDE_PROJECT_DIR"/calls.log' }, { command: 'echo "$(date)" >> ~/calls.txt 2>&1' }];
    await using stage = await imported(settings("PreToolUse", [...log, { command: ".claude/hooks/guard.sh" }]));
    for (const call of ["first", "second"])
      expect(await stage.shell("gemini-cli", "BeforeTool"), call).toMatchObject({
        blocked: true,
        reason: expect.stringContaining("Not here.") as string,
      });
  });

  test("a script with blanks and quotes in its name asks again when it changes", async () => {
    const name = `work/.claude/hooks/it's a "guard".sh`;
    const command = '"$CLAUDE_PROJECT_DIR/.claude/hooks/it\'s a \\"guard\\".sh" --strict';
    await using stage = await importStage({ ".claude": { "settings.json": settings("PreToolUse", [{ command, onFailure: "block" }]) } });
    stage.write(name, GUARD);
    expect(await stage.importAs()).toMatchObject({ hooks: [{ isOpenEnded: false }] });
    stage.write(name, "#!/bin/sh\nexit 0\n");
    expect(await stage.shell("gemini-cli", "BeforeTool")).toMatchObject(denied);
  });

  test("an edit of anything else asks nothing", async () => {
    await using stage = await imported();
    const { hooks } = JSON.parse(stage.read("work/.claude/settings.json")) as { hooks: object };
    stage.write("work/.claude/settings.json", JSON.stringify({ model: "opus", permissions: { allow: ["Bash(ls)"] }, hooks }));
    expect(await stage.shell("gemini-cli", "BeforeTool")).toMatchObject({
      blocked: true,
      reason: expect.stringContaining("Not here.") as string,
    });
  });

  test("a changed command does not run before another yes, and a closed one denies until then", async () => {
    await using stage = await imported();
    stage.write("work/.claude/settings.json", settings("PreToolUse", [{ matcher: "Bash", command: "touch evil", onFailure: "block" }]));
    expect(await stage.shell("gemini-cli", "BeforeTool")).toMatchObject(denied);
    expect(stage.has("work/evil")).toBe(false);
    await stage.importAs();
    expect(await stage.shell("gemini-cli", "BeforeTool")).toMatchObject({ blocked: false });
    expect(stage.has("work/evil")).toBe(true);
  });

  test("a changed script does not run before another yes, and a closed one denies until then", async () => {
    await using stage = await imported();
    stage.write("work/.claude/hooks/guard.sh", "#!/bin/sh\ntouch evil\n");
    expect(await stage.shell("codex", "PreToolUse")).toMatchObject(denied);
    expect(stage.has("work/evil")).toBe(false);
    stage.write("work/.claude/hooks/guard.sh", GUARD);
    expect(await stage.shell("codex", "PreToolUse")).toMatchObject({
      blocked: true,
      reason: expect.stringContaining("Not here.") as string,
    });
  });

  test("an open one that changed runs nothing and denies nothing", async () => {
    await using stage = await imported(settings("PreToolUse", [{ command: ".claude/hooks/guard.sh" }]));
    stage.write("work/.claude/hooks/guard.sh", "#!/bin/sh\ntouch evil\nexit 2\n");
    expect(await stage.shell("codex", "PreToolUse")).toMatchObject({ blocked: false });
    expect(stage.has("work/evil")).toBe(false);
  });

  test.each([
    ["is removed", undefined],
    ["is cut off", '{ "hooks": '],
    ["has no hooks any more", "{}"],
    ["has another shape", '{ "hooks": [] }'],
  ])("a closed hook denies while the file %s, on other agents and not on Claude", async (_, text) => {
    await using stage = await imported();
    if (text === undefined) rmSync(stage.getPath("work/.claude/settings.json"));
    else stage.write("work/.claude/settings.json", text);
    expect(await stage.shell("gemini-cli", "BeforeTool")).toMatchObject({ blocked: true });
    expect(await stage.shell("claude-code", "PreToolUse")).toMatchObject({ blocked: false });
  });

  test("a closed hook for another tool denies nothing", async () => {
    await using stage = await imported(
      settings("PreToolUse", [{ matcher: "Edit", command: ".claude/hooks/guard.sh", onFailure: "block" }]),
    );
    stage.write("work/.claude/hooks/guard.sh", "#!/bin/sh\n");
    expect(await stage.shell("gemini-cli", "BeforeTool")).toMatchObject({ blocked: false });
  });

  test("a new hook in a file that was missing asks too", async () => {
    await using stage = await imported();
    stage.write("work/.claude/settings.local.json", settings("PreToolUse", [{ command: "touch evil" }]));
    await stage.shell("gemini-cli", "BeforeTool");
    expect(stage.has("work/evil")).toBe(false);
    expect((await stage.run(["trust", "list"])).stdout).toContain("changed");
  });
});

test("IX-14 PL-17 the question says which files the answer is bound to", async () => {
  await using stage = await importStage();
  await stage.importAs({}, "later");
  const { stdout } = await stage.run(["trust", "show", "claude-code-hooks"]);
  expect(stdout).toContain("bound to  1 file");
  expect(stdout).not.toContain("runs whatever");
});
