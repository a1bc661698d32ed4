/** `mcp`: Symposium as an MCP server. */

import { resolve } from "node:path";

import { serve } from "../servers/mcp/serve.ts";
import { command, parsed } from "./command.ts";

export const mcpCommand = command({
  brief: "Serve skills, packages, commands and servers over MCP",
  about:
    "Speaks the Model Context Protocol over stdin and stdout until stdin is closed. `init` and `sync` register it with your agents, so\n" +
    "you need this command only for other clients.",
  examples: [
    { input: "", brief: "Serve the workspace of the client" },
    { input: "--workspace ~/code/app", brief: "Serve this workspace" },
  ],
  flags: {
    workspace: parsed("folder", "Serve this folder; default: the client's first root, or the current folder"),
    agent: parsed("name", "Leave out the servers that this agent has in its own files"),
  },
  async run(cli, { workspace, agent }) {
    await serve(cli, { workspace: workspace === undefined ? undefined : resolve(cli.context.cwd, workspace), agent });
  },
});
