/** Codex CLI's tools as its hooks name them. File edits are patches: see `payload.ts`. */

import type { PatchForm } from "../../canonical/patch-sections.ts";
import type { ToolFacts } from "../agent.ts";
import { tableOf } from "../../lookup.ts";

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
