import { normalize } from "node:path";

import { describe, expect, test } from "vitest";

import { relocatedPath } from "../../src/agents/agent-paths.ts";
import { loadHookTime } from "../../src/agents/find-agent.ts";
import { AGENTS } from "../../src/agents/list.ts";
import { isPlainServerName } from "../../src/agents/servers.ts";
import { isImpossible, type NativeServer, serverFilePath, type ServerFiles } from "../../src/agents/setup.ts";
import { serverOracle as claudeCode } from "./claude-code/oracle-servers.ts";
import { serverOracle as copilotCli } from "./copilot-cli/oracle-servers.ts";
import { serverOracle as qwenCode } from "./qwen-code/oracle-servers.ts";

const SERVER_FILES = AGENTS.map(({ name, servers }) => ({ agent: name, ...servers }));
const SYSTEMS = ["linux", "macos", "windows"] as const;
const ENV = { TOKEN: "s3cret" };

function pathsOf({ user, local, project }: ServerFiles, os: (typeof SYSTEMS)[number]) {
  return {
    user: [user, local].flatMap((file) => (file === undefined ? [] : [serverFilePath(file, os)])),
    project: project === undefined ? [] : [serverFilePath(project, os)],
  };
}

describe("MC-2 what is written is what is documented and what hook calls read", () => {
  test.each(SERVER_FILES)("$agent: the files are among its facts", (files) => {
    const facts = AGENTS.find(({ name }) => name === files.agent)!.mcpFiles;
    const { user, project } = pathsOf(files, "linux");
    expect(facts.user.map(({ path }) => path)).toEqual(expect.arrayContaining(user));
    expect(facts.project.map(({ path }) => path)).toEqual(expect.arrayContaining(project));
  });

  test("an agent whose tools do not show their server is asked in every file that Symposium writes", async () => {
    const checked: string[] = [];
    for (const files of SERVER_FILES) {
      const hookTime = await loadHookTime(files.agent);
      if (hookTime?.mcpServerFiles === undefined) continue;
      checked.push(files.agent);
      const read = hookTime.mcpServerFiles({ home: "/home/ada", env: {} }, "/work/shop");
      for (const os of SYSTEMS) {
        const { user, project } = pathsOf(files, os);
        const key = (files.user ?? files.project)!.table("/work/shop")[0];
        for (const path of user) expect(read).toContainEqual({ path: `/home/ada/${path}`, key });
        for (const path of project) expect(read).toContainEqual({ path: `/work/shop/${path}`, key });
      }
    }
    expect(checked).toEqual(["copilot-cli", "cursor", "opencode", "vscode-copilot"]);
  });

  test("the same where a variable moved the user's file", async () => {
    const checked: string[] = [];
    for (const { agent, user } of SERVER_FILES) {
      const hookTime = await loadHookTime(agent);
      const moves = AGENTS.find(({ name }) => name === agent)!.relocatedBy.map(({ value }) => value);
      if (hookTime?.mcpServerFiles === undefined || user === undefined) continue;
      for (const variable of new Set(moves.map((move) => move.variable))) {
        const env = { [variable]: "/moved" };
        const path = normalize(relocatedPath(user.path, moves, env)!);
        checked.push(`${agent} ${path}`);
        const read = hookTime.mcpServerFiles({ home: "/home/ada", env }, "/work/shop");
        expect(read.map((file) => normalize(file.path))).toContain(path);
      }
    }
    expect(checked).toEqual([
      "copilot-cli /moved/mcp-config.json",
      "opencode /moved/opencode/opencode.json",
      "vscode-copilot /moved/Code/User/mcp.json",
    ]);
  });

  test("names that other agents would change or reject are refused by all", () => {
    for (const name of ["docs", "guide_docs-2", "UPPER", "9nine", "a.b"]) expect(isPlainServerName(name), name).toBe(true);
    for (const name of ["", "a b", "a/b", "{env:HOME}", "$HOME", "ä", "__proto__", "__proto__x".repeat(9)])
      expect(isPlainServerName(name), name).toBe(false);
  });
});

describe("MC-3 agents that read one file write one entry", () => {
  const shared = SERVER_FILES.filter(({ project }) => project?.path === ".mcp.json");
  const cases: readonly NativeServer[] = [
    { name: "docs", transport: "stdio", command: "sh", args: ["-c", 'exec "$@"', "x"] },
    { name: "docs", transport: "http", url: "https://docs.example/mcp", headers: { "X-Team": "docs" } },
    { name: "docs", transport: "http", url: "https://docs.example/mcp", headers: { "X-Key": "${TOKEN}" } },
    { name: "docs", transport: "sse", url: "https://docs.example/sse", headers: {} },
  ];

  test("Claude Code, Copilot CLI and Qwen Code share .mcp.json", () => {
    expect(shared.map(({ agent }) => agent)).toEqual(["claude-code", "copilot-cli", "qwen-code"]);
  });

  test.each(cases)("the same for all of them: $transport $headers", (server) => {
    const entries = shared.map(({ entry }) => entry(server, "project")).filter((entry) => !isImpossible(entry));
    expect(entries.length).toBeGreaterThan(1);
    for (const entry of entries) expect(entry).toEqual(entries[0]);
    for (const oracle of [claudeCode, copilotCli, ...(entries.length === 3 ? [qwenCode] : [])]) {
      const text = JSON.stringify({ mcpServers: { docs: entries[0] } });
      const seen = oracle.read({ text, place: "project", project: "/work/shop", env: ENV }).servers["docs"];
      expect(seen, oracle.agent).toMatchObject({ transport: server.transport });
    }
  });
});
