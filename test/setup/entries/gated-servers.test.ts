/** MCP servers that depend on a workspace's packages: where they go, what they wait for, and that they go with the dependency (MC-4, MC-5, MC-10). */

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { ServerState } from "../../../src/setup/mcp-servers/placed-servers.ts";
import { refreshWorkspace } from "../../../src/setup/workspace/refresh.ts";
import { cargoHouse, type House, type HouseSettings } from "../cargo-house.ts";
import { crateHouse } from "../../plugins/packages/crate-house.ts";

const MANIFEST = `name = "tools"
crates = ["*"]

[[mcp_servers]]
name = "everywhere"
command = "a"

[[mcp_servers]]
name = "db"
command = "b"
crates = ["serde"]

[[mcp_servers]]
name = "web"
command = "c"
crates = ["reqwest"]
`;

async function gatedHouse(agents: readonly string[], more: Partial<HouseSettings> = {}): Promise<House> {
  const house = await cargoHouse({ agents, plugins: { tools: { "SYMPOSIUM.toml": MANIFEST } }, ...more });
  rmSync(join(house.project, ".git"), { recursive: true });
  spawnSync("git", ["init", "--quiet", house.project], { env: { PATH: process.env["PATH"], HOME: house.home } });
  return house;
}

interface ClaudeFile {
  readonly mcpServers?: Readonly<Record<string, unknown>>;
  readonly projects?: Readonly<Record<string, { readonly mcpServers?: Readonly<Record<string, unknown>> }>>;
}

const claudeOf = ({ home }: House) => JSON.parse(readFileSync(join(home, ".claude.json"), "utf8")) as ClaudeFile;
const localOf = (house: House) => Object.keys(claudeOf(house).projects?.[house.project]?.mcpServers ?? {});
const statesOf = async (house: House) =>
  (JSON.parse((await house.run(["status", "--json"])).stdout) as { answer: { servers: readonly ServerState[] } }).answer.servers;

test("C1, MC-4 by their own gate and the plugin's: Claude Code has the gated one in the project's part of its own file", async () => {
  await using house = await gatedHouse(["claude"]);
  expect(await house.sync()).toMatchObject({ exitCode: 0 });
  expect(Object.keys(claudeOf(house).mcpServers ?? {})).toEqual(["symposium", "everywhere"]);
  expect(localOf(house)).toEqual(["db"]);
  expect(existsSync(join(house.project, ".mcp.json"))).toBe(false);
  await house.run(["uninstall"]);
  expect(existsSync(join(house.home, ".claude.json"))).toBe(false);
});

test("C1, MC-4 a server in a plugin with a gate inherits it", async () => {
  const plugins = { tools: { "SYMPOSIUM.toml": 'name = "tools"\ncrates = ["serde"]\n[[mcp_servers]]\nname = "db"\ncommand = "b"\n' } };
  await using house = await gatedHouse(["claude"], { plugins });
  await house.sync();
  expect(Object.keys(claudeOf(house).mcpServers ?? {})).toEqual(["symposium"]);
  expect(localOf(house)).toEqual(["db"]);
});

test("MC-4, MC-10 it waits for a file that git sees until the user allows it, and goes when the user takes that back", async () => {
  await using house = await gatedHouse(["codex", "goose"]);
  const file = join(house.project, ".codex/config.toml");
  const first = await house.sync("-v");
  expect(first).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("[mcp_servers.db]") });
  expect(existsSync(file)).toBe(false);
  expect((await statesOf(house)).filter(({ server }) => server === "db")).toMatchObject([
    {
      agent: "codex",
      state: "waiting",
      isWritten: false,
      file: "<project>/.codex/config.toml",
      until: [expect.stringContaining("`--mcp-project-files`")],
    },
    { agent: "goose", state: "impossible", because: expect.stringContaining("the server `symposium` offers its tools") },
  ]);

  expect(await house.sync("--mcp-project-files")).toMatchObject({ exitCode: 0 });
  expect(readFileSync(file, "utf8")).toContain("[mcp_servers.db]");
  expect(readFileSync(file, "utf8")).not.toContain(house.home);
  // Recorded: the next sync keeps it.
  expect((await house.sync()).stdout).toContain("nothing to change");
  expect((await house.run(["status"])).stdout).toContain("--no-mcp-project-files");
  expect((await statesOf(house)).find(({ server, agent }) => server === "db" && agent === "codex")).toMatchObject({
    state: "waiting",
    isWritten: true,
    until: ["Codex trusts the project"],
  });

  await house.sync("--no-mcp-project-files");
  expect(existsSync(join(house.project, ".codex"))).toBe(false);
});

test("MC-4 a file that git ignores needs no question", async () => {
  await using house = await gatedHouse(["codex"], { project: { ".gitignore": ".codex/\n" } });
  await house.sync();
  expect(readFileSync(join(house.project, ".codex/config.toml"), "utf8")).toContain("[mcp_servers.db]");
});

test("MC-4, PL-27 an agent cannot allow it", async () => {
  await using house = await gatedHouse(["codex"]);
  const ran = await house.run(["sync", "--mcp-project-files"], { env: { ...house.env, CLAUDECODE: "1" } });
  expect(ran).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("only you can decide what runs") });
  expect(existsSync(join(house.project, ".codex"))).toBe(false);
});

