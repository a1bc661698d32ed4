import { expect, test } from "vitest";

import { hookFiles } from "../../../src/agents/codex/hook-files.ts";
import { formOf, tryCorpus, tryDocuments, tryMatchers, tryUnreadable } from "./grouped-cases.ts";
import { codex } from "./matcher-oracles.ts";

tryDocuments(hookFiles, [
  {
    title: "hooks.json: whole seconds, a command for Windows, a message",
    document: {
      hooks: {
        PreToolUse: [
          {
            matcher: "Bash",
            hooks: [{ type: "command", command: "./guard.sh", commandWindows: "guard.cmd", timeout: 5, statusMessage: "Checking" }],
          },
        ],
        Stop: [{ hooks: [{ type: "command", command: "./notify.sh", async: true }] }],
      },
    },
    hooks: [
      {
        event: "PreToolUse",
        matcher: "Bash",
        entry: { type: "command", command: "./guard.sh", commandWindows: "guard.cmd", timeout: 5, statusMessage: "Checking" },
      },
      { event: "Stop", entry: { type: "command", command: "./notify.sh", async: true } },
    ],
  },
  {
    title: "`null` is absent, and an empty group no hook",
    document: { hooks: { PreToolUse: [{ matcher: null, hooks: [{ type: "command", command: "./a.sh" }] }, { matcher: "Bash" }] } },
    hooks: [{ event: "PreToolUse", entry: { type: "command", command: "./a.sh" } }],
    written: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "./a.sh" }] }] } },
  },
  {
    title: "config.toml: `state` is what the user trusts, and `command_windows` another spelling",
    form: "toml",
    document: {
      model: "gpt-5.5",
      hooks: {
        SessionStart: [{ matcher: "startup", hooks: [{ type: "command", command: "./start.sh", command_windows: "start.cmd" }] }],
        state: { "config.toml:session_start:0:0": { trusted_hash: "sha256:0" } },
      },
    },
    hooks: [{ event: "SessionStart", matcher: "startup", entry: { type: "command", command: "./start.sh", commandWindows: "start.cmd" } }],
    written: {
      hooks: { SessionStart: [{ matcher: "startup", hooks: [{ type: "command", command: "./start.sh", commandWindows: "start.cmd" }] }] },
    },
  },
]);

tryUnreadable(hookFiles);

const NAMES = ["Bash", "apply_patch", "spawn_agent", "tool_search", "mcp__memory__create", "mcp__my_srv__create", "mcp__github__push"];

const PATCH = { kind: "tool", name: "apply_patch" } as const;

tryMatchers(hookFiles.matcher!, NAMES, codex, [
  { text: "Bash", atoms: [{ kind: "tool", name: "Bash" }], selects: ["Bash"] },
  { text: "^Bash$", atoms: [{ kind: "tool", name: "Bash" }], written: "Bash", selects: ["Bash"] },
  {
    text: "Bash|apply_patch",
    atoms: [
      { kind: "tool", name: "Bash" },
      { kind: "tool", name: "apply_patch" },
    ],
    selects: ["Bash", "apply_patch"],
  },
  { text: "Write", atoms: [{ kind: "tool", name: "apply_patch" }], written: "apply_patch", selects: ["apply_patch"] },
  { text: "^(Edit|Write)$", atoms: [PATCH, PATCH], written: "apply_patch|apply_patch", selects: ["apply_patch"] },
  { text: "exec_command", atoms: [{ kind: "tool", name: "exec_command" }], selects: [] },
  { text: "*", selects: NAMES },
  { text: ".*", selects: NAMES },
  { text: "mcp__memory__.*", atoms: [{ kind: "mcp", server: "memory" }], selects: ["mcp__memory__create"] },
  { text: "mcp__my_srv__create", atoms: [{ kind: "mcp", server: "my_srv", tool: "create" }], selects: ["mcp__my_srv__create"] },
  { text: "mcp__.*", atoms: [{ kind: "any-mcp" }], selects: ["mcp__memory__create", "mcp__my_srv__create", "mcp__github__push"] },
  // A list of names is compared as a whole, and no tool has this one.
  { text: "mcp__", atoms: [{ kind: "tool", name: "mcp__" }], selects: [] },
  {
    text: "^Bash$|mcp__github__.*",
    atoms: [
      { kind: "tool", name: "Bash" },
      { kind: "mcp", server: "github" },
    ],
    selects: ["Bash", "mcp__github__push"],
  },
  { text: "(?:.*)", atoms: [{ kind: "pattern", text: ".*" }], selects: NAMES },
  { text: "(?:patch)", atoms: [{ kind: "pattern", text: "patch" }], selects: ["apply_patch"] },
  { text: "_(patch|agent)$", atoms: [{ kind: "pattern", text: "_(patch|agent)$" }], selects: ["apply_patch", "spawn_agent"] },
]);

test("IX-5 patterns of Rust stay as they are", () => {
  const atoms = [{ kind: "pattern", text: "(?i)bash" }] as const;
  expect(hookFiles.matcher?.write(atoms)).toBe("(?i)bash");
  expect(hookFiles.matcher?.read("(?i)bash")).toEqual(atoms);
});

test("IX-5 Codex writes a dash in the name of a server or its tool as an underscore", () => {
  expect(hookFiles.matcher?.respelled?.({ kind: "mcp", server: "my-srv", tool: "do-it" })).toEqual({
    kind: "mcp",
    server: "my_srv",
    tool: "do_it",
  });
  expect(hookFiles.matcher?.respelled?.({ kind: "mcp", server: "my-srv" })).toEqual({ kind: "mcp", server: "my_srv" });
});

tryCorpus(hookFiles);

test("IX-9 files are recognised by their place and by events of Codex alone", () => {
  expect(formOf(hookFiles).recognise({ hooks: {} }, ".codex/hooks.json")).toBe("certainly");
  expect(formOf(hookFiles).recognise({ hooks: { Interrupt: [] } }, "-")).toBe("certainly");
  expect(formOf(hookFiles, "toml").recognise({ hooks: { Stop: [] } }, ".codex/config.toml")).toBe("certainly");
  expect(formOf(hookFiles, "toml").recognise({ model: "gpt-5.5" }, ".codex/config.toml")).toBe("no");
});
