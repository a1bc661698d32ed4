/** Cursor, from its SDK: it makes the payload itself; only its search names the folder otherwise. */

import { law, type ToolOracle } from "../../oracles/tool-law.ts";

export const toolOracle: ToolOracle = {
  tools: {
    Shell: law("Bash"),
    WriteShellStdin: law("Bash", { command: null }),
    Read: law("Read"),
    Write: law("Write"),
    Delete: law("Edit", { old_string: null, new_string: null }),
    Grep: law("Grep", { path: "file_path" }),
    Glob: law("Glob"),
    Fetch: law("WebFetch"),
    WebFetch: law("WebFetch"),
    WebSearch: law("WebSearch"),
    Task: law("Agent"),
  },
};
