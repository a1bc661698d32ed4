/** Codex CLI's tools as its hooks name them. File edits are patches: see `payload.ts`. */

import type { ToolFacts } from "../agent.ts";
import { tableOf } from "../../lookup.ts";

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
    { native: "message", claude: "prompt" },
    { native: "cmd", claude: "command", of: ["exec_command"] },
  ],
  source: { how: "measured", version: "0.166.0", date: "2026-11-15" },
};
