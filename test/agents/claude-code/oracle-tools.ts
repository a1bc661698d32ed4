/** Claude Code 2.1.325: the names are its own; notebooks, several edits at once and monitors have others. */

import { law, type ToolOracle } from "../../oracles/tool-law.ts";

export const toolOracle: ToolOracle = {
  tools: {
    Bash: law("Bash"),
    PowerShell: law("Bash"),
    Monitor: law("Bash", { url: [{ in: "ws", at: "url" }] }),
    REPL: law("Bash", { command: "code" }),
    AppifactRepl: law("Bash", { command: "code" }),
    self_hosted_runner_spawn_local: law("Bash"),
    Read: law("Read"),
    Write: law("Write"),
    memory_write: law("Write", { file_path: "path" }),
    Edit: law("Edit"),
    NotebookEdit: law("Edit", { file_path: "notebook_path", old_string: null, new_string: "new_source" }),
    MultiEdit: law("Edit", {
      edits: "edits",
      old_string: { in: "edits", at: "old_string" },
      new_string: { in: "edits", at: "new_string" },
    }),
    Grep: law("Grep"),
    Glob: law("Glob"),
    WebSearch: law("WebSearch"),
    WebFetch: law("WebFetch"),
    Agent: law("Agent"),
    Task: law("Agent"),
  },
};
