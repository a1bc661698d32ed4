import { describe, expect, test } from "vitest";

import { hookPlace, userPlace } from "../../src/agents/agent-paths.ts";
import { OWN_HOOK_FILES } from "../../src/agents/agents-by-name.ts";
import { AGENTS } from "../../src/agents/list.ts";
import type { Environment, OperatingSystem } from "../../src/context.ts";

function place(agent: string, env: Environment = {}, os: OperatingSystem = "linux", scope: "user" | "project" = "user"): string {
  const found = OWN_HOOK_FILES.find(({ name }) => name === agent);
  if (found === undefined) throw new Error(`no file of ${agent}`);
  const [home, cwd, project] = os === "windows" ? ["C:\\Users\\me", "C:\\here", "D:\\code\\it"] : ["/home/me", "/here", "/code/it"];
  return hookPlace(found.registration, found, scope, { home, cwd, os, env }, project);
}

describe("RG-5 relocated configuration is followed", () => {
  test.each([
    ["claude-code", { CLAUDE_CONFIG_DIR: "/x/claude" }, "/x/claude/settings.json"],
    ["codex", { CODEX_HOME: "/x/codex" }, "/x/codex/hooks.json"],
    ["copilot-cli", { COPILOT_HOME: "/x/copilot" }, "/x/copilot/hooks/symposium.json"],
    ["gemini-cli", { GEMINI_CLI_HOME: "/x" }, "/x/.gemini/settings.json"],
    ["gemini-cli", { GEMINI_CLI_TRUSTED_FOLDERS_PATH: "/x/trusted.json" }, "/home/me/.gemini/settings.json"],
    ["goose", { GOOSE_PATH_ROOT: "/x" }, "/x/.agents/plugins/symposium/hooks/hooks.json"],
    ["goose", { XDG_CONFIG_HOME: "/x" }, "/home/me/.agents/plugins/symposium/hooks/hooks.json"],
    ["opencode", { XDG_CONFIG_HOME: "/x" }, "/x/opencode/plugins/symposium.js"],
    ["opencode", { OPENCODE_CONFIG_DIR: "/x" }, "/home/me/.config/opencode/plugins/symposium.js"],
    ["qwen-code", { QWEN_HOME: "/x/qwen" }, "/x/qwen/settings.json"],
    ["cursor", { CURSOR_CONFIG_DIR: "/x" }, "/home/me/.cursor/hooks.json"],
  ])("%s with %j", (agent, env, expected) => {
    expect(place(agent, env)).toBe(expected);
  });

  test("a variable of another agent moves nothing", () => {
    expect(place("claude-code", { CODEX_HOME: "/x", GEMINI_CLI_HOME: "/x", XDG_CONFIG_HOME: "/x" })).toBe("/home/me/.claude/settings.json");
  });

  test("of two variables that fit, the one with the longer path counts", () => {
    const context = {
      home: "/home/me",
      cwd: "/here",
      os: "linux" as const,
      env: { GEMINI_CLI_HOME: "/x", GEMINI_CLI_TRUSTED_FOLDERS_PATH: "/y/trusted.json" },
    };
    const { relocatedBy } = AGENTS.find(({ name }) => name === "gemini-cli") ?? expect.fail("no Gemini");
    expect(userPlace(".gemini/trustedFolders.json", relocatedBy, context)).toBe("/y/trusted.json");
    expect(userPlace(".gemini/trustedFolders.json", relocatedBy.toReversed(), context)).toBe("/y/trusted.json");
    expect(userPlace(".gemini/settings.json", relocatedBy, context)).toBe("/x/.gemini/settings.json");
  });

  test("an empty variable counts as unset, a relative one from where we are, and a slash at its end does not matter", () => {
    expect(place("codex", { CODEX_HOME: "" })).toBe("/home/me/.codex/hooks.json");
    expect(place("codex", { CODEX_HOME: "rel" })).toBe("/here/rel/hooks.json");
    expect(place("codex", { CODEX_HOME: "/x/" })).toBe("/x/hooks.json");
  });
});

test("the user's files where nothing moves them", () => {
  expect(OWN_HOOK_FILES.map(({ name }) => [name, place(name)])).toEqual([
    ["claude-code", "/home/me/.claude/settings.json"],
    ["codex", "/home/me/.codex/hooks.json"],
    ["copilot-cli", "/home/me/.copilot/hooks/symposium.json"],
    ["cursor", "/home/me/.cursor/hooks.json"],
    ["gemini-cli", "/home/me/.gemini/settings.json"],
    ["goose", "/home/me/.agents/plugins/symposium/hooks/hooks.json"],
    ["kiro", "/home/me/.kiro/agents/symposium.json"],
    ["opencode", "/home/me/.config/opencode/plugins/symposium.js"],
    ["qwen-code", "/home/me/.qwen/settings.json"],
    ["windsurf", "/home/me/.codeium/windsurf/hooks.json"],
  ]);
});

test("a project's files, which no variable moves", () => {
  const env = { CLAUDE_CONFIG_DIR: "/x", CODEX_HOME: "/x", GOOSE_PATH_ROOT: "/x", GEMINI_CLI_HOME: "/x" };
  expect(OWN_HOOK_FILES.map(({ name }) => place(name, env, "linux", "project"))).toEqual([
    "/code/it/.claude/settings.json",
    "/code/it/.codex/hooks.json",
    "/code/it/.github/hooks/symposium.json",
    "/code/it/.cursor/hooks.json",
    "/code/it/.gemini/settings.json",
    "/code/it/.agents/plugins/symposium/hooks/hooks.json",
    "/code/it/.kiro/agents/symposium.json",
    "/code/it/.opencode/plugins/symposium.js",
    "/code/it/.qwen/settings.json",
    "/code/it/.windsurf/hooks.json",
  ]);
});

test("RG-21 on Windows paths have backslashes", () => {
  expect(place("copilot-cli", {}, "windows")).toBe("C:\\Users\\me\\.copilot\\hooks\\symposium.json");
  expect(place("codex", { CODEX_HOME: "D:/codex" }, "windows")).toBe("D:\\codex\\hooks.json");
  expect(place("windsurf", {}, "windows", "project")).toBe("D:\\code\\it\\.windsurf\\hooks.json");
  expect(place("claude-code", {}, "macos")).toBe("/home/me/.claude/settings.json");
});
