/** OpenCode 1.18.33: its schemas name fields in camelCase and drop all others; there are no other names for them (measured). */

import { law, type ToolOracle } from "../../oracles/tool-law.ts";

const FILE = { file_path: "filePath" };

export const toolOracle: ToolOracle = {
  patches: ["apply_patch", "patch"],
  tools: {
    bash: law("Bash"),
    shell: law("Bash"),
    read: law("Read", FILE),
    write: law("Write", FILE),
    edit: law("Edit", { ...FILE, old_string: "oldString", new_string: "newString", replace_all: "replaceAll" }),
    multiedit: law("Edit", {
      ...FILE,
      edits: "edits",
      old_string: { in: "edits", at: "oldString" },
      new_string: { in: "edits", at: "newString" },
    }),
    grep: law("Grep", { glob: "include" }),
    glob: law("Glob"),
    websearch: law("WebSearch"),
    webfetch: law("WebFetch"),
    task: law("Agent"),
  },
};
