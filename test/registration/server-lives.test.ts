/** The life of a server in five agents' files: written, unchanged, renewed, removed; each file as its agent's oracle reads it. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { serverOracle as claudeCode } from "../agents/claude-code/oracle-servers.ts";
import { serverOracle as codex } from "../agents/codex/oracle-servers.ts";
import { serverOracle as copilotCli } from "../agents/copilot-cli/oracle-servers.ts";
import { serverOracle as goose } from "../agents/goose/oracle-servers.ts";
import { serverOracle as opencode } from "../agents/opencode/oracle-servers.ts";
import { household, type Household } from "../cli/command-line.ts";
import type { ServerOracle } from "../oracles/server-file.ts";

interface Life {
  readonly agent: string;
  readonly oracle: ServerOracle;
  /** What the user has: a server of their own, and something else. */
  readonly users: string;
  readonly covers: readonly [registers: string, again: string, renews: string, removes: string];
}

const LIVES: readonly Life[] = [
  {
    agent: "claude",
    oracle: claudeCode,
    users: '{\n  "numStartups": 3,\n  "mcpServers": {\n    "mine": { "type": "stdio", "command": "mine", "args": [] }\n  }\n}\n',
    covers: ["K23", "K24", "K25", "K27"],
  },
  {
    agent: "codex",
    oracle: codex,
    users: 'model = "gpt-5.5" # mine\n\n[mcp_servers.mine]\ncommand = "mine"\n',
    covers: ["K28", "K29", "K30", "K31"],
  },
  {
    agent: "copilot",
    oracle: copilotCli,
    users: '{"mcpServers": {"mine": {"type": "local", "command": "mine", "args": [], "tools": ["*"]}}}\n',
    covers: ["K32", "K33", "K34", "K35"],
  },
  {
    agent: "goose",
    oracle: goose,
    users:
      "GOOSE_MODEL: gpt-5 # mine\nextensions:\n  mine:\n    enabled: true\n    type: stdio\n    name: mine\n    cmd: mine\n    args: []\n",
    covers: ["K36", "K37", "K38", "K39"],
  },
  {
    agent: "opencode",
    oracle: opencode,
    users: '{\n  "$schema": "https://opencode.ai/config.json",\n  "mcp": { "mine": { "type": "local", "command": ["mine"] } },\n}\n',
    covers: ["K41", "K42", "K43", "K44"],
  },
];

const manifest = (url: string) => `name = "tools"
crates = ["*"]

[[mcp_servers]]
name = "files"
command = "files-server"

[[mcp_servers]]
name = "docs"
type = "http"
url = "${url}"
`;

async function houseWith(agent: string, text: string): Promise<Household> {
  const config = `[defaults]\nsymposium-recommendations = false\n\n[[agent]]\nname = "${agent}"\n`;
  return household({ home: { ".symposium": { "config.toml": config, plugins: { tools: { "SYMPOSIUM.toml": text } } } } });
}

describe.each(LIVES)("MC-3 $agent", ({ agent, oracle, users, covers }) => {
  test(`${covers.join(" ")} is given a server, is given it once, gets a changed one, and loses it to the byte`, async () => {
    await using house = await houseWith(agent, manifest("http://127.0.0.1:8080/mcp"));
    const file = join(house.home, oracle.paths.user!);
    put(file, users);
    const seen = () => oracle.read({ text: readFileSync(file, "utf8"), place: "user", project: house.project, env: {} });

    expect(await house.run(["sync"])).toMatchObject({ exitCode: 0 });
    expect(seen()).toMatchObject({
      skipped: [],
      servers: {
        mine: { command: "mine" },
        files: { transport: "stdio", command: "/bin/sh", args: expect.arrayContaining(["serve", "tools/files"]) },
        docs: { url: "http://127.0.0.1:8080/mcp" },
        symposium: { command: "/bin/sh" },
      },
    });

    const written = readFileSync(file);
    expect((await house.run(["sync"])).stdout).toContain("nothing to change");
    expect(readFileSync(file).equals(written)).toBe(true);

    house.write("home/.symposium/plugins/tools/SYMPOSIUM.toml", manifest("http://127.0.0.1:9090/mcp"));
    expect(await house.run(["sync"])).toMatchObject({ exitCode: 0 });
    expect(seen().servers["docs"]).toMatchObject({ url: "http://127.0.0.1:9090/mcp" });
    expect(Object.keys(seen().servers).sort()).toEqual(["docs", "files", "mine", "symposium"]);

    house.write("home/.symposium/plugins/tools/SYMPOSIUM.toml", 'name = "tools"\ncrates = ["*"]\n');
    expect(await house.run(["sync"])).toMatchObject({ exitCode: 0 });
    expect(Object.keys(seen().servers).sort()).toEqual(["mine", "symposium"]);

    expect(await house.run(["uninstall"])).toMatchObject({ exitCode: 0 });
    expect(readFileSync(file, "utf8")).toBe(users);
  });
});

test("K26 RG-10 a table of the wrong shape in Claude Code's file is left alone, with the line and what to paste", async () => {
  await using house = await houseWith("claude", manifest("http://127.0.0.1:8080/mcp"));
  const file = join(house.home, ".claude.json");
  const users = '{\n  "mcpServers": "none"\n}\n';
  put(file, users);
  const { exitCode, stderr, stdout } = await house.run(["sync", "-v"]);
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/\.claude\.json:2:\d+: /);
  expect(stdout).toContain('"files": {');
  expect(readFileSync(file, "utf8")).toBe(users);
  expect(existsSync(join(house.home, ".claude/settings.json"))).toBe(true);
});

test("K40 goose reads texts with every special character of YAML as they are", async () => {
  const url = "http://127.0.0.1:8080/mcp?a=1&b=*,: #'%25@!|>{}[]";
  await using house = await houseWith("goose", manifest(url));
  expect(await house.run(["sync"])).toMatchObject({ exitCode: 0 });
  const text = readFileSync(join(house.home, goose.paths.user!), "utf8");
  expect(goose.read({ text, place: "user", project: house.project, env: {} }).servers["docs"]).toMatchObject({ url });
});

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
