/** What is registered with each agent, as data: events, entries, files. That the texts run is shown elsewhere. */

import { describe, expect, test } from "vitest";

import type { Scope } from "../../src/agents/agent.ts";
import { resolveAgent } from "../../src/agents/find-agent.ts";
import { AGENTS } from "../../src/agents/list.ts";
import { registeredEvents } from "../../src/agents/registered-calls.ts";
import type { OperatingSystem } from "../../src/context.ts";
import { lookUp } from "../../src/lookup.ts";
import { entriesOf, factsOf, OWN_FILES, SCOPES } from "../support/registered-entries.ts";

const SYSTEMS: readonly OperatingSystem[] = ["linux", "macos", "windows"];
const own = (agent: string) => OWN_FILES.find((one) => one.agent === agent) ?? expect.fail(`no file of ${agent}`);
const withEntries = OWN_FILES.filter(({ content }) => content.kind === "entries").map((registration) => ({
  agent: registration.agent,
  registration,
}));

describe("names", () => {
  test("K1 claude, codex, copilot and gemini are agents, an unknown name is none", () => {
    expect(["claude", "codex", "copilot", "gemini"].map(resolveAgent)).toEqual(["claude-code", "codex", "copilot-cli", "gemini-cli"]);
    expect(resolveAgent("clippy")).toBeUndefined();
  });
  test("K2 kiro is one", () => expect(resolveAgent("kiro")).toBe("kiro"));
  test("K3 opencode is one", () => expect(resolveAgent("opencode")).toBe("opencode"));
  test("K4 goose is one", () => expect(resolveAgent("goose")).toBe("goose"));

  test("RG-4 each of the eleven agents can be registered", () => {
    expect(AGENTS.map(({ name }) => name).toSorted()).toEqual(
      "claude-code codex copilot-cli cursor gemini-cli goose kiro opencode qwen-code vscode-copilot windsurf".split(" "),
    );
    expect(["vs-code-copilot", "vscode", "qwen", "windsurf", "cursor"].map(resolveAgent)).not.toContain(undefined);
  });
});

describe("RG-3 registered events", () => {
  const eventsOf = (agent: string, ...used: readonly string[]) => registeredEvents(factsOf(agent), own(agent), new Set(used));

  test.each([
    [
      "claude-code",
      "SessionStart UserPromptSubmit PreToolUse PermissionRequest PostToolUse PostToolUseFailure Stop SubagentStart SubagentStop Notification PreCompact SessionEnd StopFailure",
    ],
    [
      "codex",
      "SessionStart UserPromptSubmit PreToolUse PermissionRequest PostToolUse Stop SubagentStart SubagentStop PreCompact SessionEnd",
    ],
    [
      "copilot-cli",
      "sessionStart userPromptSubmitted preToolUse permissionRequest postToolUse postToolUseFailure agentStop subagentStart subagentStop preCompact notification errorOccurred sessionEnd",
    ],
    [
      "cursor",
      "sessionStart beforeSubmitPrompt preToolUse postToolUse postToolUseFailure stop subagentStart subagentStop preCompact sessionEnd",
    ],
    ["gemini-cli", "SessionStart BeforeAgent BeforeTool AfterTool AfterAgent Notification SessionEnd"],
    ["goose", "SessionStart UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure Stop SessionEnd"],
    ["kiro", "agentSpawn userPromptSubmit preToolUse postToolUse stop"],
    [
      "qwen-code",
      "SessionStart UserPromptSubmit PreToolUse PermissionRequest PostToolUse PostToolUseFailure Stop SubagentStart SubagentStop Notification PreCompact SessionEnd StopFailure",
    ],
    [
      "windsurf",
      "pre_user_prompt pre_run_command pre_write_code pre_read_code pre_mcp_tool_use post_run_command post_write_code post_read_code post_mcp_tool_use post_cascade_response",
    ],
  ])("%s", (agent, events) => {
    expect(eventsOf(agent)).toEqual(events.split(" "));
    expect(Object.keys(entriesOf(own(agent), "user"))).toEqual(events.split(" "));
  });

  test("Gemini's PreCompress only while a plugin uses it, by its own name or as PreCompact", () => {
    expect(eventsOf("gemini-cli", "BeforeTool")).not.toContain("PreCompress");
    expect(eventsOf("gemini-cli", "PreCompress")).toContain("PreCompress");
  });

  test("an event that only one agent has, only while a plugin asks for it; the entries already there stay as they are", () => {
    const native = new Set(["PostToolBatch", "NoSuchEvent"]);
    expect(eventsOf("claude-code", ...native).filter((event) => !eventsOf("claude-code").includes(event))).toEqual(["PostToolBatch"]);
    expect(entriesOf(own("claude-code"), "user", "linux", native)).toMatchObject(entriesOf(own("claude-code"), "user"));
    expect(eventsOf("goose", ...native)).toEqual(eventsOf("goose"));
  });

  test.each(withEntries)("$agent: no matcher; 60 s in its own unit, 5 s at most when the session ends", ({ agent, registration }) => {
    const { timeout, events } = factsOf(agent);
    for (const scope of SCOPES) {
      for (const [event, entry] of Object.entries(entriesOf(registration, scope))) {
        const text = JSON.stringify(entry);
        expect(text).not.toContain("matcher");
        const seconds = lookUp(events, event)?.event === "SessionEnd" ? (agent === "codex" ? 3 : 5) : 60;
        if (timeout.value === null) expect(text).not.toMatch(/timeout/iu);
        else
          expect(text).toMatch(
            new RegExp(`"${timeout.value.field}":${timeout.value.unit === "seconds" ? seconds : seconds * 1000}[,}]`, "u"),
          );
      }
    }
  });
});

