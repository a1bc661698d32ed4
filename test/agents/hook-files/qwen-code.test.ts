import { expect, test } from "vitest";

import { hookFiles } from "../../../src/agents/qwen-code/hook-files.ts";
import { formOf, tryCorpus, tryDocuments, tryInexpressible, tryMatchers, tryUnreadable } from "./grouped-cases.ts";
import { qwen } from "./matcher-oracles.ts";

tryDocuments(hookFiles, [
  {
    title: "commands, addresses and prompts",
    document: {
      hooks: {
        PreToolUse: [
          {
            matcher: "^edit$",
            hooks: [
              { type: "command", command: "./guard.sh", name: "guard", timeout: 10, env: { MODE: "strict" }, shell: "bash" },
              { type: "http", url: "https://policy.example.com", headers: { A: "$B" }, allowedEnvVars: ["B"], once: true },
              { type: "prompt", prompt: "Safe? $ARGUMENTS", model: "flash", statusMessage: "Judging" },
            ],
          },
        ],
      },
    },
    hooks: [
      {
        event: "PreToolUse",
        matcher: "^edit$",
        entry: { type: "command", command: "./guard.sh", name: "guard", timeout: 10, env: { MODE: "strict" }, shell: "bash" },
      },
      {
        event: "PreToolUse",
        matcher: "^edit$",
        entry: { type: "http", url: "https://policy.example.com", headers: { A: "$B" }, allowedEnvVars: ["B"], once: true },
        withPrevious: true,
      },
      {
        event: "PreToolUse",
        matcher: "^edit$",
        entry: { type: "prompt", prompt: "Safe? $ARGUMENTS", model: "flash", statusMessage: "Judging" },
        withPrevious: true,
      },
    ],
  },
]);

tryUnreadable(hookFiles);

const NAMES = [
  "run_shell_command",
  "read_file",
  "write_file",
  "edit",
  "notebook_edit",
  "agent",
  "mcp__memory__create",
  "mcp__fs__edit_file",
];

tryMatchers(hookFiles.matcher!, NAMES, qwen, [
  { text: "^edit$", atoms: [{ kind: "tool", name: "edit" }], selects: ["edit"] },
  {
    text: "edit",
    atoms: [{ kind: "tool", name: "edit" }],
    written: "^edit$",
    selects: ["edit"],
    andFinds: ["notebook_edit", "mcp__fs__edit_file"],
  },
  { text: "Bash", atoms: [{ kind: "tool", name: "run_shell_command" }], written: "^run_shell_command$", selects: ["run_shell_command"] },
  {
    text: "Write|Edit",
    atoms: [
      { kind: "tool", name: "write_file" },
      { kind: "tool", name: "edit" },
    ],
    written: "^write_file$|^edit$",
    selects: ["write_file", "edit"],
  },
  // Patterns are not searched in the other names of a tool.
  { text: "^Bash$", atoms: [{ kind: "tool", name: "Bash" }], selects: [] },
  { text: "Task", atoms: [{ kind: "tool", name: "agent" }], written: "^agent$", selects: ["agent"] },
  { text: " write_file | ", atoms: [{ kind: "tool", name: "write_file" }], written: "^write_file$", selects: ["write_file"] },
  { text: "*", selects: NAMES },
  { text: ".*", selects: NAMES },
  { text: "(read|write)_file", atoms: [{ kind: "pattern", text: "(read|write)_file" }], selects: ["read_file", "write_file"] },
  { text: "mcp__memory__.*", atoms: [{ kind: "mcp", server: "memory" }], selects: ["mcp__memory__create"] },
  { text: "mcp__.*", atoms: [{ kind: "any-mcp" }], selects: ["mcp__memory__create", "mcp__fs__edit_file"] },
  {
    text: "mcp__memory__.*|^agent$",
    atoms: [
      { kind: "mcp", server: "memory" },
      { kind: "tool", name: "agent" },
    ],
    selects: ["agent", "mcp__memory__create"],
  },
  { text: "(?:edit)", atoms: [{ kind: "pattern", text: "edit" }], selects: ["edit", "notebook_edit", "mcp__fs__edit_file"] },
]);

tryInexpressible(hookFiles.matcher!, [[{ kind: "pattern", text: "(?i)shell" }]]);

tryCorpus(hookFiles);

test("IX-9 files are recognised by their place and by events of Qwen Code alone", () => {
  expect(formOf(hookFiles).recognise({ hooks: {} }, ".qwen/settings.json")).toBe("certainly");
  expect(formOf(hookFiles).recognise({ hooks: { TodoCompleted: [] } }, "-")).toBe("certainly");
});
