/** `mcp`, Symposium as an MCP server, and `hook`, which `start.ts` takes past the command line and which is here for its help. */

import { resolve } from "node:path";

import { serve } from "../servers/mcp/serve.ts";
import { argument, both, command, parsed } from "./command.ts";

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

export const hookCommand = command({
  brief: "Answer an agent's hook call",
  about: "Reads the agent's payload from stdin and answers in that agent's own form. Agents call this; people rarely do.",
  positional: both(argument("agent", "The calling agent, or `symposium`"), argument("event", "Its event, such as pre-tool-use")),
  async run(_cli, _flags, agent, event) {
    const { runHook } = await import("../hook.ts");
    await runHook([agent, event]);
  },
});
