import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import type { HookTime } from "../../src/agents/agent.ts";
import { loadHookTime } from "../../src/agents/hook-time.ts";
import { mcpToolName, possibleMcpNames, toolCall } from "../../src/canonical/tool.ts";
import { settleMcpName } from "../../src/runtime/settle-mcp-name.ts";
import { createHome } from "../support/home.ts";

const NATIVE = "my-srv_a-ping-all";
const call = toolCall(NATIVE, undefined, possibleMcpNames(NATIVE, "-").map(mcpToolName));

async function settledBy(files: Readonly<Record<string, string>>) {
  await using home = await createHome();
  await using folder = await createFixture(files);
  const host = (await loadHookTime("gemini-cli")) as HookTime;
  const agent: HookTime = {
    ...host,
    mcpServerFiles: () => ["absent.json", ...Object.keys(files)].map((name) => ({ path: folder.getPath(name), key: "mcpServers" })),
  };
  const input = { ...host.read({}, "BeforeTool"), tool: call };
  return settleMcpName(input, agent, home.world()).tool;
}

test.each([
  ["the server that is configured", { "a.json": '{"mcpServers":{"my-srv_a":{}}}' }, "mcp__my-srv_a__ping-all"],
  [
    "the longest of several that fit",
    { "a.json": '{"mcpServers":{"my":{}}}', "b.json": '{"mcpServers":{"my-srv_a":{}}}' },
    "mcp__my-srv_a__ping-all",
  ],
  ["a name whose dashes the agent folded", { "a.json": '{"mcpServers":{"my_srv-a":{}}}' }, "mcp__my_srv-a__ping-all"],
  ["a file with a comment in it", { "a.json": '{ // mine\n"mcpServers":{"my":{},}}' }, "mcp__my__srv_a-ping-all"],
])("RT-10 %s decides where the tool's name runs together", async (_, files, name) => {
  expect(await settledBy(files)).toMatchObject({ name, native: NATIVE });
});

test.each([
  ["no server fits", { "a.json": '{"mcpServers":{"other":{}}}' }],
  ["a file is no JSON", { "a.json": "{" }],
  ["the servers are no object", { "a.json": '{"mcpServers":["my"]}' }],
])("RT-10 every possible name is tested when %s", async (_, files) => {
  expect(await settledBy(files)).toEqual(call);
});
