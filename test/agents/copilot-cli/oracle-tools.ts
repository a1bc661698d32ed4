/** Copilot CLI 1.0.102 (measured): tools for files take `path`; searches take `paths`, and `path` where that is missing. */

import { law, type ToolOracle } from "../../oracles/tool-law.ts";

const CREATE = { file_path: "path", content: "file_text" };
const EDIT = { file_path: "path", old_string: "old_str", new_string: "new_str" };
const WHERE = { path: [{ in: "paths" }, "paths", "path"] };

export const toolOracle: ToolOracle = {
  patches: ["apply_patch"],
  tools: {
    bash: law("Bash"),
    powershell: law("Bash"),
    local_shell: law("Bash"),
    write_bash: law("Bash", { command: "input" }),
    write_powershell: law("Bash", { command: "input" }),
    view: law("Read", { file_path: "path" }),
    create: law("Write", CREATE),
    edit: law("Edit", EDIT),
    str_replace_editor: law("Edit", EDIT, { command: "str_replace" }),
    grep: law("Grep", WHERE),
    rg: law("Grep", WHERE),
    glob: law("Glob", WHERE),
    web_search: law("WebSearch"),
    web_fetch: law("WebFetch"),
    task: law("Agent", { subagent_type: "agent_type" }),
  },
};
