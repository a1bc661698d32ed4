import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import type { HookTime } from "../../src/agents/agent.ts";
import { loadHookTime } from "../../src/agents/find-agent.ts";
import { settleMcpName } from "../../src/hook/settle-mcp-name.ts";
import { mcpToolName, possibleMcpNames, toolCall } from "../../src/model/tool.ts";
import { createHome } from "../support/home.ts";

const NATIVE = "my-srv_a-ping-all";
const call = toolCall(NATIVE, undefined, possibleMcpNames(NATIVE, "-").map(mcpToolName));

async function settledBy(files: Readonly<Record<string, string>>, given: Partial<HookTime> = {}, tool = call) {
  await using home = await createHome();
  await using folder = await createFixture(files);
  const host = (await loadHookTime("gemini-cli")) as HookTime;
  const agent: HookTime = {
    ...host,
    ...given,
    mcpServerFiles: () => ["absent.json", ...Object.keys(files)].map((name) => ({ path: folder.getPath(name), key: "mcpServers" })),
  };
  const input = { ...host.read({}, "BeforeTool"), tool };
  return settleMcpName(input, agent, home.services()).tool;
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
  ["a file is not JSON", { "a.json": "{" }],
  ["the servers are not an object", { "a.json": '{"mcpServers":["my"]}' }],
])("RT-10 every possible name is tested when %s", async (_, files) => {
  expect(await settledBy(files)).toEqual(call);
});

test("RT-10 a server is known by the label that the agent makes of its name", async () => {
  const files = { "a.json": '{"mcpServers":{"MY-Server":{}}}' };
  expect(await settledBy(files)).toEqual(call);
  expect(await settledBy(files, { mcpServerLabel: () => "my" })).toMatchObject({ name: "mcp__MY-Server__srv_a-ping-all" });
});

test("RT-10 every configured server may be meant where the tool's name has none", async () => {
  const unnamed = toolCall("MCP:ping", undefined, ["mcp__*__ping"]);
  expect(await settledBy({ "a.json": '{"mcpServers":{"one":{},"two":{}}}' }, {}, unnamed)).toMatchObject({
    name: "MCP:ping",
    also: ["mcp__one__ping", "mcp__two__ping"],
  });
  expect(await settledBy({ "a.json": '{"mcpServers":{"one":{}}}' }, {}, unnamed)).toMatchObject({ name: "mcp__one__ping" });
  expect(await settledBy({}, {}, unnamed)).toEqual(unnamed);
});
