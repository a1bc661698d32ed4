/** Codex CLI 0.166.0 (measured): hooks get a payload that Codex makes itself, `command` for a shell and for a patch; fields that a model adds are not in it. */

import { law, type ToolOracle } from "../../oracles/tool-law.ts";

export const toolOracle: ToolOracle = {
  patches: ["apply_patch"],
  tools: {
    Bash: law("Bash"),
    shell_command: law("Bash"),
    shell: law("Bash"),
    local_shell: law("Bash"),
    exec_command: law("Bash", { command: "cmd" }),
    spawn_agent: law("Agent", { prompt: "message", subagent_type: "agent_type" }),
  },
};
