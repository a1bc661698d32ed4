import { expect, test } from "vitest";

import { hookFiles } from "../../../src/agents/gemini-cli/hook-files.ts";
import { formOf, tryCorpus, tryDocuments, tryInexpressible, tryMatchers, tryUnreadable } from "./grouped-cases.ts";
import { gemini } from "./matcher-oracles.ts";

tryDocuments(hookFiles, [
  {
    title: "names, milliseconds, variables, and a group that runs in order",
    document: {
      hooks: {
        AfterTool: [
          {
            matcher: "^write_file$",
            sequential: true,
            hooks: [
              { name: "format", type: "command", command: "./format.sh", timeout: 15000, env: { CI: "1" } },
              { name: "lint", type: "command", command: "./lint.sh", description: "Lints" },
            ],
          },
        ],
      },
    },
    hooks: [
      {
        event: "AfterTool",
        matcher: "^write_file$",
        entry: { name: "format", type: "command", command: "./format.sh", timeout: 15000, env: { CI: "1" } },
        group: { sequential: true },
      },
      {
        event: "AfterTool",
        matcher: "^write_file$",
        entry: { name: "lint", type: "command", command: "./lint.sh", description: "Lints" },
        withPrevious: true,
      },
    ],
  },
  {
    title: "settings beside the events are not events",
    document: {
      hooks: {
        enabled: true,
        disabled: ["a"],
        notifications: false,
        SessionStart: [{ matcher: "startup", hooks: [{ type: "command", command: "./a.sh" }] }],
      },
    },
    hooks: [{ event: "SessionStart", matcher: "startup", entry: { type: "command", command: "./a.sh" } }],
    written: { hooks: { SessionStart: [{ matcher: "startup", hooks: [{ type: "command", command: "./a.sh" }] }] } },
  },
]);

tryUnreadable(hookFiles);

const NAMES = ["run_shell_command", "read_file", "read_many_files", "write_file", "replace", "glob", "mcp_github_push", "mcp_db_query"];

tryMatchers(hookFiles.matcher!, NAMES, gemini, [
  { text: "^run_shell_command$", atoms: [{ kind: "tool", name: "run_shell_command" }], selects: ["run_shell_command"] },
  {
    text: "run_shell_command",
    atoms: [{ kind: "tool", name: "run_shell_command" }],
    written: "^run_shell_command$",
    selects: ["run_shell_command"],
  },
  {
    text: "write_file|replace",
    atoms: [
      { kind: "tool", name: "write_file" },
      { kind: "tool", name: "replace" },
    ],
    written: "^write_file$|^replace$",
    selects: ["write_file", "replace"],
  },
  { text: "shell", atoms: [{ kind: "pattern", text: "shell" }], selects: ["run_shell_command"] },
  { text: "read_.*", atoms: [{ kind: "pattern", text: "read_.*" }], selects: ["read_file", "read_many_files"] },
  { text: "(?:read_file)", atoms: [{ kind: "pattern", text: "read_file" }], selects: ["read_file"] },
  { text: "*", selects: NAMES },
  { text: " ", selects: NAMES },
  { text: ".*", selects: NAMES },
  // The part without text is found in every name.
  { text: "glob|", selects: NAMES },
  { text: "mcp_github_.*", atoms: [{ kind: "mcp", server: "github" }], selects: ["mcp_github_push"] },
  { text: "^mcp_db_query$", atoms: [{ kind: "mcp", server: "db", tool: "query" }], selects: ["mcp_db_query"] },
  { text: "mcp_.*", atoms: [{ kind: "any-mcp" }], selects: ["mcp_github_push", "mcp_db_query"] },
  {
    text: "^glob$|mcp_db_.*",
    atoms: [
      { kind: "tool", name: "glob" },
      { kind: "mcp", server: "db" },
    ],
    selects: ["glob", "mcp_db_query"],
  },
  { text: "(glob|grep)", atoms: [{ kind: "pattern", text: "glob|grep" }], written: "(?:glob|grep)", selects: ["glob"] },
]);

test("IX-5 a name does not say where that of its server ends: the first separator counts", () => {
  expect(hookFiles.matcher?.respelled?.({ kind: "mcp", server: "my_srv", tool: "query" })).toEqual({
    kind: "mcp",
    server: "my",
    tool: "srv_query",
  });
});

tryInexpressible(hookFiles.matcher!, [[{ kind: "pattern", text: "(?i)shell" }], [{ kind: "pattern", text: "(" }]]);

tryCorpus(hookFiles);

test("IX-9 files are recognised by their place and by events of Gemini CLI alone", () => {
  expect(formOf(hookFiles).recognise({ hooks: {} }, ".gemini/settings.json")).toBe("certainly");
  expect(formOf(hookFiles).recognise({ hooks: { BeforeTool: [] } }, "-")).toBe("certainly");
  expect(formOf(hookFiles).recognise({ hooks: { PreToolUse: [] } }, "-")).toBe("no");
});
