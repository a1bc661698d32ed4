import { expect, test } from "vitest";

import { answerTo, describedAs } from "../../real-agents/mcp-answers.ts";
import { RECIPES } from "../../real-agents/recipes/list.ts";
import { serverTable } from "../../real-agents/scenarios/plugin.ts";

const calls: string[] = [];
const served = { tools: ["read_tide_table"], onCall: (tool: string) => calls.push(tool) };

test("MC-9 the scripted server offers its tools with a description of their own, notes calls, and knows no other method", () => {
  expect(JSON.parse(answerTo({ id: 1, method: "tools/list" }, served) ?? "")).toMatchObject({
    id: 1,
    result: { tools: [{ name: "read_tide_table", description: describedAs("read_tide_table") }] },
  });
  const call = { id: "a", method: "tools/call", params: { name: "read_tide_table", arguments: { word: "high" } } };
  expect(answerTo(call, served)).toContain('pong {\\"word\\":\\"high\\"}');
  expect(calls).toEqual(["read_tide_table"]);
  expect(JSON.parse(answerTo({ id: 2, method: "server/discover" }, served) ?? "")).toMatchObject({ error: { code: -32601 } });
  expect(answerTo({ method: "notifications/initialized" }, served)).toBeUndefined();
});

test("MC-9 a server of a plugin is a program beside its manifest, or an address with headers", () => {
  expect(serverTable({ name: "tides", tools: [] })).toContain('command = "./tides.sh"');
  const remote = serverTable({ name: "tides", url: "http://127.0.0.1/mcp", headers: { Authorization: "Bearer ${T}" } });
  expect(remote).toContain('headers."Authorization" = "Bearer ${T}"');
});

test.each(RECIPES.filter(({ findsTool }) => findsTool !== undefined))(
  "MC-9 $name: the search does not name the tool in the words of its schema",
  ({ findsTool }) => {
    expect(JSON.stringify(findsTool?.("tides", "read_tide_table"))).not.toContain(describedAs("read_tide_table"));
  },
);
