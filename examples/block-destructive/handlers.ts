import { deny, type Handlers } from "@symposium-agents/symposium/sdk";

export const handlers: Handlers = {
  PreToolUse({ tool_name, tool_input }) {
    if (tool_name === "Bash" && tool_input.command.includes("rm -rf")) {
      return deny("Destructive rm -rf commands are not allowed");
    }
  },
};
