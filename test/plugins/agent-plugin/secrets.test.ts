/** A secret in `mcp.json` costs its server, and is never shown: the format has only literals, and everyone can read the file. */

import { describe, expect, test } from "vitest";

import { packagedServers } from "../../support/agent-plugin.ts";
import { createHome } from "../../support/home.ts";
import { loaded } from "./loaded.ts";

const KEY = `sk-${"a1B2".repeat(6)}`;
const PROCESS = { type: "stdio", command: "docs-server" };
const REMOTE = { type: "streamable-http", url: "https://mcp.example.com/mcp" };

describe("MC-12 a secret in an Agent Plugin's server", () => {
  test.each([
    ["a variable", { ...PROCESS, env: { SETTING: KEY } }, "the variable SETTING looks like an API key"],
    ["a variable by its name", { ...PROCESS, env: { API_KEY: "Zx81kQ92mW73rT64" } }, "the variable API_KEY looks like a secret"],
    ["an argument", { ...PROCESS, args: ["--key", KEY] }, "an argument looks like an API key"],
    ["a header", { ...REMOTE, headers: { Authorization: `Bearer ${KEY}` } }, "the header Authorization looks like an API key"],
    ["the address", { ...REMOTE, url: `https://mcp.example.com/mcp?key=${KEY}` }, "`url` looks like an API key"],
  ])("MC-12 as %s", async (_what, docs, message) => {
    await using home = await createHome({ tools: packagedServers("tools", { servers: { docs, sound: PROCESS } }) });
    const { plugins, problems } = loaded(home);
    expect(plugins[0]?.plugin.servers.map(({ name }) => name)).toEqual(["sound"]);
    expect(problems).toEqual([expect.stringContaining(`${message}, so server "docs" is ignored`)]);
    expect(problems.join("")).not.toMatch(/a1B2|Zx81/);
  });
});
