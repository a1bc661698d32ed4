/** `mcp`: Symposium as an MCP server. */

import { resolve } from "node:path";
import { buildCommand } from "@stricli/core";

import { serve } from "../servers/mcp/serve.ts";
import type { CliContext } from "./cli-context.ts";
import { parsed } from "./parameters.ts";

export const mcpCommand = buildCommand<{ readonly workspace?: string; readonly agent?: string }, [], CliContext>({
  docs: {
    brief: "Serve skills, packages, commands and servers over MCP",
    fullDescription:
      "Speaks the Model Context Protocol over stdin and stdout until stdin is closed. `init` and `sync` register it with your agents, so\n" +
      "you need this command only for other clients.",
    customUsage: [
      { input: "", brief: "Serve the workspace of the client" },
      { input: "--workspace ~/code/app", brief: "Serve this workspace" },
    ],
  },
  parameters: {
    flags: {
      workspace: parsed("folder", "Serve this folder; default: the client's first root, or the current folder"),
      agent: parsed("name", "Leave out the servers that this agent has in its own files"),
    },
  },
  async func({ workspace, agent }) {
    await serve(this, {
      workspace: workspace === undefined ? undefined : resolve(this.context.cwd, workspace),
      agent,
    });
  },
});