test("MC-5 it goes with the dependency at the next sync, and stays while something cannot be read", async () => {
  await using house = await gatedHouse(["claude"]);
  await house.sync();
  const lock = readFileSync(join(house.project, "Cargo.lock"), "utf8");
  writeFileSync(join(house.project, "Cargo.lock"), "not a lock file = [");
  await house.sync();
  expect(localOf(house)).toEqual(["db"]);
  writeFileSync(join(house.project, "Cargo.lock"), lock);
  house.depend([]);
  await house.sync();
  expect(localOf(house)).toEqual([]);
  house.depend(["serde 1.0.219", "reqwest 0.12.0"]);
  await house.sync();
  expect(localOf(house)).toEqual(["db", "web"]);
});

test("MC-5, PL-32 without a lock file it goes with the dependency too, and stays while a version decides that is unknown", async () => {
  const gated = (atom: string) => `name = "tools"\ncrates = ["${atom}"]\n[[mcp_servers]]\nname = "db"\ncommand = "b"\n`;
  await using house = await gatedHouse(["codex", "claude"], { plugins: { tools: { "SYMPOSIUM.toml": gated("npm:left-pad") } } });
  for (const file of ["Cargo.toml", "Cargo.lock"]) rmSync(join(house.project, file));
  const dependOn = (dependencies: object) => house.write("project/package.json", JSON.stringify({ name: "w", dependencies }));
  dependOn({ "left-pad": "1.3.0", other: "^2.0.0" });
  await house.sync("--mcp-project-files");
  expect(localOf(house)).toEqual(["db"]);
  expect(existsSync(join(house.project, ".codex/config.toml"))).toBe(true);

  dependOn({ other: "^2.0.0" });
  await house.sync();
  expect(localOf(house)).toEqual([]);
  expect(existsSync(join(house.project, ".codex/config.toml"))).toBe(false);

  dependOn({ "left-pad": "1.3.0" });
  house.write("home/.symposium/plugins/tools/SYMPOSIUM.toml", gated("npm:left-pad>=1.3.0"));
  await house.sync();
  expect(localOf(house)).toEqual(["db"]);
  dependOn({ "left-pad": "*" });
  await house.sync();
  expect(localOf(house)).toEqual(["db"]);
});

test("MC-5 a sync elsewhere removes it from every workspace where it no longer applies", async () => {
  await using house = await gatedHouse(["claude"]);
  await house.sync();
  const other = house.at("other");
  house.write("other/Cargo.toml", '[package]\nname = "other"\nversion = "0.1.0"\n');
  house.write("other/Cargo.lock", 'version = 4\n\n[[package]]\nname = "other"\nversion = "0.1.0"\n');
  await house.run(["sync"], { cwd: other });
  expect(localOf(house)).toEqual(["db"]);
  rmSync(join(house.home, ".symposium/plugins/tools"), { recursive: true });
  await house.run(["sync"], { cwd: other });
  expect(localOf(house)).toEqual([]);
});

test("MC-5 the refresh that a session starts brings it and takes it away", async () => {
  await using house = await gatedHouse(["claude"]);
  await house.sync();
  const app = { context: { ...house.context, env: house.env }, places: house.places };
  house.depend([]);
  await refreshWorkspace(app, house.project);
  expect(localOf(house)).toEqual([]);
  house.depend(["serde 1.0.219"]);
  await refreshWorkspace(app, house.project);
  expect(localOf(house)).toEqual(["db"]);
  expect(Object.keys(claudeOf(house).mcpServers ?? {})).toEqual(["symposium", "everywhere"]);
});

test("MC-3 of two plugins with one name of a server the first counts, and the other is reported", async () => {
  const of = (name: string) => ({ "SYMPOSIUM.toml": `name = "${name}"\ncrates = ["*"]\n[[mcp_servers]]\nname = "db"\ncommand = "b"\n` });
  await using house = await gatedHouse(["claude"], { plugins: { alpha: of("alpha"), beta: of("beta") } });
  const { stdout } = await house.sync();
  expect(stdout).toMatch(/not written +MCP server db of beta +Claude Code: alpha has a server of that name/);
  expect(JSON.stringify(claudeOf(house).mcpServers?.["db"])).toContain("alpha/db");
});

test("C2 a server of a crate that a plugin leads to is registered, after the user agreed to it", async () => {
  const crates = { "widget 1.2.3": { "SYMPOSIUM.toml": '[[mcp_servers]]\nname = "spin"\ncommand = "spin"\n' } };
  const plugins = { "guide/SYMPOSIUM.toml": 'name = "guide"\ncrates = ["*"]\n[[plugins]]\nsource.cargo = "widget"\n' };
  await using house = await crateHouse({ crates, plugins });
  const { stdout } = await house.run(["sync"]);
  expect(stdout).toMatch(/waiting +MCP server spin of widget .*waits until you consent to its code/);
  const shown = JSON.parse((await house.run(["trust", "show", "widget", "--json"])).stdout) as {
    answer: { plugins: readonly { digest: string }[] };
  };
  await house.run(["trust", "accept", "widget", "--digest", shown.answer.plugins[0]?.digest ?? ""], { person: true });
  await house.run(["sync"]);
  const file = JSON.parse(readFileSync(join(house.home, ".claude.json"), "utf8")) as ClaudeFile;
  expect(Object.keys(file.projects?.[house.project]?.mcpServers ?? {})).toEqual(["spin"]);
});
