/** Codex CLI's tools as its hooks name them. File edits are patches: see `payload.ts`. */

import type { ToolFacts } from "../agent.ts";
import { tableOf } from "../../lookup.ts";

export const tools: ToolFacts = {
  names: tableOf({ Bash: "shell", apply_patch: "file_edit", spawn_agent: "agent" }),
  fields: [{ native: "message", claude: "prompt" }],
  source: { how: "measured", version: "0.166.0", date: "2026-11-15" },
};
