/** Servers of Agent Plugins in agents' files: where they go, what stays text, that they go with the dependency, and what no agent's file can have. */

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { dataName } from "../../../src/plugins/agent-plugin/format.ts";
import type { ServerState } from "../../../src/setup/mcp-servers/placed-servers.ts";
import { packagedServers, serversText } from "../../support/agent-plugin.ts";
import { cargoHouse, type House } from "../cargo-house.ts";

const STDIO = {
  type: "stdio",
  command: "files-server",
  args: ["${PLUGIN_ROOT}/x", "${HOME}"],
  env: { MODE: "${HOME}", DATA: "${PLUGIN_DATA}" },
};
const HTTP = { type: "streamable-http", url: "https://docs.example/mcp", headers: { "X-Team": "docs" } };

async function houseWith(
  agents: readonly string[],
  servers: Record<string, object>,
  extension: object = { "depends-on": ["*"] },
): Promise<House> {
  const house = await cargoHouse({ agents, plugins: { tools: packagedServers("tools", { servers, extension }) } });
  return house;
}

const jsonIn = (house: House, path: string) =>
  JSON.parse(readFileSync(join(house.home, path), "utf8")) as Record<string, Record<string, unknown>>;
const statesOf = async (house: House) =>
  (JSON.parse((await house.run(["status", "--json"])).stdout) as { answer: { servers: readonly ServerState[] } }).answer.servers;

test("AP-2, MC-3, MC-11 a process is the launcher, with none of its texts and no variable", async () => {
  await using house = await houseWith(["claude", "gemini", "codex"], { files: STDIO });
  expect(await house.sync()).toMatchObject({ exitCode: 0 });
  const claude = jsonIn(house, ".claude.json")["mcpServers"]?.["files"];
  const gemini = jsonIn(house, ".gemini/settings.json")["mcpServers"]?.["files"];
  expect(claude).toEqual({ type: "stdio", command: "/bin/sh", args: expect.arrayContaining(["serve", "tools/files"]) });
  expect(Object.keys(gemini as object)).toEqual(["command", "args"]);
  const codex = readFileSync(join(house.home, ".codex/config.toml"), "utf8");
  expect(codex).toContain("tools/files");
  for (const text of [JSON.stringify([claude, gemini]), codex]) expect(text).not.toMatch(/files-server|env_vars|PLUGIN_|MODE/);
  expect((await house.sync()).stdout).toContain("nothing to change");
});

test("AP-2, MC-2 streamable HTTP is http, sse is sse, and an agent without it says so", async () => {
  await using house = await houseWith(["claude", "codex"], {
    docs: HTTP,
    events: { ...HTTP, type: "sse", url: "https://docs.example/sse" },
  });
  await house.sync();
  expect(jsonIn(house, ".claude.json")["mcpServers"]).toMatchObject({
    docs: { type: "http", url: "https://docs.example/mcp", headers: { "X-Team": "docs" } },
    events: { type: "sse", url: "https://docs.example/sse", headers: { "X-Team": "docs" } },
  });
  const states = await statesOf(house);
  expect(states.find(({ agent, server }) => agent === "codex" && server === "events")).toMatchObject({
    state: "impossible",
    because: "Codex CLI cannot connect to a server over SSE; the server `symposium` offers its tools",
  });
});

test("AP-2, MC-12 a literal that an agent would resolve is not in its file; others have it as it is", async () => {
  const literal = { ...HTTP, headers: { "X-Team": "${HOME}", "X-Other": "$HOME" } };
  await using house = await houseWith(["claude", "gemini", "codex", "opencode"], { docs: literal });
  await house.sync();
  const impossible = (await statesOf(house)).filter(({ server, state }) => server === "docs" && state === "impossible");
  expect(impossible.map(({ agent, because }) => [agent, because])).toEqual([
    ["claude-code", 'Claude Code cannot keep "${" as it is: this text has a meaning in its file; the server `symposium` offers its tools'],
    ["gemini-cli", 'Gemini CLI cannot keep "${" as it is: this text has a meaning in its file; the server `symposium` offers its tools'],
  ]);
  expect(readFileSync(join(house.home, ".codex/config.toml"), "utf8")).toMatch(/"?X-Team"? = ["']\$\{HOME\}["']/);
  expect(jsonIn(house, ".config/opencode/opencode.json")["mcp"]?.["docs"]).toMatchObject({ headers: literal.headers });
  for (const path of [".claude.json", ".gemini/settings.json"])
    expect(Object.keys(jsonIn(house, path)["mcpServers"] ?? {})).toEqual(["symposium"]);
});

test("AP-2, MC-4, MC-5 with a dependency gate it belongs to the project, and goes with the dependency", async () => {
  await using house = await houseWith(["claude"], { files: STDIO, docs: HTTP }, { "depends-on": ["serde"] });
  const localOf = () => {
    const { projects = {} } = jsonIn(house, ".claude.json") as { projects?: Record<string, { mcpServers?: object }> };
    return Object.keys(projects[house.project]?.mcpServers ?? {});
  };
  await house.sync();
  expect(localOf()).toEqual(["files", "docs"]);
  expect(Object.keys(jsonIn(house, ".claude.json")["mcpServers"] ?? {})).toEqual(["symposium"]);
  house.depend([]);
  await house.sync();
  expect(localOf()).toEqual([]);
  house.depend(["serde 1.0.219"]);
  await house.sync();
  expect(localOf()).toEqual(["files", "docs"]);
  rmSync(join(house.home, ".symposium/plugins/tools/mcp.json"));
  await house.sync();
  expect(localOf()).toEqual([]);
});

test("AP-2 `plugin show` names the folder of its data, where it has a process", async () => {
  await using house = await houseWith(["claude"], { files: STDIO, docs: HTTP });
  const folder = `~/.symposium/plugin-data/${dataName("tools", { kind: "source", name: "user-plugins" })}`;
  expect((await house.run(["plugin", "show", "tools"])).stdout).toContain(`data      ${folder}\n`);
  house.write("home/.symposium/plugins/tools/mcp.json", serversText({ docs: HTTP }));
  expect((await house.run(["plugin", "show", "tools"])).stdout).not.toContain("plugin-data");
});

test("AP-2, MC-12 a literal secret costs its server, and is in no agent's file and no message of `sync`", async () => {
  const token = `ghp_${"aB3".repeat(12)}`;
  await using house = await houseWith(["claude", "codex"], {
    header: { ...HTTP, headers: { Authorization: `Bearer ${token}` } },
    variable: { ...STDIO, env: { GITHUB_TOKEN: token } },
    argument: { ...STDIO, args: [token] },
    address: { ...HTTP, url: `https://docs.example/mcp?key=${token}` },
    files: STDIO,
  });
  const synced = await house.sync("-v");
  const claude = readFileSync(join(house.home, ".claude.json"), "utf8");
  expect(Object.keys((JSON.parse(claude) as Record<string, object>)["mcpServers"] ?? {})).toEqual(["symposium", "files"]);
  const validated = await house.run(["plugin", "validate", join(house.home, ".symposium/plugins/tools")]);
  expect(validated.exitCode).toBe(1);
  for (const name of ["header", "variable", "argument", "address"])
    expect(validated.stdout + validated.stderr).toMatch(
      new RegExp(`mcp\\.json:\\d+:\\d+.*looks like a (?:GitHub token|credential).*"${name}"`),
    );
  for (const text of [claude, JSON.stringify(synced), readFileSync(join(house.home, ".codex/config.toml"), "utf8")])
    expect(text).not.toContain(token);
});
