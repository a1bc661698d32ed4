/** Windsurf, from its documentation: the event names the tool, and one write contains several edits. */

import { law, type ToolOracle } from "../../oracles/tool-law.ts";

export const toolOracle: ToolOracle = {
  event: (tool) => `pre_${tool}`,
  tools: {
    run_command: law("Bash", { command: "command_line" }),
    write_code: law("Edit", {
      edits: "edits",
      old_string: { in: "edits", at: "old_string" },
      new_string: { in: "edits", at: "new_string" },
    }),
    read_code: law("Read"),
  },
};
