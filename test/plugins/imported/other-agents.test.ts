import { expect, test } from "vitest";

import { loadShim } from "../../../src/agents/find-agent.ts";
import { importStage } from "./stage.ts";

const DENY = "echo 'Not here.' >&2; exit 2";
const GROUPED = (event: string, entry: object = {}) => ({
  hooks: { [event]: [{ hooks: [{ type: "command", command: DENY, ...entry }] }] },
});

/** A guard in the project's file of each agent, as people write it. */
const FILES: readonly (readonly [agent: string, file: string, content: object | string, caller: string, event: string])[] = [
  ["codex", ".codex/hooks.json", GROUPED("PreToolUse"), "gemini-cli", "BeforeTool"],
  [
    "codex",
    ".codex/config.toml",
    `[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "${DENY}"\n`,
    "gemini-cli",
    "BeforeTool",
  ],
  ["gemini-cli", ".gemini/settings.json", GROUPED("BeforeTool", { timeout: 5000 }), "codex", "PreToolUse"],
  ["qwen-code", ".qwen/settings.json", GROUPED("PreToolUse"), "codex", "PreToolUse"],
  [
    "copilot-cli",
    ".github/hooks/guard.json",
    {
      version: 1,
      hooks: { preToolUse: [{ type: "command", bash: 'echo \'{"permissionDecision":"deny","permissionDecisionReason":"Not here."}\'' }] },
    },
    "codex",
    "PreToolUse",
  ],
  [
    "copilot-cli",
    ".github/copilot/settings.json",
    { hooks: { preToolUse: [{ type: "command", bash: 'echo \'{"permissionDecision":"deny","permissionDecisionReason":"Not here."}\'' }] } },
    "codex",
    "PreToolUse",
  ],
  [
    "cursor",
    ".cursor/hooks.json",
    {
      version: 1,
      hooks: {
        beforeShellExecution: [{ command: 'echo \'{"permission":"deny","user_message":"Not here.","agent_message":"Not here."}\'' }],
      },
    },
    "codex",
    "PreToolUse",
  ],
  ["windsurf", ".windsurf/hooks.json", { hooks: { pre_run_command: [{ command: DENY }] } }, "codex", "PreToolUse"],
  ["goose", ".agents/plugins/house/hooks/hooks.json", GROUPED("PreToolUse"), "codex", "PreToolUse"],
  ["kiro", ".kiro/agents/house.json", { name: "house", hooks: { preToolUse: [{ command: DENY }] } }, "codex", "PreToolUse"],
];
const importable = FILES.filter(([agent]) => loadShim(agent) !== undefined);

/** The call of the agent's own shell tool. */
const OWN_EVENTS: Readonly<Record<string, string>> = {
  "gemini-cli": "BeforeTool",
  "copilot-cli": "preToolUse",
  cursor: "preToolUse",
  windsurf: "pre_run_command",
  kiro: "preToolUse",
};

test.each(importable)(
  "IX-14 the hooks of %s in %s run on another agent after consent, and not on their own",
  async (agent, file, content, caller, event) => {
    await using stage = await importStage({});
    stage.write(`work/${file}`, typeof content === "string" ? content : JSON.stringify(content));
    await stage.importAs({ from: agent }, "later");
    expect(await stage.shell(caller, event)).toMatchObject({ blocked: false });
    await stage.importAs({ from: agent });
    expect(await stage.shell(caller, event)).toMatchObject({ blocked: true, reason: expect.stringContaining("Not here.") as string });
    expect(await stage.shell(agent, OWN_EVENTS[agent] ?? "PreToolUse")).toMatchObject({ blocked: false });
  },
);

test("IX-14 hooks that are code cannot be imported", async () => {
  await using stage = await importStage({});
  await expect(stage.importAs({ from: "opencode" })).rejects.toMatchObject({ code: "NO-IMPORT" });
});

test.each([
  ["as it is", { bash: "./guard.sh" }, { isOpenEnded: false, variables: [] }],
  ["with a variable", { bash: "./guard.sh", env: { LEVEL: "2" } }, { isOpenEnded: false, variables: ["LEVEL=2"] }],
  ["with one that steers shells", { bash: "./guard.sh", env: { BASH_ENV: "x" } }, { isOpenEnded: true, variables: ["BASH_ENV=x"] }],
  [
    "in a folder with a script of that name",
    { bash: "./guard.sh", cwd: "sub" },
    { isOpenEnded: false, commands: ["./guard.sh", "in sub"] },
  ],
  ["in a folder without one", { bash: "./guard.sh", cwd: "none" }, { isOpenEnded: true, commands: ["./guard.sh", "in none"] }],
])("PL-17 the question about a command says all that it is given: %s", async (_, entry, expected) => {
  const guard = "#!/bin/sh\nexit 0\n";
  await using stage = await importStage({ "guard.sh": guard, sub: { "guard.sh": guard } });
  stage.write("work/.github/hooks/guard.json", JSON.stringify({ version: 1, hooks: { preToolUse: [{ type: "command", ...entry }] } }));
  const { hooks, subject } = await stage.importAs({ from: "copilot-cli" }, "later");
  expect(hooks).toMatchObject([expected]);
  if ("cwd" in entry && entry.cwd === "sub") expect(subject?.subject.parts[0]?.named).toContain(stage.getPath("work/sub/guard.sh"));
});
