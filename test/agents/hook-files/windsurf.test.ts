import { expect, test } from "vitest";

import { hookFiles } from "../../../src/agents/windsurf/hook-files.ts";
import { tryCorpus, tryDocuments } from "./hook-file-cases.ts";

tryDocuments(hookFiles, [
  {
    name: "a command, that of Windows, and a folder",
    document: { hooks: { pre_run_command: [{ command: "./a", powershell: "./a.ps1", working_directory: "sub", show_output: true }] } },
    hooks: [{ event: "pre_run_command", entry: { command: "./a", powershell: "./a.ps1", working_directory: "sub", show_output: true } }],
  },
  {
    name: "a command of Windows alone",
    document: { hooks: { post_run_command: [{ powershell: "beep", show_output: false }] } },
    hooks: [{ event: "post_run_command", entry: { command: "beep", show_output: false, windowsOnly: true } }],
  },
]);

test("IX-4 each kind of tool has an event before and after it", () => {
  expect(hookFiles.split?.map(({ native, event, matcher, isEncoded }) => [native, event, matcher, isEncoded])).toEqual([
    ["pre_run_command", "before_tool_execute", "shell", true],
    ["pre_write_code", "before_tool_execute", ["file_write", "file_edit"], true],
    ["pre_read_code", "before_tool_execute", "file_read", true],
    ["pre_mcp_tool_use", "before_tool_execute", { mcp: { server: "*" } }, true],
    ["post_run_command", "after_tool_execute", "shell", true],
    ["post_write_code", "after_tool_execute", ["file_write", "file_edit"], true],
    ["post_read_code", "after_tool_execute", "file_read", true],
    ["post_mcp_tool_use", "after_tool_execute", { mcp: { server: "*" } }, true],
  ]);
});

tryCorpus(hookFiles, "windsurf");
