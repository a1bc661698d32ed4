/** Which tools of a server are offered on. */

import { describe, expect, test } from "vitest";

import { checkTools } from "../../../src/plugins/mcp-servers/stored-tools.ts";

const tool = (name: unknown, more: object = {}) => ({ name, inputSchema: { type: "object" }, ...more });

describe("MC-8 of what a server lists", () => {
  test.each<[why: string, listed: unknown]>([
    ["a tool has no name", { inputSchema: {} }],
    ["a tool has no name", "echo"],
    ["a tool has no name", null],
    ['"docs__a b" is not a valid name for a tool', tool("a b")],
    ['"docs__" is not a valid name for a tool', tool("")],
    ['"docs__\\u001b[2J" is not a valid name for a tool', tool("\u001B[2J")],
    [`the name of the tool \`${"n".repeat(40)}…\` is too long`, tool("n".repeat(123))],
    ["the tool `first` is listed twice", tool("first", { description: "another" })],
    ["the tool `b` has no `inputSchema`", { name: "b" }],
    ["the description of the tool `c` is too long", tool("c", { description: "x".repeat(256 * 1024) })],
  ])("MC-8 %s: it is left out, and the others stay", (why, listed) => {
    const [first, last] = [tool("first"), tool("last")];
    expect(checkTools("docs", [first, listed, last])).toEqual({ tools: [first, last], problems: [why] });
  });

  test("MC-8 the longest name and the first 500 are offered", () => {
    const longest = tool("n".repeat(122));
    const many = Array.from({ length: 600 }, (_, at) => (at === 0 ? longest : tool(`t${at}`)));
    expect(checkTools("docs", many)).toEqual({ tools: many.slice(0, 500), problems: ["only the first 500 of 600 tools are offered"] });
  });
});
