/**
 * Cursor's hook events. `preToolUse` and `postToolUse` fire for every tool. Events for one kind of tool fire again for the
 * same call, so they have no neutral event here, and nothing runs twice.
 */

import { tableOf } from "../../lookup.ts";
import { can } from "../abilities.ts";
import type { EventFacts, ToolFacts } from "../agent.ts";
import { documented } from "../fact.ts";

const HOOKS = documented("https://cursor.com/docs/hooks", "2026-11-15");
/** Its code contains the loader of hooks, what goes into each payload, and what is done with each answer. */
const SDK = documented("https://www.npmjs.com/package/@cursor/sdk/v/1.0.32", "2026-11-15");

export const events = tableOf<EventFacts>({
  sessionStart: { event: "SessionStart", can: can("context"), source: HOOKS, note: "`continue: false` is not obeyed" },
  beforeSubmitPrompt: {
    event: "UserPromptSubmit",
    can: can("block", "context"),
    source: SDK,
    note: "the page names no context here; the code takes it",
  },
  preToolUse: {
    event: "PreToolUse",
    can: can("block", "rewrite", "context"),
    source: SDK,
    note: "`ask` is accepted, but the user is not asked; a rewrite reaches only some fields of the built-in tools",
  },
  postToolUse: { event: "PostToolUse", can: can("context"), source: HOOKS },
  postToolUseFailure: { event: "PostToolUseFailure", can: can("context"), source: SDK, note: "also after a denial" },
  stop: {
    event: "Stop",
    can: can("block"),
    source: HOOKS,
    note: "goes on with the reason as the next message; nothing is obeyed after a turn that was aborted or failed",
  },
  subagentStart: { event: "SubagentStart", can: can("block"), source: SDK },
  subagentStop: { event: "SubagentStop", can: can("block"), source: HOOKS },
  preCompact: { event: "PreCompact", can: can(), source: HOOKS },
  sessionEnd: { event: "SessionEnd", can: can(), source: HOOKS },
  beforeShellExecution: { can: can("block", "ask"), prevents: "the command", source: SDK },
  afterShellExecution: { can: can(), source: HOOKS },
  beforeMCPExecution: { can: can("block", "ask"), prevents: "the call of an MCP tool", source: SDK },
  afterMCPExecution: { can: can(), source: HOOKS },
  beforeReadFile: { can: can("block"), prevents: "the file from being read", source: SDK },
  afterFileEdit: { can: can(), source: HOOKS },
  beforeTabFileRead: { can: can("block"), prevents: "the file from being read for a completion", source: SDK },
  afterTabFileEdit: { can: can(), source: HOOKS },
  afterAgentResponse: { can: can(), source: HOOKS },
  afterAgentThought: { can: can(), source: HOOKS },
  workspaceOpen: { can: can(), source: HOOKS },
});

/** Cursor's tools as its hooks name them. An edit arrives as `Write`, with the whole new text. */
export const tools: ToolFacts = {
  names: tableOf({
    Shell: "shell",
    Read: "file_read",
    Write: "file_write",
    Grep: "search",
    Glob: "find",
    Fetch: "web_fetch",
    WebFetch: "web_fetch",
    WebSearch: "web_search",
    Task: "agent",
  }),
  // The payload has only the length of what is typed into a running command.
  beside: tableOf({ WriteShellStdin: "shell", Delete: "file_edit" }),
  fields: [
    { claude: "path", native: "file_path", of: ["Grep"] },
    { claude: "command", of: ["WriteShellStdin"] },
    { claude: "old_string", of: ["Delete"] },
    { claude: "new_string", of: ["Delete"] },
  ],
  source: documented("https://www.npmjs.com/package/@cursor/sdk/v/1.0.32", "2026-11-15"),
};

/**
 * The rewritten fields that Cursor applies to tools it runs on this machine; it silently drops all others. MCP tools accept every
 * field, and so does the service that runs the tools not listed.
 */
export const REPLACEABLE = tableOf<readonly string[]>({
  Shell: ["command", "cwd", "timeout"],
  Read: ["file_path"],
  Write: ["file_path"],
  Delete: ["file_path"],
  List: ["file_path"],
  ReadLints: ["file_path"],
  Grep: ["pattern", "file_path"],
  Fetch: ["url"],
  WriteShellStdin: [],
  ComputerUse: [],
  RecordScreen: [],
});
