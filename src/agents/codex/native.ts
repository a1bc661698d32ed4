/** Codex CLI's hook events. Its output is parsed strictly: one unknown or unsupported field voids the whole answer. */

import type { PatchForm } from "../../canonical/patch-sections.ts";
import { tableOf } from "../../lookup.ts";
import { can } from "../abilities.ts";
import type { EventFacts, Source, ToolFacts } from "../agent.ts";

const measured: Source = { how: "measured", version: "0.166.0", date: "2026-11-15" };

const LATER: Source = { how: "measured", version: "0.166.0", date: "2026-11-18" };

export const events = tableOf<EventFacts>({
  SessionStart: { event: "SessionStart", can: can("context", "stop"), text: "context", source: measured },
  UserPromptSubmit: { event: "UserPromptSubmit", can: can("block", "context", "stop"), text: "context", source: measured },
  PreToolUse: {
    event: "PreToolUse",
    can: can("block", "rewrite", "context"),
    source: measured,
    note: "`ask` and `continue: false` void the answer; a rewrite needs `permissionDecision: allow` beside it",
  },
  PermissionRequest: {
    event: "PermissionRequest",
    can: can("block"),
    source: measured,
    note: "context or a rewrite beside the decision voids it",
  },
  PostToolUse: {
    event: "PostToolUse",
    can: can("block", "context"),
    source: measured,
    note: "a block replaces the result by the reason; `continue: false` does the same and the session goes on",
  },
  Stop: { event: "Stop", can: can("block", "stop"), source: measured, note: "no limit of its own; context beside a block voids it" },
  SubagentStart: { event: "SubagentStart", can: can("context"), source: measured },
  SubagentStop: { event: "SubagentStop", can: can("block"), source: measured, note: "context beside a block voids it" },
  PreCompact: {
    event: "PreCompact",
    can: can("block", "stop"),
    source: measured,
    note: "only `continue: false` is obeyed: the conversation is not shortened, and the run ends",
  },
  PostCompact: { can: can("stop"), source: LATER },
  PreModelRequest: { can: can(), source: LATER, note: "no answer is obeyed" },
  PostModelRequest: { can: can(), source: LATER, note: "no answer is obeyed" },
  SessionEnd: { event: "SessionEnd", can: can(), source: measured, note: "cut after 2 to 3 seconds whatever is registered" },
});

/** Codex CLI's tools as its hooks name them. File edits are patches: see `payload.ts`. */

/** As its program reads it: blanks in front of a heading, none missing behind the colon, any further one part of the name. */
export const patchForm: PatchForm = {
  lines: /\n/,
  heading: /^[\s\u0085]*\*\*\* (Add File|Update File|Delete File|Move to): (.*)$/s,
  keepsBlank: true,
};

export const tools: ToolFacts = {
  // Hooks see `Bash`, whatever the model calls its shell (`exec_command`, `shell_command`, `shell`, `local_shell`).
  names: tableOf({ Bash: "shell", apply_patch: "file_edit", spawn_agent: "agent" }),
  beside: tableOf({
    exec_command: "shell",
    shell_command: "shell",
    shell: "shell",
    local_shell: "shell",
  }),
  fields: [
    { claude: "prompt", native: "message", of: ["spawn_agent"] },
    { claude: "subagent_type", native: "agent_type", of: ["spawn_agent"] },
    { claude: "command", native: "cmd", of: ["exec_command"] },
  ],
  source: { how: "measured", version: "0.166.0", date: "2026-11-15" },
};
