import { expect, test } from "vitest";

import { createHome } from "../support/home.ts";
import { hook, plugin } from "../support/plugin.ts";
import { capturedPayload } from "../support/payloads.ts";

/** Agents whose tool names do not tell server and tool apart: where the server stands, and what it makes of the call. */
const CALLS: readonly [agent: string, payload: string, file: string, servers: object, name: string][] = [
  ["copilot-cli", "preToolUse.mcp", ".copilot/mcp-config.json", { mcpServers: { "my_srv-a": {} } }, "mcp__my_srv-a__ping_al-pha"],
  ["cursor", "preToolUse.mcp", ".cursor/mcp.json", { mcpServers: { "my_srv-a": {} } }, "mcp__my_srv-a__ping_al-pha"],
  ["opencode", "tool-execute-before.mcp", ".config/opencode/opencode.json", { mcp: { "my_srv-a": {} } }, "mcp__my_srv-a__ping_al-pha"],
  ["vscode-copilot", "PreToolUse.mcp", ".config/Code/User/mcp.json", { servers: { github: {} } }, "mcp__github__create_issue"],
];

test.each(CALLS)("RT-10 RT-17 %s: the handler after a rewrite sees the MCP name as well", async (agent, payload, file, servers, name) => {
  const hooks = plugin("guard", hook("first") + hook("second"), { "first.sh": "", "second.sh": "" });
  await using home = await createHome(hooks, { [file]: JSON.stringify(servers) });
  const inputs: object[] = [];
  await home.call(agent, payload.slice(0, payload.indexOf(".")), capturedPayload(agent, payload), {
    services: {
      runHandler: async ({ input }) => {
        inputs.push(JSON.parse(input) as object);
        const stdout = inputs.length === 1 ? JSON.stringify({ PreToolUse: { updatedInput: { extra: 1 } } }) : "";
        return { kind: "exited", code: 0, stdout, stderr: "", ms: 1 };
      },
    },
  });
  const [before, after] = inputs;
  expect(before).toMatchObject({ PreToolUse: { tool_name: name } });
  expect(after).toMatchObject({ PreToolUse: { tool_name: name, tool_input: { extra: 1 } } });
});
