/**
 * Cursor's hook events. `preToolUse` and `postToolUse` fire for every tool. Events for one kind of tool fire again for the
 * same call, so they have no neutral event here, and nothing runs twice.
 */

import { can } from "../abilities.ts";
import type { EventFacts } from "../agent.ts";
import { documented } from "../fact.ts";
import { tableOf } from "../../lookup.ts";

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