describe("RG-2 entries", () => {
  test.each(withEntries)(
    "$agent: each entry calls for its own agent and event, in both scopes and on every system",
    ({ agent, registration }) => {
      for (const scope of SCOPES) {
        for (const os of SYSTEMS) {
          for (const [event, entry] of Object.entries(entriesOf(registration, scope, os))) {
            const words = JSON.stringify(entry).matchAll(/symposium-hook(?:\.exe|\.cmd)?[\\"')]* ([a-z-]+) (\w+)/gu);
            const calls = [...words].map(([, ...call]) => call.join(" "));
            expect(calls.length).toBeGreaterThan(0);
            expect([...new Set(calls)]).toEqual([`${agent} ${event}`]);
          }
        }
      }
    },
  );

  test("RG-7 in a project they look for the user's registration, but goose's need not", () => {
    for (const { agent, registration } of withEntries) {
      const looking = (scope: "user" | "project") => JSON.stringify(entriesOf(registration, scope)).includes(`/global/${agent}`);
      expect([agent, looking("user"), looking("project")]).toEqual([agent, false, agent !== "goose"]);
    }
  });

  test("Copilot has a command for bash and one for PowerShell, in a file of version 1 that VS Code reads too", () => {
    const { content } = own("copilot-cli");
    expect(content).toMatchObject({ frame: { version: 1 } });
    expect(Object.keys(entriesOf(own("copilot-cli"), "project")["preToolUse"] ?? {})).toEqual(["type", "bash", "powershell", "timeoutSec"]);
    expect(AGENTS.find(({ name }) => name === "vscode-copilot")?.registration).toMatchObject({ via: "copilot-cli" });
  });

  test("Codex has a command for Windows, which its trust does not count, and a placeholder that keeps positions", () => {
    expect(entriesOf(own("codex"), "user")["PreToolUse"]).toMatchObject({
      hooks: [{ type: "command", commandWindows: expect.stringContaining("Test-Path") as string, timeout: 60 }],
    });
    expect(entriesOf(own("codex"), "user", "windows")).toEqual(entriesOf(own("codex"), "user", "linux"));
    expect(own("codex").placeholder).toEqual({ hooks: [] });
  });

  test.each(["gemini-cli", "qwen-code"])("%s shows the user a name and not the whole command", (agent) => {
    for (const entry of Object.values(entriesOf(own(agent), "user")))
      expect(entry).toMatchObject({ hooks: [{ name: "symposium", type: "command" }] });
  });

  test("the shell that an agent starts on Windows decides the text there", () => {
    const textOf = (agent: string) => JSON.stringify(Object.values(entriesOf(own(agent), "user", "windows"))[0]);
    for (const agent of ["gemini-cli", "qwen-code", "cursor", "windsurf", "codex", "copilot-cli"])
      expect(textOf(agent)).toContain("$env:USERPROFILE");
    for (const agent of ["goose", "kiro"]) expect(textOf(agent)).toContain("%USERPROFILE%");
    expect(textOf("qwen-code")).toContain('"shell":"powershell"');
  });

  test("RG-21 Claude Code's entry on Windows finds both forms of the program, by Git Bash and by PowerShell", () => {
    const inScope = (scope: Scope) => entriesOf(own("claude-code"), scope, "windows")["PreToolUse"];
    const command = { command: expect.stringMatching(/bin\/symposium-hook"(?:.|\n)*symposium-hook\.exe.*symposium-hook\.cmd/u) as string };
    expect(inScope("user")).toEqual({ hooks: [{ type: "command", ...command, shell: "powershell", timeout: 60 }] });
    // A project's file is read on other systems, too, where no PowerShell need be.
    expect(inScope("project")).toEqual({ hooks: [{ type: "command", ...command, timeout: 60 }] });
  });
});

describe("RG-6 agents with files of their own", () => {
  test("Kiro's is an agent: its name, every tool, skills, the user's servers, and flat entries that deny by exit code", () => {
    const { content, denies } = own("kiro");
    expect(content).toMatchObject({
      frame: {
        name: "symposium",
        tools: ["*"],
        resources: expect.arrayContaining(["skill://.kiro/skills/**/SKILL.md"]) as string[],
        includeMcpJson: true,
      },
    });
    expect(denies).toBe("exit-code");
    for (const entry of Object.values(entriesOf(own("kiro"), "user"))) expect(Object.keys(entry ?? {})).toEqual(["command", "timeout_ms"]);
  });

  test("OpenCode's is a plugin, goose's a plugin folder of the same name in both scopes", () => {
    expect(own("opencode").content).toEqual({ kind: "plugin-file" });
    expect(own("goose")).toMatchObject({ projectWins: true, file: { user: own("goose").file.project } });
  });

  test("a file that is ours alone may have users' files beside it: every path is one the agent's table names", () => {
    for (const { agent, file } of OWN_FILES) {
      const { hookFiles } = factsOf(agent);
      for (const scope of SCOPES) {
        const known = hookFiles[scope].map(({ path }) => path.replace(/\*.*$/u, ""));
        expect([agent, scope, known.some((path) => file[scope].startsWith(path))]).toEqual([agent, scope, true]);
      }
    }
  });

  test("RG-15 the Rust tool's files, where it wrote any", () => {
    expect(
      Object.fromEntries(OWN_FILES.flatMap(({ agent, rustFiles }) => (rustFiles === undefined ? [] : [[agent, rustFiles.user]]))),
    ).toEqual({
      "claude-code": [".claude/settings.json"],
      codex: [".codex/hooks.json"],
      "copilot-cli": [".copilot/config.json", ".copilot/settings.json"],
      "gemini-cli": [".gemini/settings.json"],
      kiro: [".kiro/agents/symposium.json"],
    });
    expect(own("copilot-cli").rustFiles?.project).toContain(".copilot/settings.json");
  });
});

test("every agent has signs by which it is found, and no two have the same", () => {
  const signs = AGENTS.flatMap(
    ({
      registration: {
        signs: { folders, programs },
      },
    }) => [...folders, ...programs],
  );
  expect(new Set(signs).size).toBe(signs.length);
  for (const { registration } of AGENTS) {
    const { folders, programs } = registration.signs;
    expect(folders.length).toBeGreaterThan(0);
    expect(programs.length).toBeGreaterThan(0);
  }
});
